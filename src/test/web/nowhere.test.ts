import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { goneOf } = await import('../../main/web/src/screens/overview/gone');
const models = [{ id: 'posts', name: 'Posts', kind: 'collection', i18n: true, fields: {} }, { id: 'pages', name: 'Pages', kind: 'document', i18n: true, fields: {} }];
const CONTENT = { snapshot: { models, content: { 'posts:en': { a1: { title: 'Here' } } }, meta: {} }, branches: [{ name: 'cms/a%b', sha: '' }], knowsBranches: true } as unknown as Parameters<typeof goneOf>[1];
const isGone = (entry: string, { model = '', content = CONTENT } = {}): boolean => goneOf({ model, entry, locale: 'en' } as Parameters<typeof goneOf>[0], content) !== null;

test('the draft of an entry goes by its model, whatever signs its name has', () => {
  assert.equal(isGone('50%-off', { model: 'pages' }), false);
  assert.equal(isGone('50%-off', { model: 'was' }), true);
  assert.equal(isGone('models/%'), true);
  assert.equal(isGone('vocabulary'), false);
  assert.equal(isGone('models/new'), false);
  assert.equal(isGone('?chat=new#message'), false);
});

test('times can be written on while their entry is there', () => {
  assert.equal(isGone('c/posts/a1?locale=en#times'), false);
  assert.equal(isGone('c/posts/a2?locale=en#times'), true);
  assert.equal(isGone('c/was/a1?locale=en#times'), true);
});

test('a reason can be written on while its change is open, one for several while there are several', () => {
  assert.equal(isGone('changes/cms%2Fa%25b'), false);
  assert.equal(isGone('changes/cms%2Fother'), true);
  assert.equal(isGone('changes/cms%2Fother', { content: { ...CONTENT, knowsBranches: false } }), false);
  assert.equal(isGone('changes#several'), true);
  assert.equal(isGone('changes#several', { content: { ...CONTENT, branches: [...CONTENT.branches, ...CONTENT.branches] } }), false);
  const two = { ...CONTENT, branches: [{ name: 'a', sha: '' }, { name: 'b', sha: '' }] };
  const reason = (about: string[]) => goneOf({ model: '', entry: 'changes#several', locale: 'en', values: { reason: 'Why', about } } as unknown as Parameters<typeof goneOf>[0], two);
  assert.equal(reason(['b', 'c']), null);
  assert.notEqual(reason(['c', 'd']), null);
  assert.equal(isGone('changes#cms/a,cms/b', { content: { ...CONTENT, branches: [...CONTENT.branches, ...CONTENT.branches] } }), true);
});
