import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditions, fits, narrows } from '../../main/web/src/replica/filter';

const entry = { id: 'a1', data: { title: 'Spring sale', city: 'Kyoto', link: 'https://example.com' }, meta: { status: 'draft', updated_by: 'bo@example.com' } };
const isIn = (locale: string) => locale === 'en';
const finds = (filter: string) => fits(entry, conditions(filter), isIn);

test('words and quoted words are looked for in every text', () => {
  assert.ok(finds('spring KYOTO'));
  assert.ok(finds('"spring sale"'));
  assert.ok(!finds('"sale spring"'));
  assert.ok(finds('a1'));
});

test('a name with a value is a condition on state, author, field or language', () => {
  assert.ok(finds('status:draft author:bo city:kyo'));
  assert.ok(!finds('status:published'));
  assert.ok(finds('missing:de'));
  assert.ok(!finds('missing:en'));
  assert.ok(finds('has:en'));
});

test('a minus turns a condition around', () => {
  assert.ok(finds('-status:published -autumn'));
  assert.ok(!finds('-spring'));
});

test('words are looked for inside of lists, of objects, and in the body', () => {
  const document = { id: 'first', data: { title: 'First', tips: ['Bring water'], place: { pier: 'North', steps: [{ text: 'Turn left' }] }, isOpen: true }, body: 'The boat leaves at six.', meta: {} };
  for (const filter of ['water', 'north', '"turn left"', '"leaves at six"']) assert.ok(fits(document, conditions(filter), isIn), filter);
  for (const filter of ['true', 'steps', 'east']) assert.ok(!fits(document, conditions(filter), isIn), filter);
});

test('an address is looked for as it stands', () => assert.ok(finds('https://example.com')));
test('an empty filter and one of blanks find everything', () => assert.ok(finds('') && finds('   ')));
test('a condition without a value is none', () => assert.deepEqual(conditions('status:'), [{ name: '', value: 'status:', not: false }]));

test('a longer word narrows what was found, a condition may not', () => {
  assert.ok(narrows('sp', 'spring'));
  assert.ok(narrows('spring', 'spring sale'));
  for (const [before, filter] of [['', 'a'], ['spring', 'sprin'], ['status', 'status:draft'], ['a', 'a -b'], ['"a', '"a b"']]) assert.ok(!narrows(before!, filter!));
});

test('texts are made in turns between which the page can answer', async () => {
  const { prepareTexts } = await import('../../main/web/src/replica/filter');
  const turns: (() => void)[] = [];
  Object.assign(globalThis, { requestIdleCallback: (work: () => void) => turns.push(work), cancelIdleCallback: () => turns.splice(0) });
  const clock = performance.now;
  let now = 0;
  performance.now = () => now++; // a text takes a millisecond
  try {
    const made = new Set<number>();
    const texts = Array.from({ length: 100 }, (_, at) => ({ get text() { made.add(at); return `Word ${at}`; } }));
    const entries = texts.map((data, at) => ({ id: `e${at}`, data, meta: {} }));
    const stop = prepareTexts(entries);
    assert.equal(made.size, 0);
    const after = [1, 2, 3].map(() => {
      turns.shift()!();
      return made.size;
    });
    assert.ok(after[0]! > 0 && after[0]! < 20, `${after[0]} in the first turn`);
    assert.deepEqual(after, [after[0], after[0]! * 2, after[0]! * 3]);
    while (turns.length > 0) turns.shift()!();
    assert.equal(made.size, entries.length);
    stop();

    prepareTexts(entries)();
    assert.equal(turns.length, 0, 'what is stopped has no turn any more');
  } finally {
    performance.now = clock;
  }
});
