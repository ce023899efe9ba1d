#!/usr/bin/env bash
# What the agent adds to a model that answers at once: bench/agent.sh [turns], 200 without.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=bin/jdk.sh
. "$project/bin/jdk.sh"
work=$(mktemp -d)
service=
trap '[ -z "$service" ] || { kill "$service" && wait "$service" || true; }; rm -rf "$work"' EXIT

SERVICE_PID_FILE=$work/pid "$JAVA_HOME/bin/java" "$project/bench/AgentBench.java" "$work/url" "$work/port" "$@" & bench=$!
until [ -s "$work/port" ]; do kill -0 "$bench"; sleep 0.1; done
CMS_PORT=0 CMS_CHAT_RATE_PER_MINUTE=1000000 CMS_ANTHROPIC_API_KEY=bench CMS_ANTHROPIC_BASE_URL=http://127.0.0.1:$(cat "$work/port") \
  CMS_DATA=$work/data "$project/cms" >"$work/out" 2>"$work/log" & service=$!
: >>"$work/out"
until url=$(sed -n 's/^cms is ready at //p' "$work/out") && [ -n "$url" ]; do
  kill -0 "$service" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.2
done
echo "$service" >"$work/pid"
echo "$url" >"$work/url.new" && mv "$work/url.new" "$work/url"
wait "$bench"
