import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { targetsOf } = await import('../../main/web/src/fields/targets');
const model = { id: 'piers', name: 'Piers', kind: 'collection', domain: 'site', i18n: true, fields: { title: { type: 'string' } } };
const snapshot = { models: [model], content: { 'piers:en': { b: { title: 'Bay' } }, 'piers:de': { a: { title: 'Alte Mole' }, b: { title: 'Bucht' } } }, meta: {}, config: { locales: { default: 'en', supported: ['en', 'de'] } } } as unknown as Parameters<typeof targetsOf>[0];

test('what a relation may point at is read once for each state of the content', () => {
  const targets = targetsOf(snapshot, '/w/p', 'piers', 'en');
  assert.deepEqual(targets.map((one) => one.title), ['Alte Mole', 'Bay'], 'in another language where there is none in this one');
  assert.equal(targetsOf(snapshot, '/w/p', 'piers', 'en'), targets);
  assert.deepEqual(targetsOf(snapshot, '/w/p', 'piers', 'de').map((one) => one.title), ['Alte Mole', 'Bucht']);
  assert.deepEqual(targetsOf(snapshot, '/w/p', ['piers'], 'de')[0]!.value, { model: 'piers', ref: 'a' });
  assert.notEqual(targetsOf({ ...snapshot }, '/w/p', 'piers', 'en'), targets);
});
