#!/usr/bin/env bash
# What media costs, beside npm's sharp and nginx: bench/media.sh [rounds] [assets] [saves] [megabytes of a large upload],
# 7, 10,000, 300 and 100 without. In this order: a photo of 24 megapixels to 400, 800, 1,600 and 2,400 wide WebP in a worker,
# and the same with sharp on one thread (medians, bytes, the most memory that each process had); a first derivative through
# the service, saves with and without where-used, eight large uploads at once, lists and searches of many assets
# (MediaBench.java); a picture of 50 KB and a range of 10 MB from the service on one core, taking turns with nginx.
# Root installs what is missing of Debian's packages; what then is missing of npm, nginx, wrk and taskset is said, and its part
# left out. SECONDS_EACH (5) is a round of reading. Needs nobody, and ends with rows for docs/performance.md: each figure beside its
# goal, quiet where the load was below 0.5 at the beginning.
set -euo pipefail
# shellcheck source=bench/service.sh
. "$(dirname "${BASH_SOURCE[0]}")/service.sh"
# shellcheck source=bench/processor.sh
. "$project/bench/processor.sh"
# shellcheck source=bench/nginx.sh
. "$project/bench/nginx.sh"
cd "$project"
. bin/again.sh
kitchen=$PWD/target/bench
when="$(date +%Y-%m-%d), $(awk '{ print $1 < 0.5 ? "quiet" : "loaded" }' /proc/loadavg 2>/dev/null || echo "load unknown")"
rounds=${1:-7} assets=${2:-10000} saves=${3:-300} megabytes=${4:-100}
mkdir -p "$kitchen/sharp"
./mvnw -B -ntp -q -Dquick -Dcms.target="$kitchen" test-compile dependency:build-classpath \
  -Dmdep.outputFile="$kitchen/classpath" >&2
has_programs() { command -v nginx && command -v wrk && command -v taskset && ldconfig -p | grep 'libvips\.so\.42'; } >/dev/null
if ! has_programs && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  install_packages libvips42 nginx-light wrk util-linux >&2 || true
fi

beside_sharp() (
  cd "$kitchen/sharp"
  [ -e package.json ] || echo '{"private":true}' >package.json
  again npm install --no-audit --no-fund --silent sharp@0.35.5 >&2
  cat >bench.mjs <<'JS'
import sharp from 'sharp';
import { readFileSync } from 'node:fs';
const [photo, rounds] = [process.argv[2], Number(process.argv[3])];
sharp.cache(false);
sharp.concurrency(1);
const webp = (width) => sharp(photo).rotate().resize(width).webp({ quality: 80, effort: 4 }).toBuffer();
const show = async (what, widths, make) => {
  const millis = [];
  let bytes = 0;
  for (let i = 0; i < rounds; i++) {
    const began = performance.now();
    bytes = 0;
    for (const width of widths) bytes += (await make(width)).length;
    millis.push(performance.now() - began);
  }
  millis.sort((a, b) => a - b);
  console.log(`${what}: median ${Math.round(millis[rounds >> 1])} ms, ${bytes} bytes`);
};
console.log(`sharp ${sharp.versions.sharp} (libvips ${sharp.versions.vips})`);
await show('400, 800, 1600, 2400 wide as WebP', [400, 800, 1600, 2400], webp);
await show('800 wide as WebP', [800], webp);
await show('800 wide as AVIF', [800], (w) => sharp(photo).rotate().resize(w).avif({ quality: 50, effort: 2 }).toBuffer());
console.log('process, at most resident:', readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\s+(.*)/)[1]);
JS
  node bench.mjs "$kitchen/photo.jpg" "$rounds"
)

through_the_service() (
  trap stop_service EXIT
  start_service "${rates[@]}"
  # As large as the largest plan takes, or less.
  SERVICE_PID=$service "$JAVA_HOME/bin/java" bench/MediaBench.java "$url" "$kitchen/photo.jpg" "$work/files" \
    "$rounds" "$assets" "$saves" "$((megabytes * 1048576))"
)

# load <seconds> <connections> <process> <url> <status> [header ...]: answers a second, as wrk on the other core counts them,
# and the microseconds of the core for one
load() {
  local seconds=$1 connections=$2 process=$3 from=$4 status=$5 asked=() header before
  shift 5
  for header; do asked+=(-H "$header"); done
  [ "$(curl -s -o /dev/null -w '%{http_code}' "${asked[@]}" "$from")" = "$status" ] ||
    { echo "$from is not answered $status" >&2; exit 1; }
  before=$(busy "$process")
  taskset -c 1 wrk -t1 -c"$connections" -d"${seconds}s" "${asked[@]}" "$from" >"$work/wrk"
  ! grep -q 'Non-2xx' "$work/wrk" || { cat "$work/wrk" >&2; exit 1; }
  awk -v spent=$(($(busy "$process") - before)) '/requests in/ { count = $1 } /Requests\/sec/ { rate = $2 }
    END { print rate, spent * 1000 / count }' "$work/wrk"
}

