//! What to install or allow where a kind of sandbox does not hold.

use std::fs;
use std::path::Path;

use crate::sandbox::kind::Kind;
use crate::sandbox::restrictions::bubblewrap;

/// What to do, one sentence each.
pub fn advice(kind: Kind) -> Vec<String> {
    match kind {
        Kind::Namespaces => namespaces(&Machine::look()),
        Kind::Bubblewrap if bubblewrap::find().is_none() => {
            vec![
                "install bubblewrap (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap)"
                    .to_owned(),
            ]
        }
        Kind::Bubblewrap => {
            let mut advice = namespaces(&Machine::look());
            advice.push("run `bwrap --unshare-all --ro-bind / / true` to see its error".to_owned());
            advice
        }
        Kind::Landlock => landlock(&Machine::look()),
        Kind::Unsandboxed => Vec::new(),
    }
}

/// The settings of the machine that matter.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each setting is independent")]
struct Machine {
    apparmor_restricts: bool,
    users_are_off: bool,
    most_users_is_zero: bool,
    is_container: bool,
    is_root: bool,
    /// The security modules that are active; `None` where that cannot be read.
    modules: Option<String>,
    kernel: String,
}

impl Machine {
    fn look() -> Self {
        let switch = |name: &str| fs::read_to_string(Path::new("/proc/sys").join(name)).unwrap_or_default();
        let is = |name: &str, value: &str| switch(name).trim() == value;
        Self {
            apparmor_restricts: is("kernel/apparmor_restrict_unprivileged_userns", "1"),
            users_are_off: is("kernel/unprivileged_userns_clone", "0"),
            most_users_is_zero: is("user/max_user_namespaces", "0"),
            is_container: ["/.dockerenv", "/run/.containerenv"]
                .iter()
                .any(|file| Path::new(file).exists()),
            is_root: nix::unistd::Uid::effective().is_root(),
            modules: fs::read_to_string("/sys/kernel/security/lsm").ok(),
            kernel: switch("kernel/osrelease").trim().to_owned(),
        }
    }
}

fn namespaces(machine: &Machine) -> Vec<String> {
    let mut advice = Vec::new();
    if machine.apparmor_restricts && !machine.is_root {
        advice.push(
            "AppArmor does not let ordinary users make namespaces (Ubuntu 24.04): install bubblewrap (apt install \
             bubblewrap), or allow them: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
                .to_owned(),
        );
    }

    if machine.users_are_off {
        advice.push("allow user namespaces: sysctl -w kernel.unprivileged_userns_clone=1".to_owned());
    }

    if machine.most_users_is_zero {
        advice.push("allow user namespaces: sysctl -w user.max_user_namespaces=10000".to_owned());
    }

    if machine.is_container || (machine.is_root && advice.is_empty()) {
        advice.push(
            "in a container, start the container with `--cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt \
             apparmor=unconfined`"
                .to_owned(),
        );
    }

    if advice.is_empty() {
        advice.push("allow user namespaces for this user, or run as root".to_owned());
    }

    advice
}

fn landlock(machine: &Machine) -> Vec<String> {
    let mut advice = Vec::new();
    if machine
        .modules
        .as_ref()
        .is_some_and(|modules| !modules.contains("landlock"))
    {
        advice.push("add `landlock` to the list `lsm=` of the kernel's command line".to_owned());
    }

    if is_before(&machine.kernel, (5, 13)) {
        advice.push(format!("this kernel is {}: use Linux 5.13 or newer", machine.kernel));
    }

    if advice.is_empty() {
        advice.push(
            "use Linux 5.13 or newer with Landlock enabled, and a container runtime that allows it (Docker 20.10.10 or newer)"
                .to_owned(),
        );
    }

    advice
}

fn is_before(kernel: &str, wanted: (u32, u32)) -> bool {
    let mut numbers = kernel
        .split(|letter: char| !letter.is_ascii_digit())
        .map(str::parse::<u32>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (major, minor) < wanted,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_names_the_setting_that_prevents_it() {
        let machine = Machine {
            apparmor_restricts: true,
            ..Machine::default()
        };
        let advice = namespaces(&machine).join("\n");
        assert!(
            advice.contains("apparmor_restrict_unprivileged_userns=0") && advice.contains("bubblewrap"),
            "{advice}"
        );

        let machine = Machine {
            is_container: true,
            is_root: true,
            ..Machine::default()
        };
        assert!(namespaces(&machine).join("\n").contains("--cap-add SYS_ADMIN"));

        let machine = Machine {
            modules: Some("capability,yama,apparmor".to_owned()),
            kernel: "5.10.0-33-amd64".to_owned(),
            ..Machine::default()
        };
        let advice = landlock(&machine).join("\n");

        assert!(
            advice.contains("lsm=") && advice.contains("5.10.0-33-amd64"),
            "{advice}"
        );
    }

    #[test]
    fn kernels_are_ordered_by_their_numbers() {
        assert!(is_before("5.4.0-generic", (5, 13)));
        assert!(!is_before("5.13.0", (5, 13)) && !is_before("6.1.0", (5, 13)));
        assert!(!is_before("unknown", (5, 13)));
    }
}
