import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { isAbout } = await import('../../main/web/src/screens/entry/waiting');
const { ontoOwn } = await import('../../main/web/src/screens/entry/inchange');
const model = { id: 'posts', name: 'Posts', kind: 'collection' as const, domain: 'blog', i18n: true };
const change = (models: string[], entries: [string, string | null, string | null][], count = entries.length) => ({ name: 'c', sha: 's', author: null, commits: 1, state: 'fits' as const, models, entries: entries.map(([of, locale, entry]) => ({ model: of, locale, entry })), counts: { entries: count, fields: 1, files: 1 } });

test('a change is about an entry by its model, its id and its language', () => {
  const one = change(['posts'], [['posts', 'en', 'one']]);
  assert.equal(isAbout(one, model, 'en', 'one'), true);
  assert.equal(isAbout(one, model, 'de', 'one'), false);
  assert.equal(isAbout(one, model, 'en', 'two'), false);
  assert.equal(isAbout(change(['authors'], [['authors', 'en', 'one']]), model, 'en', 'one'), false);
  assert.equal(isAbout(change(['posts'], [['posts', null, 'one']]), model, 'en', 'one'), true, 'a model that is not translated has no language');
});

test('where more entries are changed than are named, and where there is but one without a name, its difference has to tell', () => {
  assert.equal(isAbout(change(['posts'], [['posts', 'en', 'one']], 21), model, 'en', 'two'), null);
  assert.equal(isAbout(change(['authors'], [['authors', 'en', 'one']], 21), model, 'en', 'two'), false);
  assert.equal(isAbout(change(['posts'], []), { ...model, kind: 'singleton', i18n: false }, 'en', ''), null);
});

const form = (before: object, values: object, branch: string | null = null) => ({ before, values, base: 'live', branch, opened: null, waits: false, stored: false, saved: false, tried: null }) as Parameters<typeof ontoOwn>[0];

test('a form that nobody has touched is as its change has it, on the commit of that', () => {
  const next = ontoOwn(form({ title: 'Live', line: 'north' }, { title: 'Live', line: 'north' }), { title: 'Waits', line: 'north' }, 'mine', 'tip');
  assert.deepEqual([next.values, next.before, next.base, next.branch, next.opened], [{ title: 'Waits', line: 'north' }, { title: 'Waits', line: 'north' }, 'tip', 'mine', { title: 'Live', line: 'north' }]);
});

test('what was typed stays, on the commit that it was typed on, so that the service tells where the change has it otherwise', () => {
  const next = ontoOwn(form({ title: 'Live', line: 'north' }, { title: 'Typed', line: 'north' }), { title: 'Waits', line: 'south' }, 'mine', 'tip');
  assert.deepEqual([next.values, next.before, next.base], [{ title: 'Typed', line: 'south' }, { title: 'Live', line: 'south' }, 'live']);
});
