import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { orderKey, ordered, Orders } = await import('../../main/web/src/replica/order');
const sorts = (texts: string[]) => ordered(texts, orderKey);

test('numbers are put by their value, case and accents aside', () => {
  assert.deepEqual(sorts(['Stop 10', 'stop 2', 'Äpfel', 'Banane', 'apfel 1']), ['Äpfel', 'apfel 1', 'Banane', 'stop 2', 'Stop 10']);
});

test('what is equal stays as it was, and down turns all of it', () => {
  assert.deepEqual(ordered([{ id: 1, t: 'a' }, { id: 2, t: 'A' }], (row) => orderKey(row.t)).map((row) => row.id), [1, 2]);
  assert.deepEqual(new Orders(['a', 'c', 'b'], () => (text) => text).by('-name'), ['c', 'b', 'a']);
});

test('other scripts are put as their language does', () => assert.deepEqual(sorts(['я', 'а', 'Б']), ['а', 'Б', 'я']));

test('an order is found once, whichever way round it is asked for', () => {
  let asked = 0;
  const orders = new Orders(['b', 'a'], () => (text) => {
    asked++;
    return text;
  });
  assert.deepEqual([orders.by('name'), orders.by('-name'), orders.by('name'), asked], [['a', 'b'], ['b', 'a'], ['a', 'b'], 2]);
});
