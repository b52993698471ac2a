"""Checks the dependencies in the output of `cargo metadata`: their licences, and packages in several versions."""

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


def main():
    packages = json.load(sys.stdin)["packages"]
    faults = [
        f"{package['name']} {package['version']}: licence {package['license']} is not in the list"
        for package in packages
        if not is_allowed(package["license"] or "none")
    ]

    versions = collections.defaultdict(set)
    for package in packages:
        versions[package["name"]].add(package["version"])
    several = {name for name, found in versions.items() if len(found) > 1}
    faults += [f"{name} is used in several versions: {sorted(versions[name])}" for name in sorted(several - SEVERAL_VERSIONS)]
    faults += [f"{name} has one version: remove it from SEVERAL_VERSIONS" for name in sorted(SEVERAL_VERSIONS - several)]

    print("\n".join(faults) or f"{len(packages)} packages: licences are allowed, and no new package has several versions")
    sys.exit(bool(faults))


main()
