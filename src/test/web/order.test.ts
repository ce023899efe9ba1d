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

test('orders that are brought forward are those that would be found anew, also where much is equal', () => {
  const keyBy = (column: string) => (row: { id: number; a: string; b: string }) => (column === 'a' ? row.a : row.b);
  const row = (id: number, n: number) => ({ id, a: 'abc'[n % 3]!, b: orderKey(`Stop ${n}`) });
  let rows = Array.from({ length: 40 }, (_, id) => row(id, (id * 7) % 20));
  let orders = new Orders(rows, keyBy);
  for (let step = 0; step < 30; step++) {
    for (const column of ['a', '-a', 'b', '-b']) orders.by(column);
    rows = rows.map((one) => (one.id % 30 === step ? row(one.id, step * 11) : one));
    if (step % 4 === 1) rows = [...rows.slice(0, step), row(100 + step, step), ...rows.slice(step + 1)];
    orders = new Orders(rows, keyBy, orders);
    for (const column of ['a', '-a', 'b', '-b']) assert.deepEqual(orders.by(column), new Orders(rows, keyBy).by(column), `${column} at step ${step}`);
  }
});

test('an order needs no key of rows that did not change but those it is put between', () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({ t: String(n).padStart(4, '0') }));
  const before = new Orders(rows, () => (row) => row.t);
  before.by('t');
  let asked = 0;
  const next = rows.with(500, { t: '0007a' });
  const keyBy = () => (row: { t: string }) => {
    asked++;
    return row.t;
  };
  assert.equal(new Orders(next, keyBy, before).by('t')[8], next[500]);
  assert.ok(asked < 20, `${asked} keys`);
  assert.equal(new Orders(next, keyBy, before, () => false).by('t')[8], next[500], 'what it says may be another thing now, so all are asked');
  assert.ok(asked > 1000);
});
