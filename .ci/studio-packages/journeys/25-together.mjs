// What is typed stays, and what others write is not written over, where a save takes longer than it seems, or an entry comes or goes meanwhile.
import assert from 'node:assert/strict';
import { signOutAtSave } from '../browser.mjs';
import { until } from '../service.mjs';

const POST = '0a8d5e27c419';
const content = async (project, key) => (await project.call('GET', '/brain/sync')).content[key];
const form = (page) => page.getByRole('form', { name: 'Entry' });
const box = (page, name) => form(page).getByRole('textbox', { name, exact: true });
const save = (page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const saved = (page) => page.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
/** Answers that say this are fetched, and given to the page only once `release` was called; `times` of them at most. */
async function held(page, pattern, times, says = '') {
  let release;
  let come;
  const released = new Promise((done) => { release = done; });
  const arrived = new Promise((done) => { come = done; });
  let left = times;
  await page.route(pattern, async (route) => {
    if (left === 0) return route.fallback();
    const response = await route.fetch().catch(() => null); // its page may be closed meanwhile
    if (response === null) return;
    if (left > 0 && (await response.text()).includes(says)) {
      left--;
      come();
      await released;
    }
    await route.fulfill({ response }).catch(() => {});
  });
  return { arrived, release };
}

/** A document of a name that is there already, or comes meanwhile, is never written over; an entry whose first answer was lost is made once. */
async function newOnes({ cast, people, look }) {
  const project = await cast.project('new-ones');
  const page = await people.open('bo');
  await page.goto(project.place + '/c/guides/new');
  const before = await content(project, 'guides:en');
  await box(page, 'Title').fill('First night train');
  await form(page).getByText('There is one of this name already').waitFor();
  assert.equal(await box(page, 'Slug').inputValue(), 'first-night-train');
  await save(page);
  await page.getByRole('status').filter({ hasText: /^Not sent yet/ }).waitFor();
  assert.deepEqual(await content(project, 'guides:en'), before);
  await box(page, 'Slug').fill('First-Night-TRAIN');
  await form(page).getByText('There is one of this name already').waitFor(); // the service writes it small
  await look(page, 'document-taken', { schemes: ['light'] });

  // Somebody makes one of the same name, of which the page has not heard.
  await page.route('**/brain/**', (route) => route.abort());
  await box(page, 'Slug').fill('over-land');
  await project.call('POST', '/content/guides', { locale: 'en', slug: 'over-land', data: { title: 'By ada', summary: 'Hers.' }, body: 'Hers.' });
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'This entry changed meanwhile' });
  await dialog.waitFor();
  await page.unroute('**/brain/**');
  assert.equal((await content(project, 'guides:en')).find((one) => one.slug === 'over-land').frontmatter.title, 'By ada');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // What is typed while a new entry is saved goes on under its own address, and the next new one is empty.
  await box(page, 'Slug').fill('by-ship');
  const answer = await held(page, '**/content/guides', 1);
  await save(page);
  await answer.arrived;
  await box(page, 'Summary').fill('Typed while it was saved');
  answer.release();
  await page.waitForURL('**/c/guides/by-ship*');
  assert.equal(await box(page, 'Summary').inputValue(), 'Typed while it was saved');
  await save(page);
  await saved(page);
  assert.equal((await content(project, 'guides:en')).find((one) => one.slug === 'by-ship').frontmatter.summary, 'Typed while it was saved');
  await page.goto(project.place + '/c/guides/new');
  await form(page).waitFor();
  assert.equal(await box(page, 'Title').inputValue(), '');

  // The first answer is lost and the page is loaded anew: it is the same entry.
  const count = Object.keys(await content(project, 'authors:en')).length;
  await page.goto(project.place + '/c/authors/new');
  await box(page, 'Name').fill('Only once');
  await page.route('**/content/authors', async (route) => { await route.fetch(); await route.abort('connectionreset'); }, { times: 1 });
  await save(page);
  await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).first().waitFor();
  await page.reload();
  await until('it is there again', async () => (await box(page, 'Name').inputValue()) === 'Only once');
  await save(page);
  await page.waitForURL(/c\/authors\/[0-9a-f]{12}/);
  assert.equal(Object.keys(await content(project, 'authors:en')).length, count + 1);
  const [, id] = /authors\/([0-9a-f]{12})/.exec(page.url());
  await page.goto(`${project.place}/c/authors/new?draft=${id}`);
  await page.waitForURL(`**/c/authors/${id}*`); // it was new once: no empty form that would write over it
  assert.equal(await box(page, 'Name').inputValue(), 'Only once');
}

