#!/usr/bin/env bash
# Keyed delivery reads against nginx serving the same bytes as plain files: one core for the server, the other for
# the client, taking turns, 64 connections, while two million other keys are known. Needs nginx, wrk, curl and taskset.
# Prints requests a second, p99, the core's time for a request (which other work on the machine disturbs least) and the
# ratios: to nginx as it is, and to nginx that sends the header lines that ours has to send (decision 52).
# Settings: ROUNDS (3), SECONDS_EACH (5), WARM_SECONDS (20), CONNECTIONS (64), KEYS (2000000), JAVA_FLAGS,
# SENDFILE (on; off: nginx copies what it sends as we do, docs/performance.md).
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=bin/jdk.sh
. "$project/bin/jdk.sh"
# shellcheck source=bench/processor.sh
. "$project/bench/processor.sh"
# shellcheck source=bench/nginx.sh
. "$project/bench/nginx.sh"
rounds=${ROUNDS:-3}
seconds=${SECONDS_EACH:-5}
warm=${WARM_SECONDS:-20}
connections=${CONNECTIONS:-64}
keys=${KEYS:-2000000}
sendfile=${SENDFILE:-on}
work=$(mktemp -d)
ours=4870
theirs=4871
told=4872
export MALLOC_ARENA_MAX=2
children=()
trap 'kill "${children[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT

chmod 755 "$work"
mkdir -p "$work/files" "$work/nginx"
python3 - "$work/files" <<'PY'
import json, random, sys
random.seed(7)
words = "content model entry review branch commit merge field locale release reader".split()
def text(count):
    return " ".join(random.choice(words) for _ in range(count))
for name, size in (("small.json", 2048), ("large.json", 21504)):
    entries = {}
    while len(json.dumps(entries)) < size - 260:
        entries["%012x" % random.getrandbits(48)] = {"title": text(4), "body": text(24)}
    body = json.dumps(entries)
    body = body[:-1] + ', "pad": "' + "x" * max(0, size - len(body) - 11) + '"}'
    open(sys.argv[1] + "/" + name, "w").write(body)
PY

nginx_conf "$sendfile" "application/json json;" <<CONF
  server { listen 127.0.0.1:$theirs; root $work/files; add_header Cache-Control "private, max-age=60"; }
  server {
    listen 127.0.0.1:$told; root $work/files;
    add_header Cache-Control "private, max-age=60"; add_header Vary "Accept-Encoding, Authorization";
    add_header X-Request-Id "5c06e0c6d1-1a2b3c"; add_header X-Cms-Key "0e84429a";
    add_header X-RateLimit-Limit 1000000000; add_header X-RateLimit-Remaining 999999999;
    add_header X-RateLimit-Reset 1795371180; add_header Server-Timing "memory;dur=0.01";
    add_header Access-Control-Allow-Origin "*"; add_header Access-Control-Expose-Headers "*";
  }
CONF

(cd "$project" && mvn -q -B test-compile dependency:build-classpath -Dmdep.outputFile="$work/classpath" -Dmdep.includeScope=test >&2)
taskset -c 0 nginx -c "$work/nginx.conf" & children+=($!)
# shellcheck disable=SC2086
taskset -c 0 "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xms48m -Xmn12m -Xmx1g -XX:+UseCompactObjectHeaders \
  -XX:MinHeapFreeRatio=5 -XX:MaxHeapFreeRatio=10 -XX:-ShrinkHeapInSteps -XX:TrimNativeHeapInterval=10000 ${JAVA_FLAGS:-} \
  -cp "$project/target/test-classes:$project/target/classes:$(cat "$work/classpath")" \
  cms.delivery.serve.DeliveryBench "$ours" "$work/files" "$work/key" "$keys" 2>"$work/log" >&2 & children+=($!)
for _ in $(seq 1200); do [ -s "$work/key" ] && break; sleep 0.1; done
read -r id key < "$work/key"

