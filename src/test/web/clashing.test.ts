import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';
import { processorTime } from './processor';

const { named } = await import('../../main/web/src/fields/clashing');
const model = { id: 'posts', name: 'Posts', kind: 'collection', domain: 'blog', i18n: true, fields: { title: { type: 'string', label: 'Title' } } };
const snapshot = { models: [model], content: { 'posts:en': { one: { title: 'One' } }, 'posts:de': { one: { title: 'Eins' } } }, meta: {}, config: { locales: { default: 'en', supported: ['en', 'de'] } } } as unknown as Parameters<typeof named>[0];
const clash = (locale: string, entry: string, ours: string, theirs: string) => ({ path: `content/posts/${locale}.json`, model: 'posts', locale, entry, field: 'title', base: null, ours, theirs });

test('values that clash are told apart by entry and language, one alone by its field', () => {
  assert.deepEqual(named(snapshot, [clash('en', 'one', 'Live', 'Changed')]).values.map((one) => one.name), ['Title']);
  const two = named(snapshot, [clash('en', 'one', 'Live', 'Changed'), clash('de', 'one', 'Live', 'Changed'), clash('en', 'two', 'Live', 'Other')]).values;
  assert.deepEqual(two.map((one) => one.name), ['Changed · Posts · en: Title', 'Changed · Posts · de: Title', 'Other: Title']);
  assert.deepEqual(two.map((one) => one.locale), ['en', 'de', 'en']);
});

test('a file that clashes as a whole is no value to decide about', () => {
  const file = { path: 'config.json', model: null, locale: null, entry: null, field: null, base: null, ours: null, theirs: null };
  const { values, files } = named(snapshot, [file, clash('en', 'one', 'Live', 'Changed')]);
  assert.deepEqual([values.map((one) => one.clash.entry), files], [['one'], ['config.json']]);
});

test('thousands of clashes are named at once', () => {
  const many = Array.from({ length: 5000 }, (_, at) => clash('en', `entry${at}`, 'Live', 'Changed'));
  const took = processorTime(() => assert.equal(named(snapshot, many).values.length, 5000));
  assert.ok(took < 1000, `${took} ms`);
});