/** While the dialog of a clash is open a colleague saves another field that was touched here: it is asked as well. Closed, it forgets. */
async function whileDeciding({ cast, people }) {
  const project = await cast.project('deciding');
  const page = await people.open('bo');
  await page.goto(`${project.place}/c/posts/${POST}`);
  await box(page, 'Title').fill('Mine');
  await box(page, 'Excerpt').fill('Mine, too.');
  const write = (data) => project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: data } });
  await write({ title: 'Hers' });
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'This entry changed meanwhile' });
  const choose = (field, name) => dialog.getByRole('radiogroup', { name: field }).getByRole('radio', { name, exact: true });
  const go = dialog.getByRole('button', { name: 'Save with these decisions' });
  await choose('Title', 'Live').check();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await save(page);
  await dialog.waitFor();
  assert.equal(await choose('Title', 'Live').isChecked(), false, 'nothing is chosen beforehand');
  await choose('Title', 'Mine').check();
  await write({ excerpt: 'Hers, too.' });
  await go.click();
  await choose('Excerpt', 'Live').check();
  assert.equal(await choose('Title', 'Mine').isChecked(), true, 'what was decided stands: its values are the same');
  await go.click();
  await saved(page);
  const { title, excerpt } = (await content(project, 'posts:en'))[POST];
  assert.deepEqual([title, excerpt], ['Mine', 'Hers, too.']);
}

/** A reading of content that began before a save and ends after it takes nothing back. */
async function lateReading({ cast, people }) {
  const project = await cast.project('late');
  const page = await people.open('bo');
  const early = await held(page, '**/brain/changes**', 1, 'aaaabbbbcccc');
  await page.goto(`${project.place}/c/posts/${POST}`);
  await form(page).waitFor();
  const count = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Posts' });
  await until('four are counted', async () => (await count.innerText()).endsWith('4'));
  await project.call('POST', '/content/posts', { locale: 'en', data: { aaaabbbbcccc: { title: 'Another' } } });
  await early.arrived;
  await box(page, 'Title').fill('Typed and saved');
  await save(page);
  await saved(page);
  const later = await held(page, '**/brain/changes**', Number.POSITIVE_INFINITY); // whatever is read after that one
  early.release();
  await until('the other one is counted', async () => (await count.innerText()).endsWith('5'));
  assert.equal(await box(page, 'Title').inputValue(), 'Typed and saved');
  later.release();
}

/** What a save was merged with comes into the form later: what was typed there meanwhile is asked about, as the base has it already. */
async function mergedBefore({ cast, people }) {
  const project = await cast.project('merged');
  const page = await people.open('bo');
  const reading = await held(page, '**/brain/changes**', 1, 'Hers.');
  await page.goto(`${project.place}/c/posts/${POST}`);
  await box(page, 'Title').fill('Mine');
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { excerpt: 'Hers.' } } });
  await reading.arrived;
  await save(page);
  await saved(page);
  await box(page, 'Excerpt').fill('Mine, too.');
  reading.release();
  await form(page).getByText('changed this meanwhile: Excerpt').waitFor();
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'This entry changed meanwhile' });
  await dialog.getByRole('radiogroup', { name: 'Excerpt' }).getByRole('radio', { name: 'Live', exact: true }).check();
  await dialog.getByRole('button', { name: 'Save with these decisions' }).click();
  await dialog.waitFor({ state: 'detached' });
  await until('hers is in the form', async () => (await box(page, 'Excerpt').inputValue()) === 'Hers.');
  const { title, excerpt } = (await content(project, 'posts:en'))[POST];
  assert.deepEqual([title, excerpt], ['Mine', 'Hers.']);
}

