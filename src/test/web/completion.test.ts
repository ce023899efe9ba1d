import assert from 'node:assert/strict';
import { test } from 'node:test';

const { completion } = await import('../../main/web/src/replica/completion');
const known = { status: ['draft', 'published'], series: ['Night trains', 'Slow lines'] };
const offers = (filter: string) => completion(filter, known).options;

test('names of conditions are offered where one begins', () => {
  assert.deepEqual(offers('spring s'), ['status:', 'series:']);
  assert.deepEqual(offers(''), ['status:', 'series:']);
  assert.deepEqual(offers('-st'), ['-status:']);
  assert.deepEqual(offers('spring'), []);
});

test('behind a name its values are offered, in quotes where they have blanks', () => {
  assert.deepEqual(completion('spring status:dr', known), { from: 7, options: ['status:draft'] });
  assert.deepEqual(offers('-series:"night'), ['-series:"Night trains"']);
  assert.deepEqual(offers('status:draft'), [], 'what stands there already is not offered');
  assert.deepEqual(offers('none:'), []);
  for (const name of ['constructor', '__proto__', 'toString']) assert.deepEqual(offers(`${name}:a`), []);
});