# beside_nginx <what> <connections> <our path> <its file> <status> [header ...]
beside_nginx() {
  local what=$1 connections=$2 ours=$url$3 its=http://127.0.0.1:$theirs/$4 status=$5
  shift 5
  # On one core the compiler and the requests share it, so the first half million requests are the compiler's.
  load $((seconds_each * 8)) "$connections" "$service" "$ours" "$status" "Authorization: Bearer $key" "$@" >/dev/null
  for _ in $(seq "$rounds"); do
    echo "$(load "$seconds_each" "$connections" "$service" "$ours" "$status" "Authorization: Bearer $key" "$@")" \
      "$(load "$seconds_each" "$connections" "$nginx" "$its" "$status" "X-None: 1" "$@")"
  done | awk -v what="$what" '{ ours += $1; mine += $2; its += $3; other += $4; n++ }
    END { printf "%s on one core: ours %.0f a second (%.0f us of the core), nginx %.0f (%.0f us), ratio %.2f, by core time %.2f\n",
      what, ours / n, mine / n, its / n, other / n, ours / its, other / mine }'
}

all_beside_nginx() (
  nginx=
  trap 'stop_service; [ -z "$nginx" ] || kill "$nginx"' EXIT
  read -r key picture large <"$work/files/paths"
  . bin/port.sh
  hold_port
  theirs=$port
  start_service "${rates[@]}" taskset -c 0
  mkdir "$work/nginx"
  nginx_conf on "image/webp webp; application/pdf pdf;" <<CONF
  server { listen 127.0.0.1:$theirs; root $work/files; add_header Cache-Control "private, max-age=31536000, immutable"; }
CONF
  taskset -c 0 nginx -c "$work/nginx.conf" & nginx=$!
  beside_nginx "a picture of $(stat -c %s "$work/files/picture.webp") bytes" 64 "$picture" picture.webp 200
  beside_nginx "a range of 10 MB" 8 "$large" large.pdf 206 "Range: bytes=1048576-11534335"
)

measure() {
  "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Djava.awt.headless=true \
    -cp "$kitchen/classes:$kitchen/test-classes:$(cat "$kitchen/classpath")" \
    cms.platform.pictures.PicturesBench "$kitchen/photo.jpg" "$rounds"
  if command -v npm >/dev/null; then
    beside_sharp
  else
    echo "npm is missing, so there is no sharp to compare with"
  fi
  through_the_service
  if { command -v nginx && command -v wrk && command -v taskset; } >/dev/null; then
    all_beside_nginx
  else
    echo "nginx, wrk or taskset is missing, so nothing is compared with nginx"
  fi
}

# table <what was said> <when, and how loaded the machine was>: what has a goal, beside it
table() {
  awk -v when="$2" '
    function row(what, is, unit, goal, most) {
      printf "| media: %s | %s%s, goal %s %s: %s | %s | `bench/media.sh` |\n", what, is, unit, most ? "at most" : "at least",
        goal, (most ? is + 0 <= goal : is + 0 >= goal) ? "met" : "**missed**", when
    }
    function after(word) { match($0, word "[0-9.]+"); return substr($0, RSTART + length(word), RLENGTH - length(word)) + 0 }
    BEGIN { print "| Work | Figure | Date | Command |"; print "|---|---|---|---|" }
    /^sharp / { theirs = 1 }
    /2400 wide as WebP/ {
      if (theirs) row("24 MP to four widths of WebP, times sharp", sprintf("%.2f", ours / after("median ")), "", 1.2, 1)
      else ours = after("median ")
    }
    /^worker, at most resident/ { row("resident of the worker", sprintf("%.0f", after("VmHWM: ") / 1024), " MiB", 200, 1) }
    /^a new derivative/ {
      row("first derivative, 800 wide", after("first "), " ms", 300, 1)
      row("another derivative, median", after("more "), " ms", 300, 1)
    }
    /^a derivative after a minute of rest/ { row("first derivative after a minute of rest", after("rest: "), " ms", 300, 1) }
    /^save with where-used/ { row("save with where-used, times one without", after("ratio "), "", 1.05, 1) }
    /at once: .*service memory/ { row("more memory during " $1 " uploads at once", after("service memory ."), " MiB", 32, 1) }
    /^list of/ {
      what = $0; sub(/^[^,]*, /, "", what); sub(/:.*/, "", what)
      row($3 " assets, " what ", p50", after("p50 "), " ms", 20, 1)
    }
    /^a picture of .* on one core/ { row("stored picture of 50 KB, times nginx", after("ratio "), "", 0.9, 0) }
    /^a range of 10 MB on one core/ { row("range of 10 MB, times nginx", after("ratio "), "", 0.7, 0) }
  ' "$1"
}

chmod 755 "$work"
mkdir "$work/files"
rates=(CMS_DELIVERY_RATE_PER_HOUR=1000000000 CMS_MEDIA_RATE_PER_HOUR=1000000000)
seconds_each=${SECONDS_EACH:-5}
measure | tee "$kitchen/media.txt"
echo
table "$kitchen/media.txt" "$when"