/** A colleague deletes the entry: what is typed stays on the screen, and it comes back whole or not at all, as one decides. */
async function deletedMeanwhile({ cast, people, look }) {
  const project = await cast.project('deleted');
  const before = (await content(project, 'posts:en'))[POST];
  const page = await people.open('bo');
  await page.goto(`${project.place}/c/posts/${POST}`);
  await box(page, 'Title').fill('It comes back');
  await page.route('**/brain/**', (route) => route.abort()); // the page hears of it by its own save
  await project.call('DELETE', '/content/posts', { locale: 'en', entryIds: [POST] });
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'This entry was deleted meanwhile' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute('**/brain/**');
  await project.call('POST', '/content/posts', { locale: 'en', data: { aaaabbbbcccc: { title: 'News' } } });
  await form(page).getByText('Somebody has deleted this entry').waitFor();
  assert.equal(await box(page, 'Title').inputValue(), 'It comes back');
  await save(page);
  await dialog.waitFor();
  await look(page, 'entry-deleted', { schemes: ['light'] });
  await dialog.getByRole('button', { name: 'Bring it back' }).click();
  await saved(page);
  assert.deepEqual((await content(project, 'posts:en'))[POST], { ...before, title: 'It comes back' });
}

/** A model and the words of a project are drafts, too: kept over a reload, JSON that cannot be read yet included; only what was typed is sent. */
async function moreThanEntries({ cast, people }) {
  const project = await cast.project('more-drafts');
  const page = await people.open('ada');
  await page.goto(project.place + '/models/authors');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Writers of all');
  await page.getByRole('tab', { name: 'JSON' }).click();
  const json = page.getByRole('textbox', { name: 'JSON' });
  await json.fill('{ "name": "Half');
  await page.getByRole('tab', { name: 'Fields' }).click();
  assert.equal(await json.inputValue(), '{ "name": "Half', 'it stays until it can be read');
  await json.fill('{ "name": "A", "fields": { "x": null } }');
  await page.getByText('This is no JSON yet.').waitFor();
  await page.goto(project.place);
  await page.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: /Writers of all/ }).click();
  await until('it is there again', async () => (await json.inputValue()).includes('"x": null'));
  await page.getByRole('button', { name: 'Back to saved' }).click();
  await page.goto(project.place + '/models/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Stops');
  await page.getByRole('button', { name: 'Go on to its fields' }).click();
  await page.getByRole('button', { name: 'Save model' }).click();
  await page.waitForURL('**/models/stops');
  await page.getByRole('link', { name: 'Models' }).last().click();
  await page.getByRole('link', { name: 'New model' }).click();
  await page.getByRole('button', { name: 'Go on to its fields' }).waitFor(); // a new one, not the one that is stored

  await page.goto(project.place + '/vocabulary');
  await project.call('PATCH', '/vocabulary', { terms: { train: { en: 'Train', de: 'Zug' }, boat: { en: 'Boat', de: 'Boot' } } });
  const text = (term, language) => page.getByRole('region', { name: term, exact: true }).getByRole('textbox', { name: language });
  await text('train', 'English').fill('Railway');
  await project.call('PATCH', '/vocabulary', { terms: { train: { de: 'Eisenbahn' }, boat: { en: 'Ship' } } });
  await until('hers is on the screen', async () => (await text('train', 'German').inputValue()) === 'Eisenbahn');
  await text('boat', 'English').fill('Vessel');
  await project.call('PATCH', '/vocabulary', { terms: { boat: { en: 'Ferry' } } });
  await page.getByText('Somebody else has written “Ferry” here meanwhile').waitFor();
  await page.reload();
  await until('what was typed is kept', async () => (await text('train', 'English').inputValue()) === 'Railway');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
  const { vocabulary } = await project.call('GET', '/brain/sync');
  const terms = vocabulary.terms ?? vocabulary;
  assert.deepEqual([terms.train, terms.boat], [{ en: 'Railway', de: 'Eisenbahn' }, { en: 'Vessel', de: 'Boot' }]);
}

