import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';

const { findTitles, wordsIn } = await import('../../main/web/src/replica/titles');
const { among, kindsOf, offered } = await import('../../main/web/src/parts/offers');
const piers = { id: 'piers', name: 'Piers', kind: 'collection', domain: 'site', i18n: true, fields: { title: { type: 'string' } } };
const guides = { id: 'guides', name: 'Guides', kind: 'document', domain: 'site', i18n: false, fields: { title: { type: 'string' } } };
const home = { id: 'home', name: 'Pier home', kind: 'singleton', domain: 'site', i18n: false, fields: { title: { type: 'string' } } };
const snapshot = {
  models: [piers, guides, home], meta: {}, config: { locales: { default: 'en', supported: ['en', 'de'] } },
  content: {
    'piers:en': { aaaabbbb0001: { title: 'The old pier' }, aaaabbbb0002: { title: 'Pier of the north' }, aaaabbbb0003: { title: 'Happier days' } },
    'piers:de': { aaaabbbb0001: { title: 'Die alte Mole' }, aaaabbbb0002: { title: 'Pier im Norden' }, aaaabbbb0004: { title: 'Nur Müßiggang' } },
    'guides:en': [{ slug: 'walk-the-pier', frontmatter: { title: 'A walk' }, body: '' }],
    'home:en': { title: 'Pier' },
  },
} as unknown as Parameters<typeof findTitles>[0];
const found = (typed: string, most = 10) => findTitles(snapshot, wordsIn(typed), most);
const titles = (typed: string) => found(typed).found.map((one) => one.title);

test('an entry is found by its title, first where it begins so, and once', () => {
  assert.deepEqual(titles('pier'), ['Pier of the north', 'The old pier', 'Happier days', 'A walk']);
  assert.deepEqual(titles('north PIER'), ['Pier of the north']);
  assert.deepEqual(titles(''), [], 'nothing is asked for');
});

test('another language has titles, too, and accents are no matter', () => {
  assert.deepEqual(found('mole').found.map((one) => [one.id, one.locale]), [['aaaabbbb0001', 'de']]);
  assert.deepEqual(titles('mußig'), ['Nur Müßiggang']);
});

test('the name of a document and the beginning of an id are found, a letter of an id is not', () => {
  assert.deepEqual(titles('walk-the'), ['A walk']);
  assert.deepEqual(titles('aaaabbbb0003'), ['Happier days']);
  assert.deepEqual(titles('bbb'), []);
});

test('of many the first are shown, and all are counted', () => {
  const { found: some, count } = found('pier', 1);
  assert.deepEqual([some.length, count], [1, 4]);
});

test('what changed is found by its new title', () => {
  const next = { ...snapshot, content: { ...snapshot.content, 'piers:en': { aaaabbbb0001: { title: 'Jetty' } } } };
  assert.equal(findTitles(next, ['jetty'], 5).count, 1);
  const renamed = { ...snapshot, models: [{ ...piers, title_field: 'name', fields: { title: { type: 'string' }, name: { type: 'string' } } }] } as unknown as typeof snapshot;
  assert.equal(findTitles(renamed, ['pier'], 5).count, 0, 'the model says what the title is');
});

const list = (prefix: string, name: string, ...names: string[]) => ({ prefix, name, find: among(names.map((one) => ({ key: one, name: one }))) });
const sources = [list('@', 'Models', 'Posts', 'Settings of a shop'), list('#', 'Changes', 'A new post'), list('>', 'Places', 'Settings'), list('>', 'Actions', 'Sign out'), list('?', 'Help', 'Posts')];
const offers = (typed: string) => offered(sources, typed).map((one) => [one.name, ...one.offers.map((offer) => offer.name)]);

test('a prefix asks for one kind, and help comes only so', () => {
  assert.deepEqual(offers('@ post'), [['Models', 'Posts']]);
  assert.deepEqual(offers('>s'), [['Places', 'Settings'], ['Actions', 'Sign out']]);
  assert.deepEqual(offers('?'), [['Help', 'Posts']]);
  assert.equal(offers('').length, 4);
  assert.deepEqual(kindsOf(sources), [['@', 'Models'], ['#', 'Changes'], ['>', 'Places, Actions'], ['?', 'Help']]);
});

test('the kind with what fits best comes first', () => {
  assert.deepEqual(offers('post'), [['Models', 'Posts'], ['Changes', 'A new post']]);
  assert.deepEqual(offers('new'), [['Changes', 'A new post']]);
  assert.deepEqual(offers('sign'), [['Actions', 'Sign out']]);
});
