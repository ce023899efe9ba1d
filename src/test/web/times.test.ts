import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { ago, day, moment, month } = await import('../../main/web/src/words/words');

test('a time that no calendar has is shown as it is', () => {
  for (const text of ['next week', '', '+57879-11-20T16:00:00Z', '2026-02-28T25:00:00Z', '2026-02-28T12:30:00+01:00:30']) {
    assert.equal(moment(text), text);
  }
  for (const text of ['2026-99-99', '2026-13-01 or so', 'soon']) assert.equal(day(text), text);
  assert.equal(month('2026-13'), '2026-13');
  assert.equal(ago('next week'), '');
});

test('a time that is far away is one', () => {
  assert.match(moment('9999-12-31T12:00:00Z'), /9999/);
  assert.match(ago('9999-12-31T12:00:00Z'), /\d/);
  assert.match(day('2026-02-28'), /2026/);
  assert.match(month('2026-11'), /2026/);
});
