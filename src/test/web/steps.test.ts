import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { Steps } = await import('../../main/web/src/screens/entry/steps');

test('keys in one field are one step until somebody rests or goes elsewhere', () => {
  const steps = new Steps();
  steps.typed('title', 'A', 0);
  steps.typed('title', 'Ab', 900);
  steps.typed('title', 'Abc', 1800);
  steps.typed('title', 'Abcd', 2800);
  steps.typed('excerpt', undefined, 2900);
  assert.deepEqual(steps.turn(false, { title: 'Abcde', excerpt: 'x' }), { excerpt: undefined });
  assert.deepEqual(steps.turn(false, { title: 'Abcde' }), { title: 'Abcd' });
  assert.deepEqual(steps.turn(false, { title: 'Abcd' }), { title: 'A' });
  assert.equal(steps.turn(false, { title: 'A' }), null);
});

test('what was taken back is done again, until something else is typed', () => {
  const steps = new Steps();
  steps.typed('title', 'A', 0);
  steps.turn(false, { title: 'B' });
  assert.deepEqual(steps.turn(true, { title: 'A' }), { title: 'B' });
  steps.turn(false, { title: 'B' });
  steps.typed('title', 'A', 10);
  assert.equal(steps.turn(true, { title: 'C' }), null);
});

test('a whole form that was put back is one step, of the fields that differed', () => {
  const steps = new Steps();
  steps.replaced({ title: 'Typed', tags: ['a'], same: 1 }, { title: 'Saved', same: 1 });
  steps.replaced({ title: 'Saved' }, { title: 'Saved' });
  assert.deepEqual(steps.turn(false, { title: 'Saved', same: 1 }), { title: 'Typed', tags: ['a'] });
  assert.equal(steps.turn(false, {}), null);
});
