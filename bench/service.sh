# A service of its own for a measurement, in a folder of its own. Sourced: sets $project, $work and JAVA_HOME, and ends what it
# has started when the script ends.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=bin/jdk.sh
. "$project/bin/jdk.sh"
work=$(mktemp -d)
service=
trap 'stop_service; rm -rf "$work"' EXIT

# start_service [NAME=value ...] [command that runs it ...]: sets $url and $service; what was stopped before goes on
start_service() {
  : >"$work/out"
  env CMS_PORT=0 CMS_DATA="$work/data" "$@" "$project/cms" >"$work/out" 2>>"$work/log" & service=$!
  until url=$(sed -n 's/^cms is ready at //p' "$work/out") && [ -n "$url" ]; do
    kill -0 "$service" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
    sleep 0.2
  done
}

stop_service() {
  [ -z "$service" ] || { kill "$service" 2>/dev/null && wait "$service" || true; }
  service=
}
