import './page';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const asked = new Set<(event: { preventDefault: () => void }) => void>();
Object.assign(window, {
  addEventListener: (name: string, does: never) => void (name === 'beforeunload' && asked.add(does)),
  removeEventListener: (name: string, does: never) => void (name === 'beforeunload' && asked.delete(does)),
});
const { isUnkept, markUnkept } = await import('../../main/web/src/replica/unkept');
/** Whether the browser asks before it leaves the page. */
function asks(): boolean {
  let isAsked = false;
  for (const does of asked) does({ preventDefault: () => { isAsked = true; } });
  return isAsked;
}

test('leaving asks while something could not be kept, and only then', () => {
  const [one, other] = [{}, {}];
  assert.equal(asks(), false);
  markUnkept(one, true);
  markUnkept(other, true);
  assert.deepEqual([isUnkept(), asks()], [true, true]);
  markUnkept(one, false);
  assert.deepEqual([isUnkept(), asks()], [true, true], 'another form still has something');
  markUnkept(other, false);
  markUnkept(other, false);
  assert.deepEqual([isUnkept(), asks()], [false, false]);
});
