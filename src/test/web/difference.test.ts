import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forward } from '../../main/web/src/replica/difference';
import { entriesOf } from '../../main/web/src/replica/entries';

const model = (id: string, kind = 'collection') => ({ id, name: id, kind, domain: 'site', i18n: false }) as any;
const before = (): any => ({
  models: [model('posts'), model('guides', 'document'), model('home', 'singleton')],
  content: { 'posts:en': { a: { title: 'A' }, b: { title: 'B' } }, 'guides:en': [{ slug: 'one', frontmatter: {}, body: '1' }], 'home:en': { headline: 'Old' } },
  meta: { 'posts:en': { a: { status: 'draft' } } }, config: { workflow: 'review' }, etags: { models: { posts: 'p', guides: 'g' }, entries: { 'posts:en': { a: '1', b: '2' } } },
});
const news = (more: object) => ({ commit: 'c', tag: 't', reset: false, ...more });

test('entries are set and removed, and everything else stays the same object', () => {
  const was = before();
  const now = forward(was, news({ content: { 'posts:en': { set: { a: { title: 'New' }, c: { title: 'C' } }, removed: ['b'] } } }));
  assert.deepEqual(now.content['posts:en'], { a: { title: 'New' }, c: { title: 'C' } });
  assert.equal(now.content['guides:en'], was.content['guides:en']);
  assert.equal(now.models, was.models);
  assert.deepEqual(was, before(), 'the snapshot before is left alone');
});

test('entries that were not changed are the same objects in lists, and as many and in the order as read anew', () => {
  const was = before();
  const listed = entriesOf(was, was.models[0], 'en');
  const set = forward(was, news({ content: { 'posts:en': { set: { a: { title: 'New' } } } }, meta: { 'posts:en': { set: { a: { status: 'published' } } } } }));
  const now = entriesOf(set, set.models[0], 'en');
  assert.deepEqual(now, entriesOf(structuredClone(set), set.models[0], 'en'));
  assert.deepEqual([now[0]!.data.title, now[0]!.meta.status], ['New', 'published']);
  assert.equal(now[1], listed[1]);
  for (const more of [{ content: { 'posts:en': { set: { c: { title: 'C' } } } } }, { content: { 'posts:en': { removed: ['a'] } } }, { meta: { 'posts:en': { set: { b: { status: 'draft' } } } } }, { meta: { 'posts:en': { removed: ['a'] } } }]) {
    const next = forward(set, news(more));
    assert.deepEqual(entriesOf(next, next.models[0]!, 'en'), entriesOf(structuredClone(next), next.models[0]!, 'en'));
  }
});

test('documents are found by their slug', () => {
  const now = forward(before(), news({ content: { 'guides:en': { set: { two: { slug: 'two', frontmatter: {}, body: '2' } }, removed: ['one'] } } }));
  assert.deepEqual(now.content['guides:en'], [{ slug: 'two', frontmatter: {}, body: '2' }]);
});

test('a singleton comes whole and goes with null', () => {
  assert.deepEqual(forward(before(), news({ content: { 'home:en': { whole: { headline: 'New' } } } })).content['home:en'], { headline: 'New' });
  assert.ok(!('home:en' in forward(before(), news({ content: { 'home:en': { whole: null } } })).content));
});

test('a model that goes takes its tag along', () => {
  const now = forward(before(), news({ models: { set: [model('new')], removed: ['posts'] }, settingTags: { models: { new: 'n' } } }));
  assert.deepEqual(now.models.map((one) => one.id), ['guides', 'home', 'new']);
  assert.deepEqual(now.etags!.models, { guides: 'g', new: 'n' });
});

test('settings are replaced only where they changed', () => {
  assert.deepEqual(forward(before(), news({ config: null })).config, null);
  assert.deepEqual(forward(before(), news({})).config, { workflow: 'review' });
});
