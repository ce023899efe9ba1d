import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { countSave, readCurrent, waitingIn } = await import('../../main/web/src/screens/entry/waiting');
const { pagesOfDetails } = await import('../../main/web/src/replica/changes');
const { newIn } = await import('../../main/web/src/screens/list/waits');
const { inTurns } = await import('../../main/web/src/api/turns');
const { going } = await import('../../main/web/src/screens/entry/ownchange');
const { ontoOwn, toldOf } = await import('../../main/web/src/screens/entry/inchange');
const model = { id: 'posts', name: 'Posts', kind: 'collection' as const, domain: 'blog', i18n: true };
const change = (models: string[], entries: [string, string | null, string | null][], count = entries.length) => ({ name: 'c', sha: 's', author: null, commits: 1, state: 'fits' as const, models, entries: entries.map(([of, locale, entry]) => ({ model: of, locale, entry })), counts: { entries: count, fields: 1, files: 1 } });

const form = (before: object, values: object, branch: string | null = null) => ({ before, values, base: 'live', branch, opened: null, waits: false, stored: false, saved: false, tried: null }) as Parameters<typeof ontoOwn>[0];

test('a form that nobody has touched is as its change has it, on the commit of that', () => {
  const next = ontoOwn(form({ title: 'Live', line: 'north' }, { title: 'Live', line: 'north' }), { title: 'Waits', line: 'north' }, 'mine', 'tip');
  assert.deepEqual([next.values, next.before, next.base, next.branch, next.opened], [{ title: 'Waits', line: 'north' }, { title: 'Waits', line: 'north' }, 'tip', 'mine', { title: 'Live', line: 'north' }]);
});

test('what was typed stays, on the commit that it was typed on, so that the service tells where the change has it otherwise', () => {
  const next = ontoOwn(form({ title: 'Live', line: 'north' }, { title: 'Typed', line: 'north' }), { title: 'Waits', line: 'south' }, 'mine', 'tip');
  assert.deepEqual([next.values, next.before, next.base], [{ title: 'Typed', line: 'south' }, { title: 'Live', line: 'south' }, 'live']);
});

test('a form in which stands what its change holds goes on from the tip of that', () => {
  const next = ontoOwn(form({ title: 'Live' }, { title: 'Waits' }), { title: 'Waits' }, 'mine', 'tip');
  assert.deepEqual([next.values, next.before, next.base], [{ title: 'Waits' }, { title: 'Waits' }, 'tip']);
});

test('what comes into a form from its change is told of, and so is what the change has otherwise than was typed; a form that is just opened says where it waits', () => {
  const there = { title: 'Waits', line: 'south', place: 'here' };
  const typed = form({ title: 'Live', line: 'north', place: 'there' }, { title: 'Typed', line: 'north', place: 'here' });
  assert.deepEqual(toldOf(typed, there), { came: ['line'], news: ['title'] }, 'the place was typed as the change has it');
  const untouched = { title: 'Live', line: 'north' };
  assert.deepEqual(toldOf(form(untouched, untouched), there), { came: [], news: [] });
  assert.deepEqual(toldOf(form(untouched, untouched, 'mine'), { title: 'Moved', line: 'north' }), { came: ['title'], news: [] });
});

test('what was read of the changes before a save of this page is not told of after it: it is read again', async () => {
  const page = {} as Parameters<typeof readCurrent>[0];
  const answers = ['before the save', 'after it'];
  const told: string[] = [];
  await readCurrent(page, () => false, async () => {
    if (answers.length === 2) countSave(page); // it is answered while the changes are read
    return answers.shift()!;
  }, async (found) => void told.push(found));
  assert.deepEqual(told, ['after it']);
});

