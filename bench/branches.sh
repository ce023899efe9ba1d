#!/usr/bin/env bash
# Many open branches, and a repack beside saves: bench/branches.sh [open branches] [saves], 1,900 and 2,000 without.
# The list of the branches right after a start and again, a save with them open, and the longest save while small packs
# are gathered against the longest of the others.
set -euo pipefail

# shellcheck source=bench/service.sh
. "$(dirname "${BASH_SOURCE[0]}")/service.sh"

bench() { "$JAVA_HOME/bin/java" "$project/bench/BranchBench.java" "$@"; }

start_service
bench prepare "$url" "${1:-1900}" "$work/project"
stop_service
start_service
bench list "$url" "$work/project"
bench saves "$url" "$work/project" "$work/data/repositories" "${2:-2000}"
