//! The packages embedded in the binary are files that the compiler does not watch by itself.

fn main() {
    println!("cargo::rerun-if-changed=cases");
    println!("cargo::rerun-if-changed=reference");
}
