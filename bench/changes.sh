#!/usr/bin/env bash
# brain/changes after one save among many entries, first and again: bench/changes.sh [entries] [saves], 10,000 and 300 without.
set -euo pipefail

# shellcheck source=bench/service.sh
. "$(dirname "${BASH_SOURCE[0]}")/service.sh"
start_service
SERVICE_PID=$service "$JAVA_HOME/bin/java" "$project/bench/ChangesBench.java" "$url" "$@"
