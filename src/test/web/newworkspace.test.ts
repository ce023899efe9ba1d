import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

Object.assign(document, { getElementById: () => ({ textContent: '{}' }) });
const { Refusal } = await import('../../main/web/src/api/call');
const { faultyField, slugOf } = await import('../../main/web/src/screens/workspace/newworkspace');

test('a name suggests an address that the service takes', () => {
  assert.equal(slugOf('Zürich Trams & Co.'), 'zurich-trams-co');
  assert.equal(slugOf('  --A--  '), 'a');
  assert.equal(slugOf('東京'), '', 'which leaves the field to the person');
  assert.equal(slugOf('x'.repeat(80)).length, 60);
});

test('a refusal stands at the field that it is about', () => {
  const of = (status: number, message: string) => faultyField(new Refusal(status, message, '', null, 0));
  assert.equal(of(409, 'The slug is taken.'), 'slug');
  assert.equal(of(400, '`slug` must have 2 to 60 lower-case letters, digits and hyphens.'), 'slug');
  assert.equal(of(400, '`name` is too long.'), 'name');
  assert.equal(of(503, 'Busy.'), null);
});
