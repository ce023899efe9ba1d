#!/usr/bin/env bash
# What a save, a snapshot and a delivered read cost in this tree against another one, say a worktree of an earlier commit:
# bench/alternate.sh <folder of the other tree> [rounds]. Both run side by side and take turns, call by call.
set -euo pipefail

# shellcheck source=bench/service.sh
. "$(dirname "${BASH_SOURCE[0]}")/service.sh"
other=$(cd "$1" && pwd)
rounds=${2:-12}

start_service CMS_DELIVERY_RATE_PER_HOUR=100000000
now=$url
ours=$service
theirs=
trap '[ -z "$theirs" ] || kill "$theirs" 2>/dev/null || true; stop_service; rm -rf "$work"' EXIT
env CMS_PORT=0 CMS_DATA="$work/other" CMS_DELIVERY_RATE_PER_HOUR=100000000 "$other/cms" >"$work/other-out" 2>>"$work/log" & theirs=$!
until before=$(sed -n 's/^cms is ready at //p' "$work/other-out" 2>/dev/null) && [ -n "$before" ]; do
  kill -0 "$theirs" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.2
done
"$JAVA_HOME/bin/java" "$project/bench/AlternateBench.java" "$before" "$theirs" "$now" "$ours" "$rounds"
