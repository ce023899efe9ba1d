#!/usr/bin/env bash
# A photo of 24 megapixels to 400, 800, 1,600 and 2,400 wide WebP in a worker, and the same with npm's sharp on one thread:
# bench/media.sh [rounds]. Prints medians, bytes, and the most memory that each process had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. bin/jdk.sh
. bin/again.sh
kitchen=$PWD/target/bench
rounds=${1:-7}
mkdir -p "$kitchen/sharp"
./mvnw -B -ntp -q -Dquick -Dcms.target="$kitchen" test-compile dependency:build-classpath \
  -Dmdep.outputFile="$kitchen/classpath" >&2
"$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Djava.awt.headless=true \
  -cp "$kitchen/classes:$kitchen/test-classes:$(cat "$kitchen/classpath")" \
  cms.platform.pictures.PicturesBench "$kitchen/photo.jpg" "$rounds"

command -v npm >/dev/null || { echo "npm is missing, so there is no sharp to compare with"; exit 0; }
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
