import './page';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { commandOf } = await import('../../main/web/src/parts/keys');
const pressed = (key: string, repeat: boolean): string => commandOf({ key, repeat, target: { closest: () => null } } as unknown as KeyboardEvent);

test('a key that is held does its command once, and one that moves goes on', () => {
  assert.deepEqual(['a', 'd', 'n', 'j', 'k'].map((key) => pressed(key, false)), ['a', 'd', 'n', 'j', 'k']);
  assert.deepEqual(['a', 'd', 'n', 'j', 'k'].map((key) => pressed(key, true)), ['', '', '', 'j', 'k']);
});
