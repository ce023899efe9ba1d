#!/usr/bin/env bash
# A project of 100,000 entries of 1 KB: how long it takes to open after a start, what is asked and saved in it, and how
# much memory stays taken for each byte of content: bench/large.sh [entries a file] [files]
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=bin/jdk.sh
. "$project/bin/jdk.sh"
entries=${1:-500}
files=${2:-200}
work=$(mktemp -d)
service=
trap '[ -z "$service" ] || { kill "$service" && wait "$service" || true; }; rm -rf "$work"' EXIT

begin() {
  : >"$work/out"
  CMS_PORT=0 CMS_DATA=$work/data "$project/cms" >"$work/out" 2>>"$work/log" & service=$!
  until url=$(sed -n 's/^cms is ready at //p' "$work/out") && [ -n "$url" ]; do
    kill -0 "$service" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
    sleep 0.2
  done
}
# What is reachable, in bytes: the histogram collects first.
heap() { "$JAVA_HOME/bin/jcmd" "$service" GC.class_histogram | awk '/^Total/ { print $3 }'; }
bench() { SERVICE_PID=$service "$JAVA_HOME/bin/java" "$project/bench/LargeBench.java" "$url" "$@"; }

begin
bench fill "$work/project" "$entries" "$files"
kill "$service" && wait "$service" || true
begin
idle=$(heap)
echo "$files files of $entries entries"
bench measure "$work/project"
taken=$(($(heap) - idle))
bytes=$(find "$work" -name project.bytes -print0 | xargs -0 cat)
content=$((entries * files * 1063))
awk "BEGIN { printf \"memory: %.0f MB taken for %.0f MB of content files: %.2f bytes a byte; snapshot %.0f MB; resident %s\n\", \
  $taken / 1e6, $content / 1e6, $taken / $content, $bytes / 1e6, \"$(awk '/VmRSS/ { printf "%.0f MB", $2 / 1e3 }' "/proc/$service/status")\" }"
