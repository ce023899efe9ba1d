#!/usr/bin/env bash
# What builds of many documents take of the service's processor and memory: bench/documents.sh [documents] [bytes of
# Markdown in each] [full builds], 5,000 of 2,000 bytes and 5 without.
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
SERVICE_PID=$service "$JAVA_HOME/bin/java" -Djava.io.tmpdir="$work" "$project/bench/DocumentsBench.java" "$url" "$@"
