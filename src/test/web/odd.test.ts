// What the control of a type cannot show is shown as it is.
import './page.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { BooleanEditor, DateEditor, DateTimeEditor, RatingEditor, SelectEditor } = await import('../../main/web/src/fields/choice.tsx');
const EDITORS = { rating: RatingEditor, select: SelectEditor, boolean: BooleanEditor, date: DateEditor, datetime: DateTimeEditor };

/** What stands as it is in what an editor without a state of its own draws. */
function asItIs(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(asItIs);
  if (!node || typeof node !== 'object') return [];
  const { type, props } = node as { type: unknown; props: { children?: unknown } };
  if (typeof type === 'function') return asItIs(type(props));
  return type === 'code' ? [String(props.children)] : asItIs(props.children);
}
const drawn = (type: keyof typeof EDITORS, value: unknown): string[] =>
  asItIs({ type: EDITORS[type], props: { field: { type, options: ['north'] }, value, set: () => {}, ids: { id: 'a' }, label: 'A', readOnly: false } });

const ODD = [['rating', 9], ['rating', 'many'], ['select', { a: 1 }], ['select', 7], ['boolean', 'perhaps'], ['date', 'soon'], ['date', 3], ['datetime', 'later']] as const;
const PLAIN = [['rating', 3], ['select', 'north'], ['select', 'elsewhere'], ['boolean', true], ['date', '2026-03-01'], ['datetime', '2026-03-01T10:30:00Z'], ['rating', undefined], ['date', null]] as const;

test('a value that its control cannot show stands beside it', () => {
  for (const [type, value] of ODD) assert.deepEqual(drawn(type, value), [JSON.stringify(value)], type);
});

test('one that it shows does not', () => {
  for (const [type, value] of PLAIN) assert.deepEqual(drawn(type, value), [], `${type}: ${JSON.stringify(value)}`);
});
