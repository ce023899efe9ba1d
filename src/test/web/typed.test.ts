import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { changedIn, isOvertaken, leftOf, shownOf, typedOf, typeInto } = await import('../../main/web/src/fields/typed');
type Form = { at: string; ticked: string[] };
const STORED: Form = { at: '10:00', ticked: ['title', 'body'] };

test('a value that was typed back to what is stored is no change, also once somebody else moves it', () => {
  const back = typeInto(STORED, typeInto(STORED, {}, 'at', '11:00'), 'at', '10:00');
  assert.deepEqual(back, {});
  assert.equal(shownOf({ ...STORED, at: '12:00' }, back).at, '12:00');
});

test('a value that somebody else has stored meanwhile is told, one that both have stored alike is not', () => {
  const mine = typeInto(STORED, {}, 'at', '11:00');
  assert.equal(isOvertaken(STORED, mine, 'at'), false);
  assert.equal(isOvertaken({ ...STORED, at: '12:00' }, mine, 'at'), true);
  assert.equal(isOvertaken({ ...STORED, at: '12:00' }, typeInto({ ...STORED, at: '12:00' }, mine, 'at', '13:00'), 'at'), true);
  assert.equal(isOvertaken({ ...STORED, at: '11:00' }, mine, 'at'), false);
  assert.deepEqual(changedIn({ ...STORED, at: '11:00' }, mine), {});
});

test('what two have ticked and taken away goes together', () => {
  const mine = typeInto(STORED, {}, 'ticked', ['title', 'body', 'image']);
  const theirs: Form = { at: '10:00', ticked: ['title', 'mail'] };
  assert.deepEqual(shownOf(theirs, mine).ticked, ['title', 'mail', 'image']);
  const more = typeInto(theirs, mine, 'ticked', ['mail', 'image']);
  assert.deepEqual(shownOf({ ...theirs, ticked: ['title', 'mail', 'place'] }, more).ticked, ['mail', 'place', 'image']);
  assert.deepEqual(changedIn({ ...STORED, ticked: ['title', 'body', 'image'] }, mine), {});
});

test('what was typed while it was sent stays, and goes on from what was sent', () => {
  const sent = typeInto(STORED, {}, 'at', '11:00');
  assert.deepEqual(leftOf(sent, sent, shownOf(STORED, sent)), {});
  const now = typeInto(STORED, sent, 'at', '12:00');
  const left = leftOf(now, sent, shownOf(STORED, sent));
  assert.deepEqual(left, { at: { was: '11:00', is: '12:00' } });
  assert.equal(isOvertaken({ ...STORED, at: '11:00' }, left, 'at'), false);
});

test('what was kept comes back, also from a studio of before', () => {
  assert.deepEqual(typedOf(STORED, { at: { was: '09:00', is: '11:00' } }), { at: { was: '09:00', is: '11:00' } });
  assert.deepEqual(typedOf(STORED, { at: '11:00', ticked: ['title'] }), { at: { was: '10:00', is: '11:00' }, ticked: { was: ['title', 'body'], is: ['title'] } });
});