test('a reading that a save comes into while it is followed is old, and is read again; nobody reads on for a form that is gone', async () => {
  const page = {} as Parameters<typeof readCurrent>[0];
  const old: boolean[] = [];
  await readCurrent(page, () => false, async () => 'read', async (_, isOld) => {
    if (old.length === 0) countSave(page);
    old.push(isOld());
  });
  assert.deepEqual(old, [true, false]);
  let isGone = false;
  let times = 0;
  await readCurrent(page, () => isGone, async () => {
    times++;
    isGone = true;
    countSave(page);
  }, async () => assert.fail('the form is gone'));
  assert.equal(times, 1);
});

/** A form with one change of its person, whose values at its tip are answered when the test says so. */
function goer(fields: object) {
  let answer: (values: object) => void = () => {};
  let isFixed = false;
  const form = { now: { values: { title: 'Live' }, before: { title: 'Live' }, base: 'live', branch: null, opened: null, waits: false, stored: false, saved: false, tried: null, ...fields } as Parameters<typeof ontoOwn>[0] };
  const put = (next: object) => { form.now = { ...form.now, ...next }; };
  const own = going(() => ({ now: () => form.now, put, isFixed: () => isFixed, mayWrite: () => true, valuesAt: () => new Promise((answered) => { answer = answered; }), tell: () => {}, again: () => {} }));
  return { form, put, own, answer: (values: object) => answer(values), fix: (is: boolean) => { isFixed = is; } };
}
const mine = { ...change(['posts'], [['posts', 'en', 'one']]), name: 'mine', sha: 'first' };

test('what a change held before a save into it does not come over what was saved', async () => {
  const { form, put, own, answer } = goer({ branch: 'mine', base: 'before' });
  const under = own.goInto(mine, () => false);
  put({ values: { title: 'Saved' }, before: { title: 'Saved' }, base: 'second' }); // the save is answered
  answer({ title: 'As it was' });
  await under;
  assert.deepEqual([form.now.values, form.now.base], [{ title: 'Saved' }, 'second']);
  const late = goer({});
  const other = late.own.goInto(mine, () => true);
  late.answer({ title: 'As it was' });
  await other;
  assert.equal(late.form.now.branch, null, 'an answer that is old is not followed');
});

test('a change that is found while somebody decides is gone into right after, before the next save', async () => {
  const { form, own, answer, fix } = goer({});
  const under = own.goInto(mine, () => false);
  fix(true); // the question is asked while the values are read
  answer({ title: 'Waits' });
  await under;
  assert.equal(form.now.branch, null);
  await own.resume();
  assert.equal(form.now.branch, null, 'the question is still open');
  fix(false);
  const resumed = own.resume();
  answer({ title: 'Waits' });
  await resumed;
  assert.deepEqual([form.now.branch, form.now.base, form.now.values], ['mine', 'first', { title: 'Waits' }]);
});

test('a form asks for the changes of its entry alone, and reads on where the service had no time for all', async () => {
  const asked: URLSearchParams[] = [];
  globalThis.fetch = (async (path: string) => {
    const query = new URL(path, 'http://here').searchParams;
    asked.push(query);
    const of = (name: string, author: string) => ({ ...mine, name, author: { id: author, email: '' } });
    return Response.json(query.has('from') ? { branches: [of('newest', 'bo'), of('older', 'bo'), of('gone', 'bo')], next: null } : { branches: [of('hers', 'ada')], next: '7:cr/x y' });
  }) as typeof fetch;
  const page = { path: '/p', person: 'bo', branches: ['hers', 'newest', 'older'].map((name) => ({ name, sha: 's' })) } as unknown as Parameters<typeof waitingIn>[0];
  const found = await waitingIn(page, model, 'en', 'o n&e', new AbortController().signal);
  assert.deepEqual([found.mine?.name, found.others.map((one) => one.name)], ['newest', ['hers', 'older']]);
  assert.deepEqual(asked.map((one) => [one.get('model'), one.get('locale'), one.get('entry'), one.get('from')]), [['posts', 'en', 'o n&e', null], ['posts', 'en', 'o n&e', '7:cr/x y']]);
  await waitingIn(page, model, 'en', '', new AbortController().signal);
  assert.equal(asked.at(-1)!.has('entry'), false, 'a singleton has no name');
});

