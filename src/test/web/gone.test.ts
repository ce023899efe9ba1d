import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { ontoLive } = await import('../../main/web/src/screens/entry/gone');
const onto = (gone: Omit<Parameters<typeof ontoLive>[0], 'isDiscarded'>, isDiscarded: boolean) => {
  const { values, clashes } = ontoLive({ ...gone, isDiscarded }, (name) => name);
  return { ...values, clashes: clashes.map((one) => `${one.field}: ${one.ours} or ${one.theirs}`) };
};
const CHANGE = { opened: { title: 'First', line: 'north' }, waited: { title: 'Waited', line: 'north' } };

test('after a discard what was typed stays, and what others have changed since is taken', () => {
  const gone = { ...CHANGE, typed: { title: 'Typed', line: 'north' }, live: { title: 'First', line: 'south', km: 7 } };
  assert.deepEqual(onto(gone, true), { title: 'Typed', line: 'south', km: 7, clashes: [] });
});

test('a value that others have removed is removed', () => {
  const gone = { ...CHANGE, typed: { title: 'Typed', line: 'north' }, live: { title: 'First' } };
  assert.deepEqual(onto(gone, true), { title: 'Typed', clashes: [] });
});

test('after a discard a field that others have changed as well is decided by a person, and so is one that only waited', () => {
  const live = { title: 'By ada', line: 'north' };
  assert.deepEqual(onto({ ...CHANGE, typed: { title: 'Typed', line: 'north' }, live }, true), { title: 'Typed', line: 'north', clashes: ['title: By ada or Typed'] });
  assert.deepEqual(onto({ ...CHANGE, typed: { title: 'Waited', line: 'north' }, live }, true), { title: 'Waited', line: 'north', clashes: ['title: By ada or Waited'] });
});

test('after an acceptance what is typed goes on from what was accepted', () => {
  const gone = { ...CHANGE, typed: { title: 'Typed', line: 'north' }, live: { title: 'Waited', line: 'south' } };
  assert.deepEqual(onto(gone, false), { title: 'Typed', line: 'south', clashes: [] });
});

test('after an acceptance a field that somebody has changed since is decided by a person', () => {
  const gone = { ...CHANGE, typed: { title: 'Waited', line: 'west' }, live: { title: 'By ada', line: 'south' } };
  assert.deepEqual(onto(gone, false).clashes, ['title: By ada or Waited', 'line: south or west']);
});

test('a change that somebody removed without a word loses nothing that waited in it', () => {
  const gone = { ...CHANGE, typed: { title: 'Waited', line: 'north' }, live: { title: 'First', line: 'north' } };
  assert.deepEqual(onto(gone, false).clashes, ['title: First or Waited']);
});

test('what both have written alike asks nobody', () => {
  const gone = { ...CHANGE, typed: { title: 'Alike', line: 'north' }, live: { title: 'Alike', line: 'north' } };
  for (const isDiscarded of [true, false]) assert.deepEqual(onto(gone, isDiscarded), { title: 'Alike', line: 'north', clashes: [] });
});
