import './page';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldDefinition, Model } from '../../main/web/src/api/types';
import { merged } from '../../main/web/src/screens/models/merge';
import type { Row } from '../../main/web/src/screens/models/modelfield';

const model = (fields: Record<string, FieldDefinition>, rest: object = {}): Model => ({ id: 'posts', name: 'Posts', kind: 'collection', domain: 'site', i18n: false, fields, ...rest }) as Model;
const rows = (fields: Record<string, FieldDefinition>): Row[] => Object.entries(fields).map(([name, field]) => ({ key: name, was: name, name, field }));
const named = (all: Row[]) => Object.fromEntries(all.map((row) => [row.name, row.field]));
const text = { type: 'string' };

test('what only one of two people changed in a model stands', () => {
  const base = model({ title: text, gone: text, old: text }, { description: 'Before' });
  const live = model({ title: { type: 'string', required: true }, old: text, added: { type: 'date' } }, { description: 'By another' });
  const mine = [{ ...rows({ title: text })[0]! }, ...rows({ gone: text }), { key: 'old', was: 'old', name: 'renamed', field: text }, { key: 'n', was: null, name: 'new', field: { type: 'integer' } }];
  const next = merged(base, live, { about: { ...base, name: 'Renamed' }, rows: mine });
  assert.deepEqual(next.clashes, []);
  assert.deepEqual([next.about.name, next.about.description], ['Renamed', 'By another']);
  assert.deepEqual(named(next.rows), { title: { type: 'string', required: true }, renamed: text, new: { type: 'integer' }, added: { type: 'date' } });
  assert.equal(next.rows.find((row) => row.name === 'renamed')!.was, 'old', 'it is renamed still');
});

test('what both changed in a model is asked, and stands as it was decided', () => {
  const base = model({ title: text, body: text, old: text });
  const live = model({ title: { type: 'string', max: 10 }, body: { type: 'text' } }, { name: 'Live' });
  const mine = { about: { ...base, name: 'Mine' }, rows: [...rows({ title: { type: 'string', max: 20 } }), ...rows({ old: { type: 'string', required: true } })] };
  const next = merged(base, live, mine);
  assert.deepEqual(next.clashes.map((one) => [one.name, one.live, one.mine]), [
    ['name', 'Live', 'Mine'],
    ['title', { type: 'string', max: 10 }, { type: 'string', max: 20 }],
    ['old', undefined, { type: 'string', required: true }],
    ['body', { type: 'text' }, undefined],
  ]);
  const kept = next.decided(new Set());
  assert.deepEqual([kept.about.name, named(kept.rows)], ['Mine', { title: { type: 'string', max: 20 }, old: { type: 'string', required: true } }]);
  assert.equal(kept.rows.find((row) => row.name === 'old')!.was, null, 'it comes back as a new field');
  const taken = next.decided(new Set(next.clashes.map((one) => one.key)));
  assert.deepEqual([taken.about.name, named(taken.rows)], ['Live', { title: { type: 'string', max: 10 }, body: { type: 'text' } }]);
});

test('the place of a field among the others is no change of it', () => {
  const base = model({ a: { type: 'string', order: 1 }, b: { type: 'string', order: 2 } });
  const live = model({ a: { type: 'string', order: 1, required: true }, b: { type: 'string', order: 2 } });
  const next = merged(base, live, { about: base, rows: rows({ b: { type: 'string', order: 1 }, a: { type: 'string', order: 2 } }) });
  assert.deepEqual(next.clashes, []);
  assert.deepEqual(named(next.rows), { b: { type: 'string', order: 1 }, a: { type: 'string', order: 2, required: true } });
});
