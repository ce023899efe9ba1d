import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { Refusal } = await import('../../main/web/src/api/call');
const { isLocked, whereToPay } = await import('../../main/web/src/parts/locked');
const PLACES = [{ id: 'w1', slug: 'first' }, { id: 'w2', slug: 'second' }];
const refused = (status: number, data: object | null) => new Refusal(status, '', '', data, 0);
const LOCKED = { billingState: 'trial_expired', workspaceId: 'w2', requiresCheckout: true };

test('a locked workspace is paid for at its own place, wherever the page stands', () => {
  assert.equal(whereToPay(refused(402, LOCKED), PLACES), '/w/second/settings/billing');
  assert.equal(isLocked(refused(402, LOCKED)), true);
});

test('a refusal that no payment lifts leads nowhere', () => {
  for (const of of [refused(402, null), refused(403, LOCKED), refused(402, { ...LOCKED, workspaceId: 'unknown' }), new Error(), null]) assert.equal(whereToPay(of, PLACES), undefined);
});
