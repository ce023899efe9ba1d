import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';
import { processorTime } from './processor';

const { complaint } = await import('../../main/web/src/fields/rules');
const { fieldOf } = await import('../../main/web/src/replica/entries');

const says = (pattern: string, text: string): boolean => complaint(fieldOf({ type: 'string', pattern }), text) !== '';

test('a pattern that is surely quick is compared at once', () => {
  assert.deepEqual(['AB-1234', 'AB-12', 'ab-1234'].map((text) => says('^[A-Z]{2}-[0-9]{4}$', text)), [false, true, true]);
  assert.deepEqual(['+41 44', '41?'].map((text) => says('^\\+?[0-9 ]+$', text)), [false, true]);
  assert.deepEqual(['why?', 'so'].map((text) => says('\\?$', text)), [false, true]);
  assert.deepEqual(['a|b*c', 'd'].map((text) => says('[|*+?{]', text)), [false, true]);
  assert.deepEqual(['red', 'blue', 'pink'].map((text) => says('^(?:red|green|blue)$', text)), [false, false, true]);
});

test('a pattern that may take a browser for ever is left to the service', () => {
  const a = 'a'.repeat(40);
  const took = processorTime(() => {
    for (const pattern of ['a?'.repeat(40) + 'a'.repeat(40), '(a|a)'.repeat(30) + 'b', '(a*)*b', '(a?){30}b', '^a*a*a*a*b', '^(?:a|a)(?:a|a)a*a*b', '(a)\\1*b', '^[^\\]]*a*a*a*b', 'a{1,90}a{1,90}a{1,90}b']) assert.equal(says(pattern, a), false, pattern);
    assert.equal(says('\\s*\\s*\\s*x', ' '.repeat(200)), false);
  });
  assert.ok(took < 500, `${took} ms`);
});

test('of many options a complaint tells the first', () => {
  const options = Array.from({ length: 500 }, (_, at) => `option ${at}`);
  const field = (some: string[]) => complaint(fieldOf({ type: 'select', options: some }), 'none');
  assert.match(field(options), /option 19 …/);
  assert.doesNotMatch(field(options), /option 20/);
  assert.match(field(options.slice(0, 3)), /option 2/);
});
