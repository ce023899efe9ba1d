#!/usr/bin/env bash
# Many open branches, and a repack beside saves: bench/branches.sh [open branches] [saves], 1,900 and 2,000 without.
# The list of the branches right after a start and again, a save with them open, and the longest save while small packs
# are gathered against the longest of the others.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=bin/jdk.sh
. "$project/bin/jdk.sh"
work=$(mktemp -d)
service=
stop() { [ -z "$service" ] || { kill "$service" && wait "$service" || true; }; service=; }
trap 'stop; rm -rf "$work"' EXIT

start() {
  CMS_PORT=0 CMS_DATA=$work/data "$project/cms" >"$work/out" 2>"$work/log" & service=$!
  until url=$(sed -n 's/^cms is ready at //p' "$work/out") && [ -n "$url" ]; do
    kill -0 "$service" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
    sleep 0.2
  done
}

bench() { "$JAVA_HOME/bin/java" "$project/bench/BranchBench.java" "$@"; }

start
bench prepare "$url" "${1:-1900}" "$work/project"
stop && start
bench list "$url" "$work/project"
bench saves "$url" "$work/project" "$work/data/repositories" "${2:-2000}"
