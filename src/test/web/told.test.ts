import './page';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kept } from '../../main/web/src/replica/snapshots';

const nothing = () => {};
class Stream {
  static CLOSED = 2;
  static last: Stream;
  heard: Record<string, (event: { data: string }) => void> = {};
  constructor() { Stream.last = this; }
  addEventListener(type: string, does: (event: { data: string }) => void) { this.heard[type] = does; }
  close() {}
}
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
Object.assign(globalThis, { EventSource: Stream, window: { addEventListener: nothing, removeEventListener: nothing } });
Object.assign(document, { removeEventListener: nothing });
const { ProjectContent } = await import('../../main/web/src/replica/project');
const { commitIn, Told } = await import('../../main/web/src/replica/told');
const { post, send } = await import('../../main/web/src/api/call');

const [old, saved, newest] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string];
const behind = { headers: { 'X-Cms-Behind': 'true' } };
const project = { id: 'p', access: { may: ['read_branches'] } };
const kept = (commit: string) => ({ tag: `"${commit}"`, text: JSON.stringify({ models: [], content: { home: commit }, meta: {}, config: null }) }) as Kept;

/** What is asked of the service, and what each answer is made of; every pause is over at once. */
function service(answer: (url: URL) => Response): string[] {
  const asked: string[] = [];
  globalThis.fetch = (async (path: string) => {
    asked.push(path);
    return answer(new URL(path, 'http://x'));
  }) as typeof fetch;
  return asked;
}
const news = (commit: string, more = {}, init?: ResponseInit) => Response.json({ commit, tag: `"${commit}"`, reset: false, ...more }, init);
const whole = (commit: string, init: ResponseInit = {}) => Response.json({ models: [], content: { home: commit }, meta: {}, config: null }, { ...init, headers: { ...init.headers, ETag: `"${commit}"` } });
const rest = (url: URL) => Response.json(url.pathname.endsWith('/branches') ? { branches: [] } : project);

test('a page that saved is not answered by an instance that has not heard of it, and goes on once that has', async () => {
  let asks = 0;
  const asked = service((url) => {
    if (url.pathname.endsWith('/save')) return Response.json({ commit: { sha: saved } });
    if (!url.pathname.endsWith('/brain/changes')) return rest(url);
    if (url.searchParams.get('atLeast') !== saved) return news(old);
    return ++asks === 1 ? news(old, {}, behind) : news(newest, { content: { home: { whole: 'new' } } });
  });
  const content = new ProjectContent('/p', '/', project as never, 'ada', kept(old));
  const leave = content.open();
  await content.readAnew();
  await post('/p/save');
  assert.deepEqual([content.commit, asks], [old, 0]);
  await content.readAnew();
  assert.deepEqual([content.commit, content.unread, asks], [newest, null, 2]);
  assert.ok(asked.includes(`/p/branches?atLeast=${saved}`), 'a change that was made is listed, too');
  await content.refresh();
  assert.ok(!asked.at(-1)!.includes('atLeast'), 'what was read is asked for no more');
  leave();
});

test('a page goes back to nothing older where everything is read anew by another instance', async () => {
  let wholes = 0;
  service((url) => {
    if (url.pathname.endsWith('/brain/changes')) return news(newest, { reset: true });
    if (!url.pathname.endsWith('/brain/sync')) return rest(url);
    return url.searchParams.get('atLeast') === newest && ++wholes > 1 ? whole(newest) : whole(old, behind);
  });
  const content = new ProjectContent('/p', '/', project as never, 'ada', kept(saved));
  const shown: (string | null)[] = [];
  content.subscribe(() => shown.push(content.commit));
  await content.refresh();
  assert.deepEqual([content.commit, wholes, shown.includes(old)], [newest, 2, false]);
});

test('what an event names is read, though the first who answers has not heard of it', async () => {
  let asks = 0;
  service((url) => {
    if (!url.pathname.endsWith('/brain/changes')) return rest(url);
    if (url.searchParams.get('since') === newest) return news(newest);
    if (url.searchParams.get('atLeast') !== newest) return news(old);
    return ++asks === 1 ? news(old, {}, behind) : news(newest);
  });
  const content = new ProjectContent('/p', '/', project as never, 'ada', kept(old));
  const leave = content.open();
  await content.readAnew();
  Stream.last.heard.snapshot!({ data: JSON.stringify({ type: 'snapshot', commit: newest }) });
  await content.readAnew();
  assert.deepEqual([content.commit, asks], [newest, 2]);
  leave();
});

test('it ends: a reading is refused after some pauses, and a commit that never comes is waited for no longer than a minute', async () => {
  let time = 1000;
  const pauses: number[] = [];
  const told = new Told(() => time, async (pause) => { pauses.push(pause); });
  service(() => news(old, {}, behind));
  told.hear(newest);
  told.wrote(saved);
  assert.equal(told.least(), saved, 'what others did may be older than what was written here');
  await assert.rejects(told.read((atLeast) => send('GET', '/p/brain/changes?since=x', { atLeast })), { status: 503 });
  assert.deepEqual(pauses, [250, 500, 1000, 2000, 4000]);
  time += 60_001;
  assert.equal((await told.read((atLeast) => send('GET', '/p/brain/changes?since=x', { atLeast }))).least, null);
  assert.equal(told.least(), null);
});

test('what others go on to do does not prolong the wait for what was written', () => {
  let time = 1000;
  const told = new Told(() => time);
  told.wrote(saved);
  time += 40_000;
  told.hear(newest);
  assert.equal(told.least(), saved);
  time += 21_000;
  assert.equal(told.least(), newest);
});

test('what was read is waited for no more, and what was told meanwhile is', () => {
  const told = new Told(() => 0);
  told.hear(newest);
  told.wrote(saved);
  told.has(saved);
  assert.equal(told.least(), newest);
  told.has(old);
  assert.equal(told.least(), newest);
});

test('a commit is where a save, a decision and a publishing name it; a trial names none', () => {
  assert.deepEqual([{ commit: { sha: saved } }, { commit: saved }, { sha: saved }, { commit: { sha: '' } }, { id: saved }, null].map((json) => commitIn('/p/content/posts', json)), [saved, saved, saved, null, null, null]);
  assert.equal(commitIn('/p/content/posts?dryRun=true', { commit: { sha: saved } }), null);
});
