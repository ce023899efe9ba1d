import './page';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWritten, standing } from '../../main/web/src/fields/standing';
import { isWholeFile, titlesOf, type Group } from '../../main/web/src/replica/changes';

const question = (live: unknown, mine: unknown) => ({ live, mine });
const written = { take: 'together', text: 'Both' } as const;
const group = (title: string, where: string): Group => ({ key: title + where, title, where, model: undefined, locale: null, entry: null, altered: [] });

test('a decision stands while the values do that it was made about', () => {
  const decided = { decision: written, live: ['a'], mine: 'b' };
  assert.equal(standing(question(['a'], 'b'), decided), written, 'also when they are read anew');
  assert.equal(standing(question(['c'], 'b'), decided), undefined);
  assert.equal(standing(question(['a'], 'c'), decided), undefined);
  assert.equal(standing(question(['a'], 'b'), undefined), undefined);
});

test('what was written is kept, what was only chosen is chosen again', () => {
  assert.ok(isWritten(written, 'mine'));
  assert.ok(isWritten({ take: 'live', text: 'Both' }, 'mine'), 'also where a side was chosen after it');
  assert.ok(!isWritten({ take: 'live', text: 'mine' }, 'mine') && !isWritten({ take: 'mine', text: '' }, 3));
});

test('an entry in two languages is called by its languages', () => {
  const all = [group('Spring', 'Posts · en'), group('Spring', 'Posts · de'), group('Autumn', 'Posts · en')];
  assert.deepEqual([...titlesOf(all).values()], ['Spring · Posts · en', 'Spring · Posts · de', 'Autumn']);
});

test('a file without values is nothing to decide about, an entry that one of two removed is', () => {
  const file = { path: 'picture.bin', model: null, locale: null, entry: null, field: null, base: null, ours: null, theirs: null };
  assert.equal(isWholeFile(file), true);
  assert.equal(isWholeFile({ ...file, model: 'posts', entry: 'a', theirs: { title: 'A' } }), false);
  assert.equal(isWholeFile({ ...file, field: 'version', ours: 1 }), false);
});
