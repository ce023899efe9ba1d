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

test('a form that began with a model that is not known any more is asked of all that differs', () => {
  const live = model({ title: { type: 'string', max: 10 }, same: text, added: { type: 'date' } }, { name: 'Live', description: 'By another' });
  const form = { about: model({}), rows: [...rows({ title: text, same: text, gone: text }), { key: 'n', was: null, name: 'new', field: text }] };
  const next = merged(null, live, form);
  assert.deepEqual(next.clashes.map((one) => one.name).sort(), ['added', 'description', 'gone', 'name', 'title']);
  assert.deepEqual(named(next.decided(new Set()).rows), { title: text, same: text, gone: text, new: text });
  const taken = next.decided(new Set(next.clashes.map((one) => one.key)));
  assert.deepEqual([taken.about.name, taken.about.description, named(taken.rows)], ['Live', 'By another', { title: { type: 'string', max: 10 }, same: text, new: text, added: { type: 'date' } }]);
});

test('a field that somebody has renamed is followed, and one that was changed here is asked under both names', () => {
  const base = model({ title: text, headline: { type: 'text' }, place: { type: 'url' } });
  const live = model({ title: text, heading: { type: 'text' }, spot: { type: 'url' } });
  const next = merged(base, live, { about: base, rows: rows({ title: text, headline: { type: 'text', required: true }, place: { type: 'url' } }) });
  assert.deepEqual(next.clashes.map((one) => one.name), ['headline → heading']);
  assert.deepEqual(next.decided(new Set()).rows.map((row) => [row.was, row.name, row.field]), [['title', 'title', text], ['heading', 'heading', { type: 'text', required: true }], ['spot', 'spot', { type: 'url' }]]);
  assert.deepEqual(named(next.decided(new Set(['field headline'])).rows), { title: text, heading: { type: 'text' }, spot: { type: 'url' } });
});

test('a field that both renamed is asked, and one that was removed here too', () => {
  const base = model({ title: text, headline: { type: 'text' } });
  const live = model({ title: text, heading: { type: 'text' } });
  const both = merged(base, live, { about: base, rows: [...rows({ title: text }), { key: 'h', was: 'headline', name: 'head', field: { type: 'text' } }] });
  assert.deepEqual(both.clashes.map((one) => one.name), ['head, headline → heading']);
  assert.deepEqual([...both.decided(new Set()).rows, ...both.decided(new Set(['field h'])).rows].filter((row) => row.key === 'h').map((row) => [row.was, row.name]), [['heading', 'head'], ['heading', 'heading']]);
  const removed = merged(base, live, { about: base, rows: rows({ title: text }) });
  assert.deepEqual(removed.clashes.map((one) => [one.name, one.mine]), [['headline → heading', undefined]]);
  assert.deepEqual(Object.keys(named(removed.rows)), ['title']);
  assert.deepEqual(Object.keys(named(removed.decided(new Set([removed.clashes[0]!.key])).rows)), ['title', 'heading']);
});

test('the field that names an entry is one that the model has', () => {
  const base = model({ title: text, headline: { type: 'text' } }, { title_field: 'title' });
  const fields = rows({ title: text, headline: { type: 'text' } });
  const renamed = merged(base, model({ title: text, heading: { type: 'text' } }, { title_field: 'title' }), { about: { ...base, title_field: 'headline' }, rows: fields });
  assert.deepEqual([renamed.clashes, renamed.about.title_field], [[], 'heading'], 'it follows what somebody has renamed');
  const mine = merged(base, { ...base, title_field: 'headline' }, { about: base, rows: [fields[0]!, { ...fields[1]!, name: 'head' }] });
  assert.deepEqual([mine.clashes, mine.about.title_field], [[], 'head'], 'and what was renamed here');
  const gone = merged(base, model({ title: text }, { title_field: 'title' }), { about: { ...base, title_field: 'headline' }, rows: fields });
  assert.deepEqual(gone.clashes.map((one) => [one.name, one.live, one.mine]), [['title_field', 'title', undefined]]);
  assert.equal(gone.decided(new Set(['title_field'])).about.title_field, 'title');
  const odd = merged({ ...base, title_field: 'never' }, { ...base, title_field: 'never', name: 'Live' }, { about: { ...base, title_field: 'never' }, rows: fields });
  assert.deepEqual([odd.clashes, odd.about.title_field], [[], 'never'], 'one that it never had is left as it is');
});

test('a setting that was taken away here and changed by somebody else brings no field', () => {
  const base = model({ title: text }, { description: 'Before' });
  const next = merged(base, { ...base, description: 'Live' }, { about: { ...base, description: undefined } as Model, rows: rows({ title: text }) });
  const taken = next.decided(new Set(next.clashes.map((one) => one.key)));
  assert.deepEqual([taken.about.description, Object.keys(named(taken.rows))], ['Live', ['title']]);
});