/** bo's sign-in ends and cy signs in: nothing that bo typed is saved under her name or stays in sight. Signing out asks where drafts are. */
async function anotherPerson({ cast, people }) {
  const project = await cast.project('another');
  await (await people.open('bo')).context().close(); // a session of his that is not ended below
  const page = await people.open('bo', { own: true });
  await page.goto(`${project.place}/c/posts/${POST}`);
  await box(page, 'Title').fill('By bo alone');
  await page.getByRole('status').filter({ hasText: /^Draft kept/ }).first().waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const asks = page.getByRole('dialog', { name: 'Sign out' });
  await asks.getByText('1 draft on this device is not saved.').waitFor();
  await asks.getByRole('button', { name: 'Cancel' }).click();
  const cy = await (await people.open('cy')).context().cookies(); // who may write here, too
  const leaves = async () => {
    await page.waitForURL((url) => !url.pathname.includes('/c/posts'));
    await page.getByText('By bo alone').waitFor({ state: 'detached' });
    assert.equal((await content(project, 'posts:en'))[POST].title, 'The last sleeper north');
  };
  await signOutAtSave(page);
  await save(page);
  const again = page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'I am signed in again' });
  await again.waitFor();
  await page.context().addCookies(cy);
  await again.click();
  await leaves();

  // In another tab of the browser she comes while his page is open.
  await page.context().clearCookies();
  await page.context().addCookies(people.sessions.get('bo'));
  await page.goto(`${project.place}/c/posts/${POST}`);
  await box(page, 'Title').fill('By bo alone');
  await page.context().clearCookies();
  await page.context().addCookies(cy);
  const tab = await page.context().newPage();
  people.watch(tab, 'cy');
  await tab.goto('/settings/profile');
  await leaves();
  await tab.close();
}

