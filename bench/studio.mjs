// Measures the studio in a real Chromium: node studio.mjs <port> <work folder> [rounds] [entries] [parts ...]
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { Cast } from './cast.mjs';
import { providerOf, Service } from './service.mjs';

const [port, work, rounds = '300', many = '10000', ...parts] = process.argv.slice(2);
const ENTRIES = Number(many);
const BUILT = 'src/main/resources/studio';
const DEBUG_PORT = Number(port) + 20000 > 65535 ? Number(port) - 20000 : Number(port) + 20000;
const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
/** One line of the table: what was measured, what it is, its goal, and whether the numbers in order keep within the limits of the goal. */
const tell = (what, is, goal, kept) => console.log(`${what.padEnd(58)} ${String(is).padStart(22)}  ${(goal ?? '').padEnd(18)} ${kept === undefined ? '' : kept ? 'met' : 'MISSED'}`.trimEnd());
/** The same for times, by the slowest of twenty. */
const tellTimes = (what, times, limit) => tell(what, ms(times), limit ? `≤ ${limit} ms` : '', limit ? times.length > 0 && p(times, 0.95) <= limit : undefined);
const tellSize = (what, bytes, limit, goal) => tell(what, kb(bytes), goal, bytes <= limit);
const kb = (bytes) => (bytes / 1000).toFixed(1) + ' KB';
const p = (times, share) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
const ms = (times) => (times.length ? `p50 ${p(times, 0.5).toFixed(0)} p95 ${p(times, 0.95).toFixed(0)} ms` : 'nothing measured');

function sizes() {
  const { assets } = JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8'));
  const zip = (name) => gzipSync(readFileSync(join(BUILT, name)), { level: 9 }).length;
  const first = new Set();
  const take = (name) => {
    if (first.has(name) || !assets.includes(name)) return;
    first.add(name);
    for (const [, other] of readFileSync(join(BUILT, name), 'utf8').matchAll(/from\s*"\.\/([^"]+\.js)"/g)) take(other);
  };
  assets.filter((name) => /^(start|project|list)-.*\.js$/.test(name)).forEach(take);
  const sum = (names, size = zip) => names.reduce((all, name) => all + size(name), 0);
  tellSize('script of the first screen, gzip', sum([...first]), 100_000, '≤ 100 KB');
  tellSize('styles, gzip', sum(assets.filter((name) => name.endsWith('.css'))), 20_000, '≤ 20 KB');
  tellSize('everything, gzip', sum(assets), 400_000, '≤ 400 KB');
  tellSize('what the jar grows by', sum([...assets, 'index.html', 'manifest.json'], (name) => deflateRawSync(readFileSync(join(BUILT, name))).length), 2_000_000, '≤ 2 MB');
}

/** Events that took 16 ms and longer from the input to the next frame; shorter ones count as 16. */
const watchEvents = () => {
  globalThis.slow = [];
  new PerformanceObserver((list) => globalThis.slow.push(...list.getEntries().map((one) => [one.name, one.duration, one.interactionId]))).observe({ type: 'event', durationThreshold: 16 });
  globalThis.shifts = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((one) => { if (!one.hadRecentInput) globalThis.shifts += one.value; })).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { globalThis.largest = list.getEntries().at(-1).startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  const seen = () => (document.querySelectorAll('[role=gridcell]').length > 20 ? (globalThis.rowsAt = performance.now()) : requestAnimationFrame(seen));
  requestAnimationFrame(seen);
};

