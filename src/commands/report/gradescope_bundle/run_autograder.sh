#!/usr/bin/env bash
# Runs for each submission. This file is in /autograder, beside submission/, results/ and source/ with the archive's files.
# Where there is no score, it ends with an error and without results.json: Gradescope then reports that the autograder
# failed and records no score.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$root/results" "$work/class"
rm -f "$root/results/results.json"
cp -RP "$root/submission" "$work/class/submission"

cd "$root/source"
code=0
./c4grade grade "$work/class" --assignment ASSIGNMENT --reports "$work/reports" --no-copies --quiet >&2 || code=$?
# 5: there is no score, and the export says why.
if [ "$code" -ne 0 ] && [ "$code" -ne 5 ]; then exit "$code"; fi
./c4grade report export gradescope "$work/reports" --output "$root/results/results.json"
