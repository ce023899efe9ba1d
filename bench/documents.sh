#!/usr/bin/env bash
# What builds of many documents take of the service's processor and memory: bench/documents.sh [documents] [bytes of
# Markdown in each] [full builds], 5,000 of 2,000 bytes and 5 without.
set -euo pipefail

# shellcheck source=bench/service.sh
. "$(dirname "${BASH_SOURCE[0]}")/service.sh"

start_service
SERVICE_PID=$service "$JAVA_HOME/bin/java" -Djava.io.tmpdir="$work" "$project/bench/DocumentsBench.java" "$url" "$@"