async function interactions(page, act, times) {
  await page.evaluate(() => { globalThis.slow = []; });
  for (let n = 0; n < times; n++) {
    await act(n);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await rest(200);
  const slow = await page.evaluate(() => globalThis.slow.filter(([, , id]) => id > 0));
  const each = new Map();
  for (const [, took, id] of slow) each.set(id, Math.max(each.get(id) ?? 0, took));
  const all = [...each.values()];
  while (all.length < times) all.push(16);
  return all;
}

async function open(browser, service, name, options = {}) {
  const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options });
  await context.addInitScript(watchEvents);
  const begun = await context.request.post('/api/auth/login', { data: { provider: providerOf(name) } });
  const page = await context.newPage();
  await page.goto(`${(await begun.json()).url}&login_hint=${name}%40example.com&name=${name}`);
  await page.waitForURL((url) => /^\/(w|welcome)\b/.test(url.pathname));
  return page;
}

async function slowed(page, rate) {
  page.slowing ??= await page.context().newCDPSession(page);
  await page.slowing.send('Emulation.setCPUThrottlingRate', { rate });
}

const rowsAt = async (page) => (await page.waitForFunction(() => globalThis.rowsAt, null, { timeout: 60_000 })).jsonValue();

async function list(page, project) {
  const place = project.place + '/c/posts';
  for (const rate of [1, 4]) {
    await slowed(page, rate);
    const fresh = [];
    const kept = [];
    for (let n = 0; n < 3; n++) {
      await page.goto('about:blank');
      await page.slowing.send('Storage.clearDataForOrigin', { origin: new URL(page.context()._options.baseURL).origin, storageTypes: 'indexeddb,local_storage' });
      await page.goto(place);
      fresh.push(await rowsAt(page));
      await rest(2500); // until the replica is written
      await page.reload();
      kept.push(await rowsAt(page));
    }
    tellTimes(`rows of ${ENTRIES} entries on screen, without a replica, ${rate}x`, fresh, rate === 1 ? 1000 : 0);
    tellTimes(`rows of ${ENTRIES} entries on screen, from the replica, ${rate}x`, kept, rate === 1 ? 600 : 0);
  }
  const rows = () => page.evaluate(() => document.querySelectorAll('[role=row]').length);
  for (const rate of [1, 4]) {
    await slowed(page, rate);
    const goal = rate === 1 ? 50 : 200;
    const filter = page.getByRole('searchbox', { name: 'Filter entries' });
    await filter.focus();
    tellTimes(`a key in the filter, ${rate}x`, await interactions(page, (n) => page.keyboard.press('title number 77 one'[n % 19]), 38), goal);
    await filter.fill('');
    await rest(500);
    tellTimes(`sort, ${rate}x`, await interactions(page, (n) => page.getByRole('columnheader').getByRole('button').nth(n % 3).click(), 12), goal);
    await page.locator('[role=row][tabindex="0"]').first().focus();
    tellTimes(`End and Home, ${rate}x`, await interactions(page, (n) => page.keyboard.press(n % 2 ? 'Home' : 'End'), 12), goal);
    const inDocument = await rows();
    tell(`rows in the document, ${rate}x`, inDocument, '≤ 60', inDocument <= 60);
    await page.locator('[role=row][tabindex="0"]').first().focus();
    tellTimes(`open an entry, ${rate}x`, await interactions(page, async () => {
      await page.keyboard.press('Enter');
      await page.getByRole('form', { name: 'Entry' }).waitFor();
      await page.goBack();
      await page.locator('[role=row][tabindex="0"]').first().focus();
    }, 6), goal);
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Entry' }).waitFor();
    tellTimes(`next entry, ${rate}x`, await interactions(page, () => page.keyboard.press('Alt+ArrowDown'), 12), goal);
    await page.goto(place);
    await rowsAt(page);
  }
  await slowed(page, 1);
}

