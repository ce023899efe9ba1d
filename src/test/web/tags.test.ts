import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { replaced } = await import('../../main/web/src/fields/lists');

test('a text that is typed goes where its item stands by then, and over no other', () => {
  assert.deepEqual(replaced(['a', 'b', 'a'], 2, 'a', 'c'), ['a', 'b', 'c']);
  assert.deepEqual(replaced(['new', 'a', 'b'], 0, 'a', 'c'), ['new', 'c', 'b']);
  assert.deepEqual(replaced(['new'], 1, 'a', 'c'), ['new', 'c']);
  assert.deepEqual(replaced(['b', 'a'], 0, 'a', ''), ['b']);
  assert.deepEqual(replaced(['b'], 0, 'a', ''), ['b']);
});
