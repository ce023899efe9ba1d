import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';
import type { Draft } from '../../main/web/src/replica/drafts';

const { countTyped } = await import('../../main/web/src/replica/drafts');

const row = (entry: string, tab: string, values: object, stored = true) => ({ key: ['ada', 'shop', 'posts', 'en', entry, tab].join('\n'), values, before: { title: 'One' }, stored }) as unknown as Draft;

test('a place counts once, and one in which nothing is typed does not', () => {
  assert.equal(countTyped([row('waits', 'a', { title: 'One' }), row('waits', 'b', { title: 'One' })]), 0, 'an entry that waits and was only looked at');
  assert.equal(countTyped([row('one', 'a', { title: 'Two' }), row('one', 'b', { title: 'Three' }), row('new', 'a', { title: 'One' }, false)]), 2);
});