async function form(page, project) {
  const fields = Object.fromEntries(Array.from({ length: 60 }, (_, n) => ['field' + n, { type: 'string', order: n }]));
  await project.call('PUT', '/models/wide', { name: 'Wide', kind: 'collection', domain: 'blog', i18n: false, fields });
  await project.call('POST', '/content/wide', { data: { one: Object.fromEntries(Object.keys(fields).map((name) => [name, 'A text'])) } });
  await page.goto(project.place + '/c/wide/one');
  await page.getByRole('form', { name: 'Entry' }).waitFor();
  const boxes = page.getByRole('form', { name: 'Entry' }).getByRole('textbox');
  for (const rate of [1, 4]) {
    await slowed(page, rate);
    await boxes.nth(30).focus();
    tellTimes(`a key in a form of ${await boxes.count()} fields, ${rate}x`, await interactions(page, (n) => page.keyboard.press('abcdefghij'[n % 10]), 60), 50);
  }
  await slowed(page, 1);
}

async function changes(service, project, token) {
  const took = [];
  const bytes = [];
  const read = (path, headers = {}) => fetch(service.url + project.P + path, { headers: { Authorization: 'Bearer ' + token, 'Accept-Encoding': 'identity', ...headers } });
  let tag = (await read('/brain/sync')).headers.get('etag');
  for (let n = 0; n < 40; n++) {
    await project.call('POST', '/content/posts', { data: { ['entry' + n * 7]: { title: 'Title changed ' + n } } });
    const began = performance.now();
    const answer = await read(`/brain/changes?since=${tag.slice(1, 41)}&tag=${encodeURIComponent(tag)}`);
    const text = await answer.text();
    if (n >= 10) {
      took.push(performance.now() - began);
      bytes.push(text.length);
    }
    const said = JSON.parse(text);
    if (said.reset) throw new Error('a reset after one save');
    tag = said.tag;
  }
  tell(`brain/changes after one save, of ${ENTRIES}`, `p50 ${p(took, 0.5).toFixed(1)} p95 ${p(took, 0.95).toFixed(1)} ms`, '≤ 5 ms', p(took, 0.95) <= 5);
  tell('its bytes, not compressed', Math.max(...bytes), '≤ 4,000', Math.max(...bytes) <= 4000);
}

async function colleague(page, project) {
  await page.goto(project.place + '/c/posts?filter=' + encodeURIComponent('colleague'));
  await rest(3000);
  const took = [];
  for (let n = 0; n < 10; n++) {
    const title = `By a colleague ${n}.`;
    const shown = page.getByRole('gridcell', { name: title }).first().waitFor({ timeout: 15_000 }).then(() => performance.now());
    await project.call('POST', '/content/posts', { data: { entry5: { title } } }, 'bo');
    const answered = performance.now();
    took.push(Math.max(0, (await shown) - answered));
    await rest(300);
  }
  tellTimes("a colleague's save on my screen after its answer", took, 300);
}

/** The stream of news as a program hears it: from the answer to a save to the line that tells of it. */
async function liveNews(service, project, token) {
  const stop = new AbortController();
  const stream = await fetch(service.url + project.P + '/events', { headers: { Authorization: 'Bearer ' + token, Accept: 'text/event-stream' }, signal: stop.signal });
  let told = () => {};
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of stream.body) if (decoder.decode(piece, { stream: true }).includes('snapshot')) told();
  })().catch(() => {});
  const took = [];
  for (let n = 0; n < 20; n++) {
    let heard = 0;
    const hears = new Promise((done, late) => {
      told = () => { heard ||= performance.now(); done(); };
      setTimeout(() => late(new Error('nothing was told of a save within 10 s')), 10_000).unref();
    });
    await project.call('POST', '/content/posts', { data: { entry7: { title: 'News ' + n } } }, 'bo');
    const answered = performance.now();
    await hears;
    took.push(Math.max(0, heard - answered));
    await rest(150);
  }
  stop.abort();
  await reading;
  tellTimes('news of a save at a listener after its answer', took, 300);
}

/**
 * A round is what somebody does in six seconds: filters, goes to an end of the list, opens an entry, comes back, and a colleague
 * saves meanwhile. 300 rounds are half an hour of it, done as fast as the page can.
 */
