#!/usr/bin/env bash
# A project of 100,000 entries of 1 KB: how long it takes to open after a start, what is asked and saved in it, and how
# much memory stays taken for each byte of content: bench/large.sh [entries a file] [files]
set -euo pipefail

# shellcheck source=bench/service.sh
. "$(dirname "${BASH_SOURCE[0]}")/service.sh"
entries=${1:-500}
files=${2:-200}

# What is reachable, in bytes: the histogram collects first.
heap() { "$JAVA_HOME/bin/jcmd" "$service" GC.class_histogram | awk '/^Total/ { print $3 }'; }
bench() { SERVICE_PID=$service "$JAVA_HOME/bin/java" "$project/bench/LargeBench.java" "$url" "$@"; }

start_service
bench fill "$work/project" "$entries" "$files"
stop_service
start_service
idle=$(heap)
echo "$files files of $entries entries"
bench measure "$work/project"
taken=$(($(heap) - idle))
bytes=$(find "$work" -name project.bytes -print0 | xargs -0 cat)
content=$((entries * files * 1063))
awk "BEGIN { printf \"memory: %.0f MB taken for %.0f MB of content files: %.2f bytes a byte; snapshot %.0f MB; resident %s\n\", \
  $taken / 1e6, $content / 1e6, $taken / $content, $bytes / 1e6, \"$(awk '/VmRSS/ { printf "%.0f MB", $2 / 1e3 }' "/proc/$service/status")\" }"