/** Documents and dictionaries send what was changed only: a clash is asked about, and what a colleague wrote elsewhere stays. */
async function otherKinds({ cast, people }) {
  const project = await cast.project('other-kinds');
  const page = await people.open('bo');
  const dialog = page.getByRole('dialog', { name: 'This entry changed meanwhile' });
  const decide = async (field, take) => {
    await save(page);
    await dialog.waitFor();
    assert.equal(await dialog.getByRole('radiogroup').count(), 1);
    await dialog.getByRole('radiogroup', { name: field }).getByRole('radio', { name: take, exact: true }).check();
    await dialog.getByRole('button', { name: 'Save with these decisions' }).click();
    await dialog.waitFor({ state: 'detached' });
    await saved(page);
  };
  const guide = async () => (await content(project, 'guides:en')).find((one) => one.slug === 'first-night-train');
  const { body } = await guide();
  await page.goto(project.place + '/c/guides/first-night-train');
  await box(page, 'Title').fill('Mine');
  await project.call('POST', '/content/guides', { locale: 'en', slug: 'first-night-train', data: { title: 'Hers', summary: 'Hers, too.' } });
  await decide('Title', 'Mine');
  const after = await guide();
  assert.deepEqual([after.frontmatter.title, after.frontmatter.summary, after.body], ['Mine', 'Hers, too.', body]);

  await page.goto(project.place + '/c/labels');
  await box(page, 'nav.home').fill('Mine');
  await project.call('POST', '/content/labels', { locale: 'en', data: { 'nav.home': 'Hers', 'nav.about': 'Hers, too.' } });
  await decide('Nav.home', 'Live');
  const labels = await content(project, 'labels:en');
  assert.deepEqual([labels['nav.home'], labels['nav.about']], ['Hers', 'Hers, too.']);

  // A draft is saved and published at once; an entry is copied to a language that lacks it, and taken back.
  await project.call('PATCH', '/content/posts/status', { locale: 'en', entryIds: [POST], status: 'draft' });
  await project.call('DELETE', '/content/posts', { locale: 'de', entryIds: [POST] });
  await page.goto(`${project.place}/c/posts/${POST}`);
  await box(page, 'Title').fill('Saved and published');
  await page.getByRole('button', { name: 'More ways to save' }).click();
  await page.getByRole('menuitem', { name: 'Save and publish' }).click();
  await page.getByRole('status').filter({ hasText: /^Live/ }).first().waitFor();
  const { content: all, meta } = await project.call('GET', '/brain/sync');
  assert.deepEqual([all['posts:en'][POST].title, meta['posts:en'][POST].status], ['Saved and published', 'published']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('status').filter({ hasText: /^Undone/ }).first().waitFor();
  const back = await project.call('GET', '/brain/sync');
  assert.deepEqual([back.content['posts:en'][POST].title, back.meta['posts:en'][POST].status], ['The last sleeper north', 'draft'], 'both are taken back');
  await page.goto(project.place + '/c/posts');
  await page.getByRole('checkbox', { name: 'Select The last sleeper north' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected entries' });
  await bar.getByRole('button', { name: 'Copy to locale' }).click();
  await bar.getByRole('menuitem', { name: 'German' }).click();
  await page.getByText('Copied to German.').waitFor();
  assert.equal((await content(project, 'posts:de'))[POST].title, 'The last sleeper north');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undone.').waitFor();
  assert.equal((await content(project, 'posts:de'))[POST], undefined);
}

/** A list of models becomes shorter, so that the commit a form began with is no commit any more: it is saved on the newest state. */
async function listIsShorter({ cast, people }) {
  const AUTHOR = '3f1c8a5b2d90';
  const project = await cast.project('shorter-list');
  const mayEdit = (...allowedModels) => project.call('POST', '/members', { userId: cast.bo.id, role: 'editor', specificModels: true, allowedModels });
  const name = async () => (await content(project, 'authors:en') ?? await content(project, 'authors'))[AUTHOR].name;
  await mayEdit('authors', 'posts');
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { excerpt: 'Of the commit that he sees.' } } });
  const page = await people.open('bo');
  await page.goto(`${project.place}/c/authors/${AUTHOR}`);
  await box(page, 'Name').fill('Mine');
  await mayEdit('authors');
  const unknown = page.waitForResponse((answer) => answer.url().endsWith('/content/authors') && answer.status() === 404);
  await save(page);
  await unknown;
  await saved(page);
  assert.equal(await name(), 'Mine');

  // What somebody else wrote there meanwhile is asked about, as ever.
  await mayEdit('authors', 'posts');
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { excerpt: 'Of another.' } } });
  await page.goto(`${project.place}/c/authors/${AUTHOR}`);
  await box(page, 'Name').fill('Mine again');
  await project.call('POST', '/content/authors', { locale: 'en', data: { [AUTHOR]: { name: 'Hers' } } });
  await mayEdit('authors');
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'This entry changed meanwhile' });
  await dialog.getByRole('radiogroup', { name: 'Name' }).getByRole('radio', { name: 'Mine', exact: true }).check();
  await dialog.getByRole('button', { name: 'Save with these decisions' }).click();
  await dialog.waitFor({ state: 'detached' });
  await until('his is saved', async () => (await name()) === 'Mine again');
}

/** A screen whose script is lost leaves the page as it is, and comes at another try. */
async function aPartIsLost({ cast, people }) {
  const project = await cast.project('lost-part');
  const page = await people.open('bo');
  let isThere = false; // for whoever asks first: the page also reads its other screens ahead
  await page.route('**/assets/history-*', (route) => (isThere ? route.continue() : route.abort()));
  await page.goto(project.place);
  await page.getByRole('heading', { name: 'lost-part', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'History' }).click();
  const lost = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
  await lost.waitFor();
  isThere = true;
  await lost.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
}

export default { 'new ones are made once and over nothing': newOnes, 'another save while one decides': whileDeciding, 'a late reading takes nothing back': lateReading, 'merged before it was read': mergedBefore, 'deleted meanwhile': deletedMeanwhile, 'drafts of models and words': moreThanEntries, 'another person signs in': anotherPerson, 'a part is lost': aPartIsLost, 'a list of models gets shorter': listIsShorter, 'documents, dictionaries, copies': otherKinds };
