#!/usr/bin/env bash
# Remote tools: bench/mcp.sh [calls] [streams], 300 and 5,000 without. Prints what McpBench.java names.
set -euo pipefail

# shellcheck source=bench/service.sh
. "$(dirname "${BASH_SOURCE[0]}")/service.sh"
ulimit -n 65536 2>/dev/null || ulimit -n "$(ulimit -Hn)"

start_service
SERVICE_PID=$service "$JAVA_HOME/bin/java" "$project/bench/McpBench.java" "$url" "$@"
