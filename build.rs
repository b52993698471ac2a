//! The sandbox needs Linux; `cfg(has_sandbox)` says that there is one. Elsewhere everything but native programs works, and
//! with `C4GRADE_NO_SANDBOX` set here too, to see that it does.
//!
//! The packages in `cases/` and `reference/` are embedded in the binary; this says that a file added there, or taken
//! away, makes a new one. The macro that embeds them sees only the files that were there when it last ran.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_sandbox)");
    println!("cargo::rerun-if-env-changed=C4GRADE_NO_SANDBOX");
    let is_linux = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux");
    if is_linux && std::env::var_os("C4GRADE_NO_SANDBOX").is_none() {
        println!("cargo::rustc-cfg=has_sandbox");
    }
    for folder in ["cases", "reference"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
