// What a form sends, what of others comes into it, and how lists and numbers are read.
import './page.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { bodyOf, following, overtaken } = await import('../../main/web/src/screens/entry/values.ts');
const { ontoChange } = await import('../../main/web/src/screens/entry/inchange.ts');
const { altered } = await import('../../main/web/src/fields/lists.ts');
const { meant } = await import('../../main/web/src/fields/choice.tsx');
type Model = Parameters<typeof bodyOf>[0];

const model = (kind: Model['kind']): Model => ({ id: 'm', name: 'M', kind, domain: 'site', i18n: true, fields: { title: 'string', text: 'string' } });
const form = { before: { title: 'A', text: 'B', '\u0000body': 'Long' }, values: { title: 'A2', text: 'B', '\u0000body': 'Long' }, base: 'c0ffee', branch: null };

test('only what was changed is sent, of every kind', () => {
  assert.deepEqual(bodyOf(model('collection'), 'en', 'x', false, form), { locale: 'en', data: { x: { title: 'A2' } }, base: 'c0ffee' });
  assert.deepEqual(bodyOf(model('singleton'), 'en', '', false, form), { locale: 'en', data: { title: 'A2' }, base: 'c0ffee' });
  assert.deepEqual(bodyOf(model('document'), 'en', 'x', false, form), { locale: 'en', data: { title: 'A2' }, base: 'c0ffee', slug: 'x' });
});

test('a new document is sent whole and on its base, so that another of its name is a clash', () => {
  assert.deepEqual(bodyOf(model('document'), 'en', 'x', true, form), { locale: 'en', data: { title: 'A2', text: 'B' }, base: 'c0ffee', slug: 'x', body: 'Long' });
});

test('what others wrote comes into fields that were not touched, and is told of in the others', () => {
  const next = following({ title: 'A', text: 'B', gone: 1 }, { title: 'Mine', text: 'B', gone: 1 }, { title: 'Hers', text: 'B2', fresh: 2 });
  assert.deepEqual(next, { before: { title: 'A', text: 'B2', fresh: 2 }, values: { title: 'Mine', text: 'B2', fresh: 2 }, came: ['text', 'gone', 'fresh'], news: ['title'], isClean: false });
  assert.equal(following({ title: 'A' }, { title: 'Mine' }, { title: 'A' }), null);
});

test('what was typed is no edit any more once it is live, whoever saved it', () => {
  const values = { title: 'Mine', text: 'Typed' };
  assert.deepEqual(following({ title: 'A', text: 'B' }, values, { title: 'Mine', text: 'B' }), { before: { title: 'Mine', text: 'B' }, values, came: [], news: [], isClean: false });
  assert.deepEqual(following({ title: 'A', text: 'B' }, values, { ...values }), { before: values, values, came: [], news: [], isClean: true });
});

test('a touched field is overtaken only where live is neither what it began with nor what stands in it', () => {
  assert.deepEqual(overtaken({ a: 1, b: 1, c: 1, d: 1 }, { a: 2, b: 2, c: 2, d: 1 }, { a: 3, b: 1, c: 2, d: 3 }), ['a']);
});

test('an item in another place is moved, and only those that left the order of the others', () => {
  const how = (before: unknown[], after: unknown[]) => altered(before, after).map((one) => `${one.value} ${one.how}`);
  assert.deepEqual(how(['a', 'b', 'c'], ['c', 'a', 'b']), ['c moved', 'a same', 'b same']);
  assert.deepEqual(how(['a', 'b', 'b'], ['b', 'd', 'b']), ['b same', 'd come', 'b same', 'a gone']);
});

test('a number is read as it is written in English, and stays a text where digits would be lost', () => {
  assert.deepEqual(['1,234', '1,234,567.5', '0,125', '12.5', '12,5', '-3', '.5', '1e3', ''].map(meant), [1234, 1234567.5, 0.125, 12.5, 12.5, -3, 0.5, 1000, undefined]);
  assert.deepEqual(['0x10', '12345678901234567', '1 2', '-', 'Infinity'].map(meant), ['0x10', '12345678901234567', '1 2', '-', 'Infinity']);
});

test('what was decided beside the values of a change goes on top of them, and what it holds elsewhere comes into the form', () => {
  const typed = { before: { title: 'A', text: 'B' }, values: { title: 'Mine', text: 'B' } };
  const decided = [{ field: 'title', live: 'Theirs', value: 'Mine' }];
  assert.deepEqual(ontoChange(typed, decided, { title: 'Theirs', text: 'New' }), { values: { title: 'Mine', text: 'New' }, before: { title: 'Theirs', text: 'New' } });
});

test('a value of a change that is another one by now, or was not asked about, is asked about', () => {
  const typed = { before: { title: 'A', text: 'B' }, values: { title: 'Mine', text: 'Mine' } };
  assert.deepEqual(ontoChange(typed, [{ field: 'title', live: 'Theirs', value: 'Mine' }], { title: 'Again', text: 'B' }), ['title']);
  assert.deepEqual(ontoChange(typed, [{ field: 'title', live: 'Theirs', value: 'Mine' }], { title: 'Theirs', text: 'Theirs' }), ['title', 'text']);
});
