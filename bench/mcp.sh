#!/usr/bin/env bash
# Remote tools: bench/mcp.sh [calls] [streams], 300 and 5,000 without. Prints what McpBench.java names.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=bin/jdk.sh
. "$project/bin/jdk.sh"
ulimit -n 65536 2>/dev/null || ulimit -n "$(ulimit -Hn)"
work=$(mktemp -d)
service=
trap '[ -z "$service" ] || { kill "$service" && wait "$service" || true; }; rm -rf "$work"' EXIT

CMS_PORT=0 CMS_DATA=$work/data "$project/cms" >"$work/out" 2>"$work/log" & service=$!
until url=$(sed -n 's/^cms is ready at //p' "$work/out") && [ -n "$url" ]; do
  kill -0 "$service" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.2
done
SERVICE_PID=$service "$JAVA_HOME/bin/java" "$project/bench/McpBench.java" "$url" "$@"
