#!/usr/bin/env bash
# brain/changes after one save among many entries, first and again: bench/changes.sh [entries] [saves], 10,000 and 300 without.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=bin/jdk.sh
. "$project/bin/jdk.sh"
work=$(mktemp -d)
service=
trap '[ -z "$service" ] || { kill "$service" && wait "$service" || true; }; rm -rf "$work"' EXIT
CMS_PORT=0 CMS_DATA=$work/data "$project/cms" >"$work/out" 2>"$work/log" & service=$!
until url=$(sed -n 's/^cms is ready at //p' "$work/out") && [ -n "$url" ]; do
  kill -0 "$service" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.2
done
SERVICE_PID=$service "$JAVA_HOME/bin/java" "$project/bench/ChangesBench.java" "$url" "$@"
