import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import './page';

const { Presence } = await import('../../main/web/src/replica/presence');
const sent: object[] = [];
globalThis.fetch = (async (_: string, { body }: { body: string }) => void sent.push(JSON.parse(body))) as unknown as typeof fetch;
const person = (user: string, entry = 'one') => ({ user, name: user, model: 'posts', entry });
const [one, two] = ['one', 'two'].map((entry) => ({ model: 'posts', locale: 'en', entry }));

test('who stays says so again and again, and leaves once', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const presence = new Presence('/p', 'ada');
  const leave = presence.stay(one!);
  mock.timers.tick(200);
  assert.deepEqual(sent.splice(0), [one]);
  mock.timers.tick(20_000);
  assert.deepEqual(sent.splice(0), [one]);
  leave();
  mock.timers.tick(60_000);
  assert.deepEqual(sent.splice(0), [{ leave: true }]);
  mock.timers.reset();
});

test('who goes from one entry to the next has left none', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const presence = new Presence('/p', 'ada');
  const leave = presence.stay(one!);
  leave();
  const leaveNext = presence.stay(two!);
  leave(); // late: it is about the one before
  mock.timers.tick(200);
  assert.deepEqual(sent.splice(0), [two]);
  leaveNext();
  presence.stay(one!);
  mock.timers.tick(300);
  assert.deepEqual(sent, [], 'a report a second is taken');
  mock.timers.tick(1000);
  assert.deepEqual(sent.splice(0), [one]);
  mock.timers.reset();
});

test('who does not look falls silent', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  Object.assign(document, { visibilityState: 'hidden' });
  new Presence('/p', 'ada').stay(one!);
  mock.timers.tick(60_000);
  assert.deepEqual(sent, []);
  Object.assign(document, { visibilityState: 'visible' });
  mock.timers.reset();
});

test('one hears of the others, when something has changed', () => {
  const presence = new Presence('/p', 'ada');
  let heard = 0;
  presence.subscribe(() => heard++);
  presence.hear([person('ada'), person('bo')]);
  presence.hear([person('bo')]);
  assert.deepEqual([presence.state(), heard], [[person('bo')], 1]);
  presence.hear([]);
  assert.deepEqual([presence.state(), heard], [[], 2]);
});