# tag <url> <header>: the entity tag of what is there
tag() {
  curl -s -D - -o /dev/null -H "$2" "$1" | tr -d '\r' | awk 'tolower($1) == "etag:" {print $2}'
}

# load <seconds> <url> <header> [entity tag]: reads all the time; prints answers, answers a second and p99 in milliseconds
load() {
  local asked=(-H "$3") wanted=200
  if [ $# -ge 4 ]; then
    asked+=(-H "If-None-Match: $4")
    wanted=304
  fi
  [ "$(curl -s -o /dev/null -w '%{http_code}' "${asked[@]}" "$2")" = "$wanted" ] || { echo "$2 is not answered $wanted" >&2; exit 1; }
  taskset -c 1 wrk -t1 -c"$connections" -d"${1}s" --latency "${asked[@]}" "$2" > "$work/out"
  if grep -q 'Non-2xx' "$work/out"; then cat "$work/out" >&2; exit 1; fi
  awk '/requests in/ {count=$1} /Requests\/sec/ {rate=$2} $1=="99%" {p=$2; if (p ~ /us$/) p=p/1000; else if (p ~ /[^m]s$/) p=p*1000; else p=p+0}
       END {printf "%d %.0f %.2f\n", count, rate, p}' "$work/out"
}

# measure <process> <seconds> <url> <header> [entity tag]: answers a second, p99, microseconds of the core for an answer
measure() {
  local server=$1 before after count rate p99
  before=$(busy "$server")
  shift
  read -r count rate p99 < <(load "$@")
  after=$(busy "$server")
  awk -v spent=$((after - before)) -v count="$count" -v rate="$rate" -v p="$p99" 'BEGIN {printf "%d %s %.2f\n", rate, p, spent * 1000 / count}'
}

for kind in small large unchanged; do
  name=${kind/unchanged/small}
  mine=(http://127.0.0.1:$ours/api/cdn/v1/$id/$name.json "Authorization: Bearer $key")
  other=(http://127.0.0.1:$theirs/$name.json "X-None: 1")
  alike=(http://127.0.0.1:$told/$name.json "X-None: 1")
  if [ "$kind" = unchanged ]; then
    mine+=("$(tag "${mine[@]}")")
    other+=("$(tag "${other[@]}")")
    alike+=("$(tag "${alike[@]}")")
  fi
  # On one core the compiler and the requests share it, so the first half million requests are the compiler's.
  load "$warm" "${mine[@]}" > /dev/null
  for round in $(seq "$rounds"); do
    a=$(measure "${children[1]}" "$seconds" "${mine[@]}")
    b=$(measure "${children[0]}" "$seconds" "${other[@]}")
    c=$(measure "${children[0]}" "$seconds" "${alike[@]}")
    echo "$kind $(stat -c %s "$work/files/$name.json") round $round ours $a nginx $b with-our-head $c" | tee -a "$work/rows"
  done
done
awk '{ours[$1]+=$6; p[$1]+=$7; c[$1]+=$8; nginx[$1]+=$10; q[$1]+=$11; d[$1]+=$12; alike[$1]+=$14; e[$1]+=$16; n[$1]++}
     END {for (k in n) {printf "%s: ours %.0f/s (p99 %.2f ms, %.1f us of the core), nginx %.0f/s (p99 %.2f ms, %.1f us), ratio %.2f, by core time %.2f\n",
       k, ours[k]/n[k], p[k]/n[k], c[k]/n[k], nginx[k]/n[k], q[k]/n[k], d[k]/n[k], ours[k]/nginx[k], d[k]/c[k];
       printf "%s: nginx with our header lines %.0f/s (%.1f us), ratio %.2f, by core time %.2f\n", k, alike[k]/n[k], e[k]/n[k], ours[k]/alike[k], e[k]/c[k]}}' "$work/rows"
grep VmRSS "/proc/${children[1]}/status"
