import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';
import { processorTime } from './processor';

const { marks, shared } = await import('../../main/web/src/fields/marks');

const sides = (before: string, after: string) => {
  const all = marks(before, after);
  const of = (kind: string) => all.filter((one) => one.kind === 'same' || one.kind === kind).map((one) => one.text).join('');
  assert.equal(of('gone'), before);
  assert.equal(of('come'), after);
  return all.filter((one) => one.kind !== 'same').map((one) => `${one.kind === 'gone' ? '-' : '+'}${one.text}`);
};
/** The same numbers each time. */
const dice = (seed: number) => () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const words = (count: number, roll: () => number) => Array.from({ length: count }, () => 'w' + Math.floor(roll() * 900)).join(' ');

test('a comma that changed in fifteen hundred words is one mark', () => {
  const text = words(1500, dice(7));
  const at = text.indexOf(' ', 4000);
  assert.deepEqual(sides(text, text.slice(0, at) + ',' + text.slice(at)), ['+,']);
});

test('words are marked inside of the lines that changed, and lines that stayed are not', () => {
  assert.deepEqual(sides('One\n\nThe boat leaves at six.\n\nEnd', 'One\n\nThe boat leaves at nine.\n\nNew\n\nEnd'), ['-six', '+nine', '+\n\nNew']);
  assert.deepEqual(sides('', 'x'), ['+x']);
  assert.deepEqual(sides('same', 'same'), []);
  assert.deepEqual(sides('船は六時に出ます', '船は九時に出ます'), ['-六', '+九']);
});

test('words that changed one after the other are one mark', () => {
  assert.deepEqual(sides('a red old boat left', 'a green new boat left'), ['-red old', '+green new']);
});

test('any two texts are put together again from what is marked', () => {
  const roll = dice(42);
  for (let round = 0; round < 60; round++) {
    const one = words(Math.floor(roll() * 60), roll).replaceAll(' w1', '\nw1');
    const other = one.split(/(?<= )/).filter(() => roll() > 0.2).map((word) => (roll() < 0.2 ? 'n ' : word)).join('');
    sides(one, other);
  }
  assert.ok(shared(marks('a b c d', 'x y z v')) < 0.3 && shared(marks('a b c d', 'a b c x')) > 0.7);
});

test('a million characters of which every line changed are compared within a bounded number of steps', () => {
  const roll = dice(3);
  const lines = Array.from({ length: 12_000 }, () => words(16, roll));
  const found = sides(lines.join('\n'), lines.map((line, at) => `${line} ${at}`).join('\n'));
  assert.ok(found.length > 1000, 'they are not marked whole');
});

test('two long texts that have little in common are compared as fast', () => {
  sides(words(200_000, dice(5)), words(200_000, dice(6)));
});

test('a word typed into a line of a megabyte is found without taking the line apart', () => {
  for (const line of [words(250_000, dice(5)), JSON.stringify(Array.from({ length: 60_000 }, (_, at) => ({ at, of: `w${at % 700}` })))]) {
    const at = line.indexOf('w', 600_000);
    const took = processorTime(() => assert.deepEqual(sides(line, line.slice(0, at) + 'typed' + line.slice(at)).length, 2));
    assert.ok(took < 800, `${took} ms`);
  }
});

test('no word and no run of blanks is cut where two texts begin and end alike', () => {
  assert.deepEqual(sides('the cat sat', 'the cart sat'), ['-cat', '+cart']);
  assert.deepEqual(sides('a  b', 'a   b').join('|'), '-  |+   ');
  assert.deepEqual(sides('{"one":1}', '{"one":11}'), ['-1', '+11']);
  assert.deepEqual(sides('aa', 'aaa'), ['-aa', '+aaa']);
  assert.deepEqual(sides('x. x. x.', 'x. x. x. x.').length, 1);
});
