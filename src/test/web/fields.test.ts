import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';
import type { FieldDefinition } from '../../main/web/src/api/types';

const { isSame, itemOf, labelOf } = await import('../../main/web/src/fields/kinds');
const { complaint } = await import('../../main/web/src/fields/rules');
const { entriesOf, fieldsOf, localesOf, slugOf, titleOf } = await import('../../main/web/src/replica/entries');
const { aboutBranch, grouped } = await import('../../main/web/src/replica/changes');

const says = (field: FieldDefinition, value: unknown) => complaint(field, value) !== '';

test('what is needed may not be empty in any of its forms', () => {
  for (const none of [undefined, null, '']) assert.ok(says({ type: 'string', required: true }, none));
  assert.ok(!says({ type: 'boolean', required: true }, false));
  assert.ok(!says({ type: 'integer', required: true }, 0));
});

test('lengths are counted as the service counts them', () => {
  assert.ok(!says({ type: 'string', max: 4 }, '🚂🚂'));
  assert.ok(says({ type: 'string', max: 3 }, '🚂🚂'));
  assert.ok(says({ type: 'string', min: 3 }, 'ab'));
  assert.ok(says({ type: 'integer', max: 5 }, 6));
});

test('order inside of an object changes nothing, order in a list does', () => {
  assert.ok(isSame({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }));
  assert.ok(!isSame([1, 2], [2, 1]));
  assert.ok(!isSame(undefined, null));
});

test('labels are words', () => {
  assert.equal(labelOf('published_on', { type: 'date' }, 'en'), 'Published on');
  assert.equal(labelOf('x', { type: 'date', label: { de: 'Tag', en: 'Day' } }, 'de'), 'Tag');
  assert.deepEqual(itemOf({ type: 'array' }), { type: 'string' });
});

test('content of another form than its kind is shown as empty, and the fields follow their order', () => {
  const model = { id: 'posts', name: 'Posts', kind: 'collection', domain: '', i18n: false, fields: { b: { type: 'string', order: 2 }, a: 'string', title: { type: 'string', order: 3 } } } as any;
  const snapshot = { models: [model], content: { 'posts:en': { x: 'no entry' } }, meta: {}, config: null } as any;
  assert.deepEqual(entriesOf(snapshot, model, 'en'), [{ id: 'x', data: {}, meta: {} }]);
  assert.deepEqual(fieldsOf(model).map(([name]) => name), ['b', 'title', 'a']);
  assert.equal(titleOf(model, { id: 'x', data: { title: ' ' }, meta: {} }), 'x');
});

test('a branch says what it is about and when it was opened', () => {
  assert.deepEqual(aboutBranch('cr/content/posts/en/1795546591-81c6'), { about: 'posts · en', opened: '2026-11-24T18:56:31.000Z' });
  assert.equal(aboutBranch('odd').about, 'odd');
});

test('an entry that was removed keeps its title in a difference', () => {
  const model = { id: 'posts', name: 'Posts', kind: 'collection', domain: '', i18n: false, fields: { title: 'string' } } as any;
  const altered = [{ path: 'posts/en.json', model: 'posts', locale: 'en', entry: 'x', field: 'title', kind: 'removed', before: 'Gone', after: null }];
  assert.equal(grouped({ models: [model], content: {}, meta: {}, config: null } as any, altered)[0]!.title, 'Gone');
});

test('what needs no service is said at once, and what may take a browser long is left to it', () => {
  assert.ok(says({ type: 'slug' }, 'Not One') && !says({ type: 'slug' }, 'not-one'));
  assert.ok(says({ type: 'integer' }, 1.5) && says({ type: 'percent' }, 101) && !says({ type: 'percent' }, 100));
  assert.ok(says({ type: 'select', options: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'x') && !says({ type: 'select', options: [] }, 'x'));
  assert.ok(says({ type: 'array', min: 2 }, ['one']) && says({ type: 'relations', max: 1 }, ['one', 'two']) && !says({ type: 'array', min: 1, max: 2 }, ['one']));
  assert.ok(says({ type: 'string', pattern: '^[A-Z]{2}[0-9]+$' }, 'ab1') && !says({ type: 'string', pattern: '^[A-Z]{2}[0-9]+$' }, 'AB1'));
  assert.ok(!says({ type: 'string', pattern: '^(a+)+$' }, 'a'.repeat(60) + '!') && !says({ type: 'string', pattern: '[' }, 'x'));
});

test('an entry is looked for in the locale of the form, then in the others', () => {
  const snapshot = { config: { locales: { default: 'en', supported: ['en', 'de', 'fr'] } } } as any;
  assert.deepEqual(localesOf(snapshot, { i18n: true } as any, 'de'), ['de', 'en', 'fr']);
  assert.deepEqual(localesOf(snapshot, { i18n: true } as any, ''), ['en', 'de', 'fr']);
  assert.deepEqual(localesOf(snapshot, { i18n: false } as any, 'de'), ['en']);
});

test('a slug is what an address takes of a title', () => {
  assert.equal(slugOf('Ärger in Großstadt: 3 Wege!'), 'arger-in-grossstadt-3-wege');
  assert.equal(slugOf('  ?? '), undefined);
});
