#!/usr/bin/env bash
# How soon everybody who listens to a project hears of a save, and how soon a website reads it:
# bench/live.sh [saves] [other listeners] [entries a model] [models], 300, 40, 100 and 1 without.
# One changed entry of 5,000: bench/live.sh 40 0 5000, and bench/live.sh 40 0 500 10 in ten files with a bundle of all.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=bin/jdk.sh
. "$project/bin/jdk.sh"
work=$(mktemp -d)
service=
trap '[ -z "$service" ] || { kill "$service" && wait "$service" || true; }; rm -rf "$work"' EXIT

CMS_PORT=0 CMS_DELIVERY_RATE_PER_HOUR=100000000 CMS_DATA=$work/data "$project/cms" >"$work/out" 2>"$work/log" & service=$!
until url=$(sed -n 's/^cms is ready at //p' "$work/out") && [ -n "$url" ]; do
  kill -0 "$service" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.2
done
SERVICE_PID=$service "$JAVA_HOME/bin/java" "$project/bench/LiveBench.java" "$url" "$@"
