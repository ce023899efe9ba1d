// What breaks while somebody writes: the browser, the disk, the stream of news, the service at any moment; and a second tab.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { launchOnDisk } from '../browser.mjs';
import { until } from '../service.mjs';

/** Between two cuts of the stream, in bytes; CUT_EVERY=1 cuts at each, which takes minutes. */
const CUT_EVERY = Number(process.env.CUT_EVERY ?? 16);
const POST = '0a8d5e27c419';
const posts = async (project) => (await project.call('GET', '/brain/sync')).content['posts:en'];
/** How many saves stand in the history, page by page. */
async function landings(project) {
  let all = 0;
  let page;
  do {
    page = await project.call('GET', '/history?limit=100' + (page?.next ? '&from=' + page.next : ''));
    all += page.history.length;
  } while (page.next);
  return all;
}
const form = (page) => page.getByRole('form', { name: 'Entry' });
const field = (page, name) => form(page).getByRole('textbox', { name, exact: true });
const status = (page, text) => page.getByRole('status').filter({ hasText: new RegExp('^' + text) }).first().waitFor(); // from its beginning: 'Not saved yet' is not 'Saved'
const save = (page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const open = async (page, project, id = POST) => {
  await page.goto(`${project.place}/c/posts/${id}`);
  await form(page).waitFor();
};
const quiet = (read) => {
  try {
    return read();
  } catch {
    return ''; // a process that has ended meanwhile
  }
};

/** The browser is killed with ten drafts in ten entries: all ten are there when the person comes back. */
async function browserCrash({ cast, people, look }) {
  const project = await cast.project('crash');
  const ids = Array.from({ length: 10 }, (_, n) => `draft-${n}`);
  await project.call('POST', '/content/posts', { locale: 'en', data: Object.fromEntries(ids.map((id) => [id, { title: 'Saved ' + id }])) });
  await people.open('bo');
  const folder = mkdtempSync(join(tmpdir(), 'cms-browser-'));
  const begin = async () => {
    const context = await launchOnDisk(folder, people.service.url);
    people.contexts.push(context);
    await context.addCookies(people.sessions.get('bo')); // a browser writes cookies down now and then only
    return context;
  };
  try {
    const first = await begin();
    const ended = new Promise((done) => first.once('close', done));
    for (const id of ids) {
      const page = await first.newPage();
      people.watch(page, 'bo');
      await open(page, project, id);
      await field(page, 'Title').fill('Typed into ' + id);
      await status(page, 'Draft kept on this device');
    }
    const mine = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && quiet(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes(folder));
    assert.ok(mine.length > 0, 'the browser was found');
    for (const pid of mine) quiet(() => process.kill(Number(pid), 'SIGKILL'));
    await ended;
    const second = await begin();
    const page = await second.newPage();
    people.watch(page, 'bo');
    await page.goto(project.place);
    const drafts = page.getByRole('region', { name: 'My drafts' });
    await until('the newest are listed', async () => (await drafts.getByRole('link').count()) === 8);
    await look(page, 'drafts-after-a-crash', { schemes: ['light'] });
    await drafts.getByRole('button', { name: 'and 2 more' }).click();
    await until('all are listed', async () => (await drafts.getByRole('link').count()) === ids.length);
    for (const id of ids) {
      await open(page, project, id);
      assert.equal(await field(page, 'Title').inputValue(), 'Typed into ' + id);
      await save(page);
      await status(page, 'Saved');
    }
    const live = await posts(project);
    for (const id of ids) assert.equal(live[id].title, 'Typed into ' + id);
    await page.goto(project.place);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await until('no draft is left', async () => (await drafts.getByRole('link').count()) === 0);
  } finally {
    for (const context of people.contexts.splice(1)) await context.close().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The disk is full while somebody saves: a sentence, the draft stays, and the same save goes through once there is room, once. */
async function fullDisk({ service, cast, people, look }) {
  try {
    execFileSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' });
  } catch {
    console.log('   skipped: strace cannot run here, so no disk can be made full');
    return;
  }
  const project = await cast.project('full');
  const bo = await people.open('bo');
  await open(bo, project);
  await field(bo, 'Title').fill('No room at first');
  await status(bo, 'Draft kept on this device');
  await project.call('POST', '/content/posts', { locale: 'de', data: { [POST]: { title: 'Vorher' } } }); // threads that have just written stay for a while
  const before = await landings(project);
  // Whoever writes repositories gets what a full disk answers; see DiskFaults among the tests of durability.
  const tasks = readdirSync(`/proc/${service.process.pid}/task`).filter((task) => quiet(() => readFileSync(`/proc/${service.process.pid}/task/${task}/comm`, 'utf8')).startsWith('git-disk'));
  assert.ok(tasks.length > 0, 'the threads that write were found');
  const full = spawn('strace', ['-o', '/dev/null', '-e', 'trace=write', '-e', 'inject=write:error=ENOSPC', ...tasks.flatMap((task) => ['-p', task])], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((done) => full.once('exit', done));
  try {
    let said = '';
    full.stderr.on('data', (text) => { said += text; });
    await until('the disk is full', () => said.match(/attached|attach: ptrace/g)?.length >= tasks.length); // each thread is followed, or has ended since
    await save(bo);
    await bo.getByRole('button', { name: 'Try again' }).first().waitFor();
    await look(bo, 'entry-disk-full', { focus: false, schemes: ['light'] });
    assert.equal(await field(bo, 'Title').inputValue(), 'No room at first', 'the form is as it was');
    assert.equal((await posts(project))[POST].title, 'The last sleeper north', 'nothing of it is live');
  } finally {
    full.kill('SIGTERM');
    await ended;
  }
  await bo.reload();
  await bo.getByText('Your unsaved changes are back.').waitFor();
  await save(bo);
  await status(bo, 'Saved');
  assert.equal((await posts(project))[POST].title, 'No room at first');
  assert.equal(await landings(project), before + 1, 'it was saved once');
}

/** Stands between browser and service, and lets the next stream of news break off after so many bytes of what is said there. */
class Cutter {
  constructor(target) {
    this.target = new URL(target);
    this.after = Infinity;
    this.streams = 0;
    this.bytes = 0;
    this.refused = 0;
    this.server = createServer((asked, answer) => {
      const { pathname, search } = new URL(asked.url, target);
      if (this.refuses && pathname.endsWith('/events')) {
        this.refused++;
        answer.writeHead(502).end();
        return;
      }
      const passed = ask({ host: this.target.hostname, port: this.target.port, method: asked.method, path: pathname + search, headers: asked.headers }, (got) => {
        answer.writeHead(got.statusCode, got.headers);
        if (pathname.endsWith('/events')) this.cut(answer, got);
        else got.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      answer.on('close', () => passed.destroy());
      asked.pipe(passed);
    });
  }

  cut(answer, got) {
    let left = this.after;
    this.after = Infinity;
    this.bytes = 0;
    this.streams++;
    this.end = () => answer.socket?.destroy();
    answer.write('retry: 20\n\n', () => left === 0 && this.end()); // come back at once; the rest is what the service says
    got.on('data', (piece) => {
      this.bytes += piece.length;
      const part = piece.subarray(0, left);
      left -= part.length;
      answer.write(part, () => left === 0 && answer.socket?.destroy());
    });
    got.on('end', () => answer.end());
  }

  /** Ends the stream that is open; the one that the browser opens then breaks off there. */
  async cutNext(after) {
    const before = this.streams;
    this.after = after;
    this.end();
    await until('the stream is opened anew', () => this.streams > before);
    return before + 1; // it may have broken off already, and another one be open
  }

  async listen() {
    await new Promise((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${this.server.address().port}`;
  }

  close() {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/**
 * The stream of news breaks off at each byte while ada saves: bo sees every save, keeps what he typed, and nothing comes twice.
 * Found that a stream that broke while another was opened stopped the news of its project for ever (`LiveLocksTest`).
 */
async function brokenStream({ service, cast, people }) {
  const project = await cast.project('cut');
  const cutter = new Cutter(service.url);
  const proxy = { server: await cutter.listen(), bypass: '<-loopback>' };
  try {
    await people.open('bo');
    const bo = await people.open('bo', { proxy });
    await open(bo, project);
    await until('he hears of news', () => cutter.streams > 0);
    const title = (text) => project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: text } } });
    const shown = (text) => until('he sees: ' + text, async () => (await field(bo, 'Title').inputValue()) === text);
    await field(bo, 'Excerpt').fill('By bo.');
    await title('Whole');
    await shown('Whole');
    await until('all of it was said', async () => {
      const said = cutter.bytes;
      await rest(1000);
      return said > 100 && said === cutter.bytes; // more than who is there
    });
    const whole = cutter.bytes;
    const before = await landings(project);
    let cuts = 0;
    for (let after = 0; after < whole; after += CUT_EVERY, cuts++) {
      const stream = await cutter.cutNext(after);
      await title('Cut after ' + after);
      await shown('Cut after ' + after);
      await until(`the stream broke off after ${after} of ${whole} bytes`, () => cutter.streams > stream);
      assert.equal(await field(bo, 'Excerpt').inputValue(), 'By bo.', 'what he typed stays');
    }
    cutter.refuses = true;
    cutter.end();
    await until('a proxy refuses the stream', () => cutter.refused > 0);
    cutter.refuses = false;
    await title('After a refusal');
    await shown('After a refusal');
    await save(bo);
    await status(bo, 'Saved');
    const entry = (await posts(project))[POST];
    assert.equal(entry.title, 'After a refusal');
    assert.equal(entry.excerpt, 'By bo.');
    assert.equal(await landings(project), before + cuts + 2, 'each was saved once');
  } finally {
    cutter.close();
  }
}

/** Two tabs of one person on one entry: both edits survive, and where both wrote the same field a dialog asks. */
async function secondTab({ cast, people }) {
  const project = await cast.project('tabs');
  const first = await people.open('bo');
  const second = await first.context().newPage();
  people.watch(second, 'bo');
  for (const page of [first, second]) await open(page, project);
  await field(first, 'Title').fill('In the first tab');
  await status(first, 'Draft kept on this device');
  await field(second, 'Excerpt').fill('In the second tab');
  await status(second, 'Draft kept on this device');
  await field(first, 'Title').fill('In the first tab, to the last key');
  await first.reload(); // at once: what was typed is written down when the page ends
  await second.reload();
  for (const page of [first, second]) await page.getByText('Your unsaved changes are back.').waitFor();
  assert.equal(await field(first, 'Title').inputValue(), 'In the first tab, to the last key');
  assert.equal(await field(second, 'Excerpt').inputValue(), 'In the second tab', 'each tab has its own draft');
  await field(first, 'Title').fill('In the first tab');
  await save(first);
  await status(first, 'Saved');
  await until('the second tab follows', async () => (await field(second, 'Title').inputValue()) === 'In the first tab');
  assert.equal(await field(second, 'Excerpt').inputValue(), 'In the second tab', 'what was typed there stays');
  await save(second);
  await status(second, 'Saved');
  const both = (await posts(project))[POST];
  assert.deepEqual([both.title, both.excerpt], ['In the first tab', 'In the second tab']);
  await until('the first tab follows', async () => (await field(first, 'Excerpt').inputValue()) === 'In the second tab');
  await field(first, 'Title').fill('One');
  await field(second, 'Title').fill('Two');
  await save(first);
  await status(first, 'Saved');
  await until('one is live', async () => (await posts(project))[POST].title === 'One');
  assert.equal(await field(second, 'Title').inputValue(), 'Two', 'the other tab keeps its own');
  await save(second);
  const dialog = second.getByRole('dialog', { name: 'This entry changed meanwhile' });
  await dialog.getByRole('radiogroup', { name: 'Title' }).getByText('Mine', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save with these decisions' }).click();
  await until('the decision is live', async () => (await posts(project))[POST].title === 'Two');
}

/** Killed with nothing read yet, in the middle of the save, and when it was done: each time it is there once in the end. */
async function killedAtAnyMoment({ service, cast, people }) {
  const project = await cast.project('moments');
  const bo = await people.open('bo');
  for (const moment of [0, 5, 20, 60]) {
    const before = await landings(project);
    await open(bo, project);
    await field(bo, 'Title').fill('Killed after ' + moment);
    await status(bo, 'Draft kept on this device');
    await bo.route('**/content/posts', async (route) => {
      const sent = route.fetch().catch(() => {});
      await rest(moment);
      await service.kill();
      await sent;
      await route.abort('connectionreset');
    }, { times: 1 });
    await save(bo);
    await bo.getByRole('button', { name: 'Try again' }).first().waitFor();
    assert.equal(await field(bo, 'Title').inputValue(), 'Killed after ' + moment, 'the form is as it was');
    await service.start();
    await bo.getByRole('button', { name: 'Try again' }).first().click();
    await status(bo, 'Saved');
    assert.equal((await posts(project))[POST].title, 'Killed after ' + moment);
    assert.equal(await landings(project), before + 1, 'it was saved once');
  }
}

/** The answer to a save for review gets lost: asked again, it is one change, not two. */
async function lostAnswer({ cast, people }) {
  const project = await cast.project('lost');
  await project.call('PATCH', '/config', { workflow: 'review' });
  const bo = await people.open('bo');
  await open(bo, project);
  await field(bo, 'Title').fill('Asked twice');
  await status(bo, 'Draft kept on this device');
  await bo.route('**/content/posts', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  }, { times: 1 });
  await bo.getByRole('button', { name: 'Save and ask for review', exact: true }).click();
  await bo.getByRole('button', { name: 'Try again' }).first().click();
  await status(bo, 'Waiting for review');
  assert.equal((await project.call('GET', '/branches')).branches.length, 1, 'it is one change');
}

const HOSTILE = `<p id="fine">Fine</p><script>top.document.title = 'ran'</script><img src="x" onerror="top.document.title = 'ran'"><img src="https://elsewhere.example/a.png" alt="far">
<form action="https://elsewhere.example/"><input name="q"><button>Go</button></form><style>p { color: red }</style><a href="javascript:alert(1)">link</a><iframe src="https://elsewhere.example/"></iframe>`;

/** HTML of content is cleaned in the page once more, whatever the service says, and stands in a frame that runs nothing. */
async function cleanedTwice({ cast, people }) {
  const project = await cast.project('cleaned');
  const bo = await people.open('bo');
  await open(bo, project);
  await bo.route('**/preview', (route) => route.fulfill({ json: { html: HOSTILE } }));
  await form(bo).getByRole('button', { name: 'Read', exact: true }).click();
  const frame = bo.frameLocator('iframe');
  await frame.locator('#fine').waitFor();
  assert.equal(await frame.locator('script, form, input, button, style, iframe, [onerror], a[href^="javascript"]').count(), 0, 'nothing of it is left');
  assert.equal(await frame.locator('img[src^="http"]').count(), 0, 'nothing is loaded from elsewhere');
  assert.equal(await bo.locator('iframe').first().getAttribute('sandbox'), '', 'the frame runs nothing');
  assert.notEqual(await bo.title(), 'ran');
  const taken = await bo.evaluate(() => {
    try {
      return globalThis.trustedTypes.createPolicy('studio', { createHTML: (text) => text }).name;
    } catch {
      return '';
    }
  });
  assert.equal(taken, '', 'no other script gets a policy that lets HTML through');
  people.complaints = people.complaints.filter((one) => !/trusted-types|TrustedTypePolicy/i.test(one));
  // The policy blocks what is inline already while the page reads it to clean it, and says so; everything else counts.
  people.complaints = people.complaints.filter((one) => !/inline/.test(one));
}

export default {
  'killed at any moment of a save': killedAtAnyMoment, 'the browser crashes with ten drafts': browserCrash, 'news break off at each byte': brokenStream,
  'a second tab on one entry': secondTab, 'the disk is full': fullDisk, 'an answer gets lost': lostAnswer, 'HTML is cleaned twice': cleanedTwice,
};
