// Everything that can be opened or done from one text field: by keyboard, by role, in the other language, and without a network.
import assert from 'node:assert/strict';
import { drawn } from '../browser.mjs';
import { until } from '../service.mjs';

const POST = '0a8d5e27c419';
const palette = (page, name = 'Search or do') => page.getByRole('combobox', { name, exact: true });
const options = (page) => page.getByRole('listbox', { name: 'What fits' }).getByRole('option');
const heading = (page, name) => page.getByRole('heading', { name, level: 1 }).waitFor();
/** The option that Enter would take: the one that the field names. */
const chosen = (page) => page.evaluate(() => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null);
const isOnHeading = (page) => page.evaluate(() => document.activeElement === document.querySelector('h1'));

async function open(page) {
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
}

/** ada goes everywhere by its keys, and what the content says is found on the page itself, also when the network is away. */
async function byItsKeys({ cast, people, look }) {
  const project = await cast.project('palette');
  const { content } = await project.call('GET', '/brain/sync');
  const [title, german] = ['en', 'de'].map((locale) => content[`posts:${locale}`][POST].title);
  const page = await people.open('ada');
  await page.goto(project.place);
  await heading(page, 'palette');
  await open(page);
  assert.equal(await palette(page).evaluate((one) => one === document.activeElement), true);
  assert.equal(await chosen(page), null, 'the field is heard before its first option');
  await look(page, 'palette', { focus: false });
  await page.keyboard.press('ArrowUp');
  assert.equal(await chosen(page), await options(page).last().textContent(), 'up goes round to the last');
  await page.keyboard.press('ArrowDown');
  assert.equal(await chosen(page), await options(page).first().textContent());

  const asked = [];
  const isNews = (url) => /\/(events|branches|brain\/changes|presence)(\?|$)/.test(url); // which a page asks for by itself
  page.on('request', (request) => request.url().includes('/api/') && !isNews(request.url()) && asked.push(request.url()));
  await page.keyboard.type(title.toUpperCase().slice(0, 12));
  await until('the entry is the first', async () => (await chosen(page))?.startsWith(title));
  await page.getByRole('status').filter({ hasText: /^1 fits$/ }).waitFor();
  await look(page, 'palette-found', { focus: false });
  await palette(page).fill(german);
  await until('by its other language', async () => (await chosen(page))?.startsWith(german));
  await palette(page).fill('nothing is called so');
  await page.getByText('Nothing fits this.').waitFor();
  await page.keyboard.press('Enter');
  await palette(page).fill(title);
  assert.deepEqual(asked, [], 'nothing was asked for');
  await page.keyboard.press('Enter');
  await heading(page, title);
  await until('the page that opened has the focus', () => isOnHeading(page));
  assert.match(page.url(), new RegExp(`/c/posts/${POST}$`));

  // From inside of a field, and back into it.
  const field = page.getByRole('textbox', { name: 'Title', exact: true });
  await field.focus();
  await open(page);
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  assert.equal(await field.evaluate((one) => one === document.activeElement), true, 'the focus returns where it came from');
  await open(page);
  await page.keyboard.press('Control+k');
  await palette(page).waitFor({ state: 'detached' });
  await open(page);
  await palette(page).fill(german);
  await page.keyboard.press('Enter');
  await heading(page, german);
  assert.match(page.url(), /\?locale=de$/);

  // What is asked for by a prefix, which the help names; and what is done.
  await open(page);
  await page.keyboard.type('?');
  await until('the help is there', async () => (await options(page).count()) === 3);
  await page.keyboard.press('Enter');
  assert.equal(await palette(page).inputValue(), '@ ');
  await page.keyboard.type('pos');
  assert.deepEqual(await options(page).allTextContents(), ['PostsContent', 'PostsModel']);
  await options(page).first().click();
  await heading(page, 'Posts');
  await open(page);
  await page.keyboard.type('>new entry: post');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/c\/posts\/new/);
  await open(page);
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Search or do').waitFor();
  await page.keyboard.press('Control+k');
  assert.equal(await palette(page).count(), 0, 'it does not lie over another dialog');
  await page.keyboard.press('Escape');

  await page.context().setOffline(true);
  await open(page);
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await heading(page, title);
  await page.context().setOffline(false);
}

/** Changes are found by what they are about; only what a role may is offered, and only the models that somebody may read. */
async function byRole({ cast, people, look }) {
  const project = await cast.project('palette-roles');
  await project.call('PATCH', '/config', { workflow: 'review' });
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { excerpt: 'In a change' } } }, 'bo');
  const { title } = (await project.call('GET', '/brain/sync')).content['posts:en'][POST];
  const cy = await people.open('cy');
  let letGo;
  const isAsked = new Promise((go) => { letGo = go; });
  await cy.route(/\/branches(\?atLeast=\w+)?$/, async (route) => {
    await isAsked;
    await route.continue();
  });
  await cy.goto(project.place);
  await heading(cy, 'palette-roles');
  await open(cy);
  await cy.keyboard.type('#');
  await drawn(cy);
  letGo(); // which changes are open is known only after somebody has asked for them
  await until('the change is called like its entry', async () => (await chosen(cy))?.startsWith(title + 'bo@example.com'));
  await look(cy, 'palette-changes', { focus: false, schemes: ['light'] });
  await cy.keyboard.press('Enter');
  await cy.getByRole('button', { name: 'Accept', exact: true }).waitFor();

  const dee = await people.open('dee');
  await dee.goto(project.place);
  await heading(dee, 'palette-roles');
  await open(dee);
  await dee.keyboard.type('>');
  const offered = await options(dee).allTextContents();
  assert.ok(offered.some((one) => one.startsWith('History')), 'what everybody may open');
  assert.deepEqual(offered.filter((one) => /^(New|Webhooks|Usage|Billing)/.test(one)), [], 'nothing that she may not do');

  await project.call('POST', '/members', { userId: cast.bo.id, role: 'editor', specificModels: true, allowedModels: ['categories'] });
  const bo = await people.open('bo', { locale: 'de-DE' });
  await bo.goto(project.place);
  await heading(bo, 'palette-roles');
  await bo.keyboard.press('Control+k');
  const german = palette(bo, 'Suchen oder ausführen');
  await german.fill(title);
  await bo.getByText('Nichts passt dazu.').waitFor();
  await german.fill('> neuer eintrag');
  assert.deepEqual(await bo.getByRole('option').allTextContents(), ['Neuer Eintrag: Categories']);
  await look(bo, 'palette-german', { focus: false, schemes: ['light'] });
}

/** Outside of projects, and with a finger. */
async function elsewhere({ cast, people }) {
  await cast.project('palette-beside');
  const page = await people.open('ada');
  await page.goto(`/w/${cast.workspace.slug}`);
  await heading(page, cast.workspace.name);
  await open(page);
  await page.keyboard.type('members');
  await page.keyboard.press('Enter');
  await heading(page, 'Members');
  await page.getByRole('button', { name: 'Search or do' }).click();
  await palette(page).fill('profile');
  await options(page).first().click();
  await heading(page, 'Profile');
}

export default { 'the palette by its keys': byItsKeys, 'the palette by role': byRole, 'the palette outside of projects': elsewhere };