async function memory(page, project) {
  const inspect = page.slowing;
  await inspect.send('Performance.enable');
  const heap = async () => {
    for (let n = 0; n < 2; n++) await inspect.send('HeapProfiler.collectGarbage');
    const { metrics } = await inspect.send('Performance.getMetrics');
    const of = (name) => metrics.find((one) => one.name === name).value;
    return [of('JSHeapUsedSize') / 1e6, of('Nodes')];
  };
  await page.goto(project.place + '/c/posts');
  await rowsAt(page);
  const seen = [];
  const began = Date.now();
  const EVERY = Math.max(1, Math.floor(Number(rounds) / 6));
  for (let round = 0; round < Number(rounds); round++) {
    await page.getByRole('searchbox', { name: 'Filter entries' }).fill(['', 'number 7', 'status:draft'][round % 3]);
    await rest(300); // the rows of the filter are there: a row that goes takes the focus with it
    await page.locator('[role=row][tabindex="0"]').first().press(round % 2 ? 'Home' : 'End');
    await page.locator('[role=row][tabindex="0"]').first().press('Enter');
    await page.getByRole('form', { name: 'Entry' }).waitFor();
    await page.goBack();
    await page.locator('[role=gridcell]').first().waitFor();
    await project.call('POST', '/content/posts', { data: { entry9: { title: 'Round ' + round } } }, 'bo');
    if (round % EVERY === EVERY - 1) {
      await page.getByRole('searchbox', { name: 'Filter entries' }).fill('');
      await rest(1500); // what was saved last is on the screen
      seen.push(await heap());
    }
  }
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first || seen.length < 2) return;
  tell(`heap after each sixth of ${rounds} rounds (${Math.round((Date.now() - began) / 1000)} s)`, seen.map(([used]) => used.toFixed(1)).join(' ') + ' MB', 'flat: + 10 %', last[0] <= first[0] * 1.1);
  tell('nodes of the page meanwhile', seen.map(([, nodes]) => nodes).join(' '), 'flat: + 10 %', last[1] <= first[1] * 1.1);
}

/** What the page shows once it stands, so that nobody measures a page of errors or of signing in. */
const STANDS = {
  list: (page) => page.getByRole('grid', { name: 'Entries' }).getByRole('gridcell').first(),
  editor: (page) => page.getByRole('form', { name: 'Entry' }).getByRole('textbox', { name: 'Title', exact: true }),
  review: (page) => page.getByRole('button', { name: 'Accept', exact: true }),
};

/**
 * Lighthouse opens pages in the first context of a browser: in one of its own, where ada is signed in by her cookies. It empties
 * the caches before each page and leaves the cookies. Its score of speed is asked for as its desktop preset has it (10 Mbit/s, a
 * processor that is not slowed), since its scale for desktops is made for that; the largest paint at a quarter of the speed.
 */