test('a walk over open changes ends when the page is left, and after two hundred', async () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ ...mine, name: `c${at}` }));
  let asked = 0;
  const leaving = new AbortController();
  globalThis.fetch = (async (_path: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    asked += 1;
    return Response.json({ branches: many, next: '7:cr/x' });
  }) as typeof fetch;
  const page = { path: '/p', person: 'bo', branches: [] } as unknown as Parameters<typeof waitingIn>[0];
  await waitingIn(page, model, 'en', 'one', leaving.signal);
  assert.equal(asked, 4);
  let pages = 0;
  await assert.rejects(async () => {
    for await (const _ of pagesOfDetails(page, {}, leaving.signal)) if (++pages === 2) leaving.abort();
  }, { name: 'AbortError' });
  assert.deepEqual([pages, asked], [2, 6]);
});

test('a page without changes is no reason to ask for ever', async () => {
  let asked = 0;
  globalThis.fetch = (async () => {
    asked += 1;
    return Response.json({ branches: [], next: '7:cr/x' });
  }) as typeof fetch;
  await waitingIn({ path: '/p', branches: [] } as unknown as Parameters<typeof waitingIn>[0], model, 'en', 'one', new AbortController().signal);
  assert.equal(asked, 20);
});

test('new entries that wait are named by the answer for their model and locale, and told as more where it names not all', async () => {
  const queries: URLSearchParams[] = [];
  const of = (name: string, author: string, entries: string[], count = entries.length) => ({ ...mine, name, sha: name, author: { id: author, email: '' }, matches: { entries, count } });
  let changes = [of('his', 'bo', ['there', 'new']), of('hers', 'ada', ['other'])];
  globalThis.fetch = (async (path: string) => {
    const url = new URL(path, 'http://here');
    if (url.pathname.endsWith('/branches')) return Response.json({ branches: changes, next: null });
    queries.push(url.searchParams);
    return Response.json({ entries: url.searchParams.get('ids')!.split(',').map((id) => ({ id, data: {}, meta: {} })) });
  }) as typeof fetch;
  const snapshot = { models: [model], content: { 'posts:en': { there: {} } }, meta: {}, config: { locales: { default: 'en' } } };
  const page = { path: '/p', person: 'bo', snapshot, branches: [] } as unknown as Parameters<typeof waitingIn>[0];
  const { signal } = new AbortController();
  const one = await newIn(page, model, 'en', signal);
  assert.deepEqual([one.entries.map((entry) => entry.id), one.isWhole], [['new'], true]);
  assert.deepEqual([queries.length, queries[0]!.get('ids'), queries[0]!.get('at')], [1, 'new', 'his']);
  changes = [of('his', 'bo', ['new'], 300)];
  assert.equal((await newIn(page, model, 'en', signal)).isWhole, false);
  changes = Array.from({ length: 30 }, (_, at) => of(`c${at}`, 'bo', [`e${at}`]));
  const cut = await newIn(page, model, 'en', signal);
  assert.deepEqual([cut.entries.length, cut.isWhole], [20, false]);
});

test('no more are asked at once than were allowed, in their order, and none once it is given up', async () => {
  let now = 0;
  let most = 0;
  const ask = async (one: number): Promise<number> => {
    most = Math.max(most, ++now);
    await new Promise((then) => setImmediate(then));
    now -= 1;
    return one * 2;
  };
  const all = Array.from({ length: 50 }, (_, at) => at);
  assert.deepEqual(await inTurns(all, 4, ask, new AbortController().signal), all.map((one) => one * 2));
  assert.equal(most, 4);
  const leaving = new AbortController();
  let asked = 0;
  await assert.rejects(inTurns(all, 4, async () => void (++asked === 8 && leaving.abort()), leaving.signal), { name: 'AbortError' });
  assert.ok(asked < 12);
});
