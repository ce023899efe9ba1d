// What is inside of objects and lists is read and compared by its own field.
import './page';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldDefinition } from '../../main/web/src/api/types';

const { Differ, Reader } = await import('../../main/web/src/fields/reader');
const { day } = await import('../../main/web/src/words/all');

/** What a reader draws, as labels, texts, and the parts that need a page by their names. */
function read(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(read);
  if (!node || typeof node !== 'object') return node === null || node === undefined || typeof node === 'boolean' ? [] : [String(node)];
  const { type, props } = node as { type: unknown; props: Record<string, unknown> };
  if (type === Reader || type === Differ) return read((type as (props: unknown) => unknown)(props));
  if (typeof type !== 'function') return read(props.children);
  const { field, values, value, texts } = props as { field?: FieldDefinition; values?: unknown[]; value?: unknown; texts?: unknown[] };
  if (type.name === 'Items') return (values ?? []).flatMap((one) => read(Reader({ field, value: one })));
  if (values ?? value ?? texts) return [`${type.name}: ${JSON.stringify(values ?? value ?? texts)}`];
  return read(props.children);
}

const PERSON: FieldDefinition = { type: 'object', fields: { born: { type: 'date', label: 'Birthday' }, friend: { type: 'relation', model: 'people' }, portrait: { type: 'image' }, first_name: 'string' } };
const ADA = { first_name: 'Ada', born: '1815-12-10', friend: 'bo', portrait: 'media/a.png', odd: 'kept' };

test('the parts of an object have their labels, and each is read by its own field', () => {
  const shown = read(Reader({ field: PERSON, value: ADA }));
  assert.deepEqual(shown, ['Birthday', day('1815-12-10'), 'Friend', 'Titles: ["bo"]', 'Portrait', 'Picture: "media/a.png"', 'First name', 'Ada', 'odd', 'kept']);
});

test('so are the items of a list, also one inside of another', () => {
  const list: FieldDefinition = { type: 'array', items: { type: 'object', fields: { days: { type: 'array', items: 'date' } } } };
  assert.deepEqual(read(Reader({ field: list, value: [{ days: ['2026-03-01'] }] })), ['Days', day('2026-03-01')]);
  assert.deepEqual(read(Reader({ field: { type: 'array', items: { type: 'relation', model: 'people' } }, value: ['ada', 'bo'] })), ['Titles: ["ada","bo"]']);
  assert.deepEqual(read(Reader({ field: { type: 'array', items: 'string' }, value: ['a', 'b'] })), ['Chips: ["a","b"]']);
});

test('two objects are compared field by field, and only where they differ', () => {
  const shown = read(Differ({ field: PERSON, before: ADA, after: { ...ADA, born: '1815-12-11', odd: undefined } }));
  assert.ok(!shown.includes('First name') && !shown.includes('Friend'), shown.join());
  for (const one of ['Birthday', day('1815-12-10'), day('1815-12-11'), 'odd', 'kept']) assert.ok(shown.includes(one), `${one} in ${shown.join()}`);
});

test('what a relation to one of several models points at is no object of fields', () => {
  const shown = read(Differ({ field: { type: 'relation', model: ['people', 'trains'] }, before: { model: 'people', ref: 'ada' }, after: { model: 'trains', ref: 'night' } }));
  assert.ok(shown.some((one) => one.startsWith('Titles')), shown.join());
});