async function lighthouse(service, cookies, project, branch) {
  const { default: run } = await import('lighthouse').catch(() => ({ default: null }));
  if (!run) return;
  const context = await chromium.launchPersistentContext(mkdtempSync(join(work, 'lighthouse-')), { executablePath: BROWSER, args: ['--no-sandbox', '--disable-dev-shm-usage', '--remote-debugging-port=' + DEBUG_PORT] });
  const settings = {
    port: DEBUG_PORT, output: 'json', logLevel: 'silent', onlyCategories: ['performance', 'accessibility', 'best-practices'], formFactor: 'desktop',
    screenEmulation: { mobile: false, width: 1280, height: 800, deviceScaleFactor: 1, disabled: false },
    throttlingMethod: 'devtools', throttling: { cpuSlowdownMultiplier: 4, requestLatencyMs: 40, downloadThroughputKbps: 10_000, uploadThroughputKbps: 10_000, rttMs: 40, throughputKbps: 10_000 },
  };
  try {
    await context.addCookies(cookies);
    for (const [name, path] of [['list', '/c/posts'], ['editor', '/c/posts/entry1'], ['review', '/changes/' + encodeURIComponent(branch)]]) {
      const url = service.url + project.place + path;
      const page = await context.newPage();
      await page.goto(url);
      await STANDS[name](page).waitFor({ timeout: 30_000 });
      await page.close();
      const measured = async (asked) => {
        const { lhr } = await run(url, asked);
        if (lhr.runtimeError || lhr.finalDisplayedUrl !== url) throw new Error(`${name} was not what was measured: ${lhr.finalDisplayedUrl} ${lhr.runtimeError?.message ?? ''}`);
        return lhr;
      };
      const desktop = await measured({ ...settings, throttlingMethod: 'simulate', throttling: { ...settings.throttling, cpuSlowdownMultiplier: 1 } });
      const speed = Math.round(100 * (desktop.categories.performance.score ?? 0));
      tell(`Lighthouse of the ${name}: speed by its desktop preset`, speed, '≥ 95', speed >= 95);
      const lhr = await measured(settings);
      const score = (id) => (lhr.categories[id].score === null ? '–' : Math.round(100 * lhr.categories[id].score));
      tell('  speed, access, practices at a quarter of the speed', [score('performance'), score('accessibility'), score('best-practices')].join(' / '), '– / 100 / 100', score('accessibility') === 100 && score('best-practices') === 100);
      const [paint, shift] = ['largest-contentful-paint', 'cumulative-layout-shift'].map((audit) => lhr.audits[audit].numericValue);
      tell('  largest paint, 10 Mbit/s and 4x', (paint?.toFixed(0) ?? 'not seen,') + ' ms', '≤ 2,000 ms', paint <= 2000);
      tell('  layout shift', shift?.toFixed(3) ?? 'not seen', '≤ 0.02', shift <= 0.02);
      for (const warning of lhr.runWarnings) console.log('    ' + warning);
      const poor = Object.values(lhr.audits).filter((one) => one.score !== null && one.score < 0.9 && ['binary', 'metricSavings', 'numeric'].includes(one.scoreDisplayMode));
      console.log('    ' + poor.map((one) => `${one.id} ${one.displayValue ?? ''}`.trim()).join(', '));
    }
  } finally {
    await context.close();
  }
}

sizes();
const service = new Service(Number(port), join(work, 'data'), join(work, 'service.log'));
await service.start();
const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
const tried = async (name, act) => (parts.length > 0 && !parts.some((part) => name.includes(part))) || act().catch((wrong) => console.log(`${name} could not be measured: ${String(wrong.message).split('\n').slice(0, 3).join(' ')}`));
try {
  const cast = await Cast.meet(service);
  const project = await cast.project('bench');
  for (let from = 0; from < ENTRIES; from += 1000) {
    const data = Object.fromEntries(Array.from({ length: Math.min(1000, ENTRIES - from) }, (_, n) => ['entry' + (from + n), { title: `Title number ${from + n}`, excerpt: 'Some words about it, as people write them. '.repeat(3), tags: ['one', 'two'] }]));
    await project.call('POST', '/content/posts', { data });
  }
  const page = await open(browser, service, 'ada');
  await tried('brain/changes', () => changes(service, project, cast.ada.token));
  await tried('the list', () => list(page, project));
  await slowed(page, 1);
  await tried('the form', () => form(page, project));
  await slowed(page, 1);
  await tried('news', () => liveNews(service, project, cast.ada.token));
  await tried("a colleague's save", () => colleague(page, project));
  await tried('the memory', () => memory(page, project));
  await project.call('PATCH', '/config', { workflow: 'review' });
  const { branch } = await project.call('POST', '/content/posts', { data: { entry3: { title: 'Waits' } } }, 'bo');
  const cookies = await page.context().cookies();
  await page.close(); // nothing else works in the browser or asks the service meanwhile
  await tried('Lighthouse', () => lighthouse(service, cookies, project, branch));
} finally {
  await browser.close();
  await service.stop();
}
process.exit(0);
