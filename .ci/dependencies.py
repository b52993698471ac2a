"""Checks the dependencies in the output of `cargo metadata`, on every system and of the tests too.

| checked | how |
|---|---|
| licences | each can be met by the licences in ALLOWED |
| several versions of a package | only those in SEVERAL_VERSIONS |
| where packages come from | crates.io alone: no Git repository, no other registry |
| the lowest Rust version | none needs a later one than `rust-version` in Cargo.toml |

Security advisories are not among them: their database is read from the network, and this check works without one. Where there is a
network, `cargo deny check advisories` does it.
"""

import collections
import json
import sys

# Licences that allow distribution under MIT or Apache-2.0.
ALLOWED = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "NCSA",  # libFuzzer, in nothing that is distributed
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
}

# Packages that dependencies require in several versions. This list can only shrink.
SEVERAL_VERSIONS = {"getrandom", "r-efi", "rand", "rand_core", "similar", "syn"}


def is_allowed(expression):
    """Whether a licence expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` can be satisfied by allowed licences."""
    expression = expression.replace("/", " OR ")
    if "(" in expression:
        factors = expression.replace("(", "").replace(")", "").split(" AND ")
        return all(any(word.strip() in ALLOWED for word in factor.split(" OR ")) for factor in factors)

    alternatives = expression.split(" OR ")
    return any(all(word.strip() in ALLOWED for word in alternative.split(" AND ")) for alternative in alternatives)


# Where packages may come from; the package itself has no source.
SOURCES = {None, "registry+https://github.com/rust-lang/crates.io-index"}


def version_of(rust_version):
    """A version such as `1.95` or `1.95.0` as numbers that can be compared."""
    numbers = [int(number) for number in (rust_version or "1").split("-")[0].split(".")]
    return numbers + [0] * (3 - len(numbers))


def main():
    metadata = json.load(sys.stdin)
    packages = metadata["packages"]
    own = next(package for package in packages if package["id"] == metadata["resolve"]["root"])
    faults = [
        f"{package['name']} {package['version']}: licence {package['license']} is not in the list"
        for package in packages
        if not is_allowed(package["license"] or "none")
    ]

    faults += [
        f"{package['name']} {package['version']} comes from {package['source']}"
        for package in packages
        if package["source"] not in SOURCES
    ]
    faults += [
        f"{package['name']} {package['version']} needs Rust {package['rust_version']}, Cargo.toml claims {own['rust_version']}"
        for package in packages
        if version_of(package["rust_version"]) > version_of(own["rust_version"])
    ]

    versions = collections.defaultdict(set)
    for package in packages:
        versions[package["name"]].add(package["version"])
    several = {name for name, found in versions.items() if len(found) > 1}
    faults += [f"{name} is used in several versions: {sorted(versions[name])}" for name in sorted(several - SEVERAL_VERSIONS)]
    faults += [f"{name} has one version: remove it from SEVERAL_VERSIONS" for name in sorted(SEVERAL_VERSIONS - several)]

    print("\n".join(faults) or f"{len(packages)} packages: licences, sources and Rust versions are allowed, and no new package has several versions")
    sys.exit(bool(faults))


main()
