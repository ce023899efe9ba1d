// What the service says of a value deep inside of an entry is shown where that value is.
import './page';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldDefinition, Finding } from '../../main/web/src/api/types';
import { byField, isInside, labelAt, placeIn, under } from '../../main/web/src/fields/findings';
import { around, listsTo } from '../../main/web/src/fields/reveal';

const finding = (field: string, message: string): Finding => ({ severity: 'error', model: 'posts', locale: 'en', field, message });
const BLOCKS: FieldDefinition = { type: 'array', items: { type: 'object', fields: { title: { type: 'string', label: 'Heading' }, links: { type: 'array', items: { type: 'object', fields: { url: 'url' } } } } } };

test('a finding comes down to the value that it is about, with every other about the same field', () => {
  const told = byField([finding('blocks', 'Too few.'), finding('blocks[2].title', 'Needed.'), finding('blocks[2].links[0].url', 'No address.'), finding('blocks[20].title', 'Too long.'), finding('title', 'Taken.')]);
  assert.deepEqual(told.get('title')!.map((one) => one.message), ['Taken.']);
  const blocks = told.get('blocks')!;
  assert.equal(blocks.length, 4);
  const second = under(blocks, '[2]');
  assert.deepEqual(second!.map((one) => one.at), ['.title', '.links[0].url']);
  assert.deepEqual(under(under(under(second, '.links'), '[0]'), '.url')!.map((one) => [one.at, one.message]), [['', 'No address.']]);
  assert.equal(under(blocks, '[1]'), undefined);
  assert.equal(under(blocks, '.title'), undefined);
});

test('what the editor of a field cannot show at its place is said at the field', () => {
  const items = [{}, {}, {}];
  assert.ok(isInside(BLOCKS, items, '[2].title'));
  assert.ok(!isInside(BLOCKS, items, ''), 'it is about the field itself');
  assert.ok(!isInside(BLOCKS, items, '[3].title'), 'there is no such item any more');
  assert.ok(!isInside({ type: 'array', items: 'string' }, ['a', 'b', 'c'], '[2]'), 'short texts are tags');
  assert.ok(isInside({ type: 'array', items: 'date' }, ['a', 'b', 'c'], '[2]'));
  assert.ok(!isInside({ type: 'object', fields: { a: 'string' } }, {}, '.b'), 'no field of it');
  assert.ok(!isInside({ type: 'object' }, {}, '.a'), 'it is edited as JSON');
  assert.equal(placeIn('[2]'), '3');
});

test('a link says where it leads in words', () => {
  assert.equal(labelAt([['blocks', BLOCKS]], 'blocks[2].title', 'en'), 'Blocks › 3 › Heading');
  assert.equal(labelAt([['blocks', BLOCKS]], 'blocks[2].links[0].url', 'en'), 'Blocks › 3 › Links › 1 › Url');
  assert.equal(labelAt([['blocks', BLOCKS]], 'blocks[2].odd', 'en'), 'Blocks › 3 › odd');
  assert.equal(labelAt([['blocks', BLOCKS]], 'gone[0]', 'en'), 'gone[0]');
});

test('the lists on the way are opened from the outside in, and what is nowhere leads to what it is in', () => {
  assert.deepEqual(listsTo('blocks[2].links[0].url'), [['blocks', 2], ['blocks[2].links', 0]]);
  assert.deepEqual(['blocks[2].links[0].url', 'blocks[2].links[0]', 'blocks[2]', 'blocks'].map(around), ['blocks[2].links[0]', 'blocks[2].links', 'blocks', '']);
});
