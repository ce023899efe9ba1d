#!/usr/bin/env bash
# What the agent adds to a model that answers at once: bench/agent.sh [turns], 200 without. Needs nobody beside it: prints a table
# for docs/performance.md, each figure beside its goal, and fails when it cannot measure.
set -euo pipefail

# shellcheck source=bench/service.sh
. "$(dirname "${BASH_SOURCE[0]}")/service.sh"

bench=
trap '[ -z "$bench" ] || kill "$bench" 2>/dev/null || true; stop_service; rm -rf "$work"' EXIT
SERVICE_PID_FILE=$work/pid "$JAVA_HOME/bin/java" "$project/bench/AgentBench.java" "$work/url" "$work/port" "$@" & bench=$!
until [ -s "$work/port" ]; do kill -0 "$bench"; sleep 0.1; done
start_service CMS_CHAT_RATE_PER_MINUTE=1000000 CMS_ANTHROPIC_API_KEY=bench \
  CMS_ANTHROPIC_BASE_URL="http://127.0.0.1:$(cat "$work/port")"
echo "$service" >"$work/pid"
echo "$url" >"$work/url.new" && mv "$work/url.new" "$work/url"
wait "$bench"
bench=
jar=$project/.run/current
kib=$("$JAVA_HOME/bin/java" "$project/bench/JarShare.java" "$jar" cms/agent/ cms/conversation/ agent/)
echo "| agent: its classes and files in the jar, packed; goal at most 9,216 KiB | $kib KiB | $(date +%F) | \`bench/agent.sh\` |"
