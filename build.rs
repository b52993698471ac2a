//! The packages in `cases/` and `reference/` are embedded in the binary; this says that a file added there, or taken
//! away, makes a new one. The macro that embeds them sees only the files that were there when it last ran.

fn main() {
    for folder in ["cases", "reference"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
