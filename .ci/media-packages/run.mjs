// Lets programs of others work on media: node run.mjs <port> <port of clamd> <work folder> <clamd> <exiftool> <ffmpeg> <Chromium>
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:http';
import puppeteer from 'puppeteer-core';
import { Upload } from 'tus-js-client';
import { Editor, Scanner, Service } from './service.mjs';

const [port, scannerPort, work, clamd, exiftool, ffmpeg, chromium] = process.argv.slice(2);
const equal = (found, wanted, what) => {
  if (found !== wanted) throw new Error(`${what}: ${found}, not ${wanted}`);
};
const draw = (name, ...how) => {
  const file = join(work, name);
  execFileSync(ffmpeg, ['-v', 'error', '-f', 'lavfi', ...how, '-y', file]);
  return file;
};
let passed = 0;
const proven = (what) => { passed++; console.log(`ok ${what}`); };

const scanner = new Scanner(clamd, Number(scannerPort), work);
const service = new Service(port, work, { CMS_CLAMAV_ADDRESS: `127.0.0.1:${scannerPort}` });

/** Uploads by the client of tus: broken off in the middle, with the service killed then, and gone on with. */
async function resumes(ada) {
  const file = readFileSync(draw('large.webm', '-i', 'testsrc2=size=1280x720:rate=25', '-t', '8', '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '12M'));
  const options = { endpoint: `${ada.media}/uploads`, headers: ada.headers, chunkSize: 2 << 20, retryDelays: [100, 500, 1000, 2000, 4000], metadata: { filename: 'große.webm', alt: 'A test card' } };
  const url = await new Promise((done, failed) => {
    const first = new Upload(file, {
      ...options,
      onError: failed,
      onChunkComplete: (size, accepted) => {
        if (accepted >= file.length / 3) first.abort().then(() => done(first.url), failed);
      },
    });
    first.start();
  });
  await service.stop('SIGKILL');
  await service.start();
  let began = -1;
  const id = await new Promise((done, failed) => {
    const second = new Upload(file, {
      ...options,
      uploadUrl: url,
      onError: failed,
      onProgress: (sent) => { if (began < 0) began = sent; },
      onAfterResponse: (request, answer) => { second.asset = answer.getHeader('X-Cms-Asset-Id') ?? second.asset; },
      onSuccess: () => done(second.asset),
    });
    second.start();
  });
  if (began < file.length / 3) throw new Error(`the upload began anew at ${began}`);
  const asset = await (await fetch(`${ada.media}/${id}`, { headers: ada.headers })).json();
  equal(asset.filename, 'große.webm', 'the name');
  equal(asset.alt, 'A test card', 'the alternative text');
  equal(asset.contentHash, createHash('sha256').update(file).digest('hex'), 'the digest of what came');
  equal((await (await fetch(asset.url)).arrayBuffer()).byteLength, file.length, 'what is delivered, its tags blanked');
  proven(`tus-js-client went on at ${began} of ${file.length} bytes after kill -9`);
  return asset;
}

/** clamd finds the test file in a document, lets others in, and lets nothing in while it does not answer. */
async function scans(ada) {
  const document = (text) => `%PDF-1.4\n% ${text}\n1 0 obj\n<<>>\nendobj\n%%EOF\n`;
  const found = await ada.upload('a.pdf', document(Scanner.TEST_FILE));
  equal(found.status, 422, 'an infected file');
  equal((await found.json()).code, 'media.infected', 'its code');
  equal((await ada.upload('b.pdf', document('clean'))).status, 201, 'a clean file');
  scanner.child.kill('SIGKILL');
  await scanner.over;
  equal((await ada.upload('c.pdf', document('cleaner'))).status, 503, 'while nothing scans');
  await scanner.start();
  equal((await ada.upload('d.pdf', document('clean again'))).status, 201, 'as soon as it scans again');
  proven('clamd finds, lets in, and holds up');
}

const SECRET = 'Nobody should read this';
/** Where exiftool finds what somebody wrote beside the pixels, by its groups. */
const WRITTEN = /^((IFD\d|SubIFD.*|ExifIFD|InteropIFD|GPS|MakerNotes|XMP.*|IPTC.*|Photoshop|MPF.*|MPImage.*|JUMBF|CBOR|UserData|ItemList|Keys|AudioKeys|VideoKeys|Microsoft|Apple|Adobe):.*|File:Comment|GIF:Comment|PNG:(Comment|Author|Title|Description|Software|Copyright|Creat.*|Modif.*|Raw.*|Source)|QuickTime:.*(Title|Author|GPS|Make|Model|Location).*|Matroska:(Title|Tag.*))$/;

function reads(name, bytes, isMaster) {
  const file = join(work, name);
  writeFileSync(file, bytes);
  if (bytes.includes(SECRET)) throw new Error(`${name} holds what was written beside its pixels`);
  const [tags] = JSON.parse(execFileSync(exiftool, ['-json', '-G1', '-a', '-u', '-ee3', file], { encoding: 'utf8' }));
  const left = Object.entries(tags).filter(([tag, value]) => value !== '' && WRITTEN.test(tag) && !(isMaster && tag === 'IFD0:Orientation'));
  if (left.length > 0) throw new Error(`${name}: ${left.map(([tag, value]) => `${tag}=${value}`).join(', ')}`);
}

/** An independent reader finds nothing but pixels in whatever is delivered, and our own master no more. */
async function isClean(ada) {
  const tags = ['-n', '-overwrite_original', '-GPSLatitude=48.85', '-GPSLatitudeRef=N', '-GPSLongitude=2.29', '-GPSLongitudeRef=E', `-Artist=${SECRET}`, `-XMP-dc:Creator=${SECRET}`, `-XMP-photoshop:City=${SECRET}`];
  const sources = {
    'a.jpg': [['-i', 'mandelbrot=size=640x420', '-frames:v', '1'], [...tags, '-Orientation=6', `-IPTC:By-line=${SECRET}`, `-Comment=${SECRET}`, `-Make=${SECRET}`, `-SerialNumber=${SECRET}`]],
    'a.png': [['-i', 'mandelbrot=size=640x420', '-frames:v', '1'], [...tags, `-PNG:Comment=${SECRET}`, `-PNG:Author=${SECRET}`]],
    'a.webp': [['-i', 'mandelbrot=size=640x420', '-frames:v', '1'], tags],
    'a.avif': [['-i', 'mandelbrot=size=640x420', '-frames:v', '1', '-c:v', 'libaom-av1', '-still-picture', '1', '-cpu-used', '8'], tags],
    'a.gif': [['-i', 'testsrc=size=64x48:rate=5', '-t', '1'], ['-overwrite_original', `-Comment=${SECRET}`, `-XMP-dc:Creator=${SECRET}`]],
    'a.mp4': [['-i', 'testsrc=size=320x180:rate=25', '-t', '1', '-pix_fmt', 'yuv420p', '-metadata', `title=${SECRET}`, '-metadata', 'location=+48.8500+002.2900/'], ['-overwrite_original', `-XMP-dc:Creator=${SECRET}`, `-Keys:Make=${SECRET}`, `-UserData:Author=${SECRET}`, '-n', '-Keys:GPSCoordinates=48.85 2.29']],
    'a.webm': [['-i', 'testsrc=size=320x180:rate=25', '-t', '1', '-c:v', 'libvpx', '-metadata', `title=${SECRET}`], []],
  };
  let files = 0;
  for (const [name, [how, written]] of Object.entries(sources)) {
    const file = draw(name, ...how);
    if (written.length > 0) execFileSync(exiftool, [...written, file], { stdio: 'pipe' });
    const bytes = readFileSync(file);
    if (!bytes.includes(SECRET)) throw new Error(`${name} has nothing to be cleaned of`);
    const asset = await ada.added(name, bytes);
    const addresses = [asset.url, ...Object.values(asset.variantUrls)];
    if (asset.contentType.startsWith('image/')) {
      for (const format of ['webp', 'avif', 'jpeg', 'png']) addresses.push(`${asset.url}?w=128&format=${format}`);
    }
    for (const address of addresses) {
      const answer = await fetch(address);
      equal(answer.status, 200, address);
      const kind = answer.headers.get('content-type').split('/')[1];
      reads(`delivered-${++files}-${name}.${kind}`, Buffer.from(await answer.arrayBuffer()), false);
    }
    const master = await fetch(`${ada.media}/${asset.id}/master`, { headers: ada.headers });
    reads(`master-${name}`, Buffer.from(await master.arrayBuffer()), true);
    files++;
  }
  proven(`exiftool finds nothing beside the pixels in ${files} files`);
}

/** A browser plays and seeks a video whose index stands at its end, shows AVIF, and runs nothing of a drawing. */
async function shows(ada, webm) {
  const film = await ada.added('film.mp4', readFileSync(draw('film.mp4', '-i', 'testsrc2=size=1280x720:rate=25', '-t', '16', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast', '-b:v', '12M')));
  const photo = await ada.added('photo.png', readFileSync(draw('photo.png', '-i', 'mandelbrot=size=800x600', '-frames:v', '1')));
  const drawing = await ada.added('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" onload="document.title=1"><script>document.title="ran"</script><rect width="40" height="30" fill="red"/></svg>');
  await fetch(`${photo.url}?w=384&format=avif`);
  const page = createServer((request, answer) => answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>media</title>'));
  await new Promise((done) => page.listen(0, '127.0.0.1', done));
  const browser = await puppeteer.launch({ executablePath: chromium, args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'] });
  try {
    const tab = await browser.newPage();
    const ranges = [];
    tab.on('response', (answer) => { if (answer.request().headers().range) ranges.push(`${answer.request().headers().range} ${answer.status()}`); });
    await tab.goto(`http://127.0.0.1:${page.address().port}/`);
    for (const { url } of [film, webm]) {
      const seen = await tab.evaluate(async (source) => {
        const video = document.body.appendChild(Object.assign(document.createElement('video'), { muted: true, src: source }));
        const heard = (what) => new Promise((done, failed) => {
          video.addEventListener(what, done, { once: true });
          video.addEventListener('error', () => failed(new Error(video.error.message)), { once: true });
        });
        await heard('loadeddata');
        const seeked = heard('seeked');
        video.currentTime = video.duration - 2;
        await seeked;
        const ended = heard('ended');
        await video.play();
        await ended;
        return { duration: video.duration, width: video.videoWidth, at: video.currentTime };
      }, url);
      equal(seen.width, 1280, 'the width of the video');
      if (Math.abs(seen.at - seen.duration) > 0.5) throw new Error(`played to ${seen.at} of ${seen.duration}`);
    }
    if (!ranges.some((line) => line.endsWith(' 206') && !line.startsWith('bytes=0-'))) throw new Error(`no part was asked for: ${ranges}`);
    const width = await tab.evaluate(async (source) => {
      const image = Object.assign(new Image(), { src: source });
      await image.decode();
      return image.naturalWidth;
    }, `${photo.url}?w=384&format=auto`);
    equal(width, 384, 'the width of the picture');
    equal((await fetch(`${photo.url}?w=384&format=auto`, { headers: { Accept: 'image/avif,*/*' } })).headers.get('content-type'), 'image/avif', 'what a browser gets');
    await tab.goto(drawing.url);
    equal(await tab.evaluate(() => document.title), '', 'what a drawing did');
    proven(`Chromium played two videos to their ends by ${ranges.length} ranges, and showed AVIF and a drawing`);
  } finally {
    await browser.close();
    page.close();
  }
}

await scanner.start();
await service.start();
try {
  const ada = await Editor.signIn(service);
  await ada.connect();
  const webm = await resumes(ada);
  await scans(ada);
  await isClean(ada);
  await shows(ada, webm);
} finally {
  await service.stop();
  await scanner.stop();
}
console.log(`${passed} of 4 proofs`);
