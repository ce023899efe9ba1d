// What is typed and asked for stays: an answer that is lost on its way, a browser that keeps nothing, decisions that were begun, and what is wrong deep inside of an entry.
import assert from 'node:assert/strict';
import { until } from '../service.mjs';
import { rowsIn } from '../stored.mjs';

const POST = '0a8d5e27c419';
const posts = async (project) => (await project.call('GET', '/brain/sync')).content['posts:en'];
const form = (page) => page.getByRole('form', { name: 'Entry' });
const field = (page, name) => form(page).getByRole('textbox', { name, exact: true });
const status = (page, text) => page.getByRole('status').filter({ hasText: new RegExp('^' + text) }).first().waitFor();

/** The next request of this method to this path is carried out, and its answer is lost on the way. */
const lose = (page, method, path) => new Promise((lost) => {
  let isLost = false;
  void page.route(path, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
    lost();
  });
});

/** The answers of the first run are lost one after the other, and the page is loaded again between: one repository, one project, one key. */
async function firstRunLost({ cast, people }) {
  const page = await people.open('ada');
  await page.goto('/welcome');
  await page.getByLabel('Name').fill('Lost on the way');
  const repository = lose(page, 'POST', '**/create-from-template');
  const project = lose(page, 'POST', /\/projects$/);
  const key = lose(page, 'POST', '**/cdn/keys');
  const goOn = page.getByRole('button', { name: 'Go on from here' });
  await page.getByRole('button', { name: 'Create project' }).click();
  await repository;
  await goOn.click();
  await project;
  await goOn.waitFor();
  await page.reload();
  await goOn.click();
  await key;
  await goOn.click();
  await page.getByRole('heading', { name: 'Your project is ready', level: 1 }).waitFor({ timeout: 60_000 });
  const made = (await cast.service.call('GET', cast.W + '/projects', undefined, cast.ada.token)).filter((one) => one.name === 'Lost on the way');
  assert.equal(made.length, 1, 'it is one project');
  const keys = await cast.service.call('GET', `${cast.W}/projects/${made[0].id}/cdn/keys`, undefined, cast.ada.token);
  assert.equal(keys.filter((one) => !one.revoked_at).length, 1, 'the key that nobody has seen is of no use any more');
  const line = await page.locator('code').filter({ hasText: 'curl' }).innerText();
  const [, header, address] = /-H 'Authorization: ([^']*)' (\S+)/.exec(line);
  await until('the one that is shown reads', async () => (await fetch(address, { headers: { Authorization: header } })).status === 200);
}

/** What is done to several entries is done once, and can be taken back, though its answer was lost. */
async function bulkLost({ cast, people, look }) {
  const project = await cast.project('bulk-lost');
  const page = await people.open('ada');
  await page.goto(project.place + '/c/posts');
  await page.getByRole('grid', { name: 'Entries' }).waitFor();
  const landings = async () => (await project.call('GET', '/history?limit=50')).history.length;
  const before = await landings();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const bar = page.getByRole('toolbar', { name: 'Selected entries' });
  const again = page.getByRole('button', { name: 'Try again', exact: true });
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const archived = lose(page, 'PATCH', '**/content/posts/status');
  await bar.getByRole('button', { name: 'Archive' }).click();
  await archived;
  await again.waitFor();
  await look(page, 'list-answer-lost', { focus: false, schemes: ['light'] });
  await again.click();
  await undo.click();
  await page.getByText('Undone.').waitFor();
  assert.equal(await landings(), before + 2, 'it was done once, and taken back once');
  const all = Object.keys(await posts(project)).length;
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const deleted = lose(page, 'DELETE', '**/content/posts');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await deleted;
  await again.click(); // also where the news have taken the entries away meanwhile
  await undo.click();
  await page.getByText('Undone.').waitFor();
  assert.equal(Object.keys(await posts(project)).length, all, 'all of them are back');
}

/** A person takes a line with her by the keyboard. */
async function copy(page, line) {
  await line.selectText();
  await page.keyboard.press('Control+c');
}

/** A key, a webhook, an invitation and a decision about what visitors sent are made once, though their answers were lost; a new secret that nobody has seen is replaced. */
async function madeOnce({ service, cast, people, look }) {
  const project = await cast.project('made-once');
  await project.call('PATCH', '/cdn/settings', { cdn_enabled: true });
  const page = await people.open('ada');
  /** What is sent at first, and what comes of sending it again. */
  const twice = async (path, press) => {
    const keys = [];
    const listen = (request) => request.method() === 'POST' && keys.push(request.headers()['idempotency-key']);
    const lost = lose(page, 'POST', path);
    page.on('request', listen);
    await press();
    await lost;
    await page.getByRole('main').getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
    await press();
    await page.getByRole('main').getByRole('alert').waitFor({ state: 'detached' });
    await until('it is sent again', () => keys.length >= 2);
    page.off('request', listen);
    return keys;
  };
  await page.goto(project.place + '/delivery');
  await page.getByLabel('Name of a new key').fill('Site');
  await twice('**/cdn/keys', () => page.getByRole('button', { name: 'New key', exact: true }).click());
  const line = page.getByText(/^CMS_KEY=/);
  const [, key] = (await line.innerText()).split('=');
  assert.equal((await project.call('GET', '/cdn/keys')).filter((one) => !one.revoked_at).length, 1, 'the key that nobody has seen is of no use any more');
  const read = () => fetch(`${service.url}/api/cdn/v1/${project.id}/_manifest.json`, { headers: { Authorization: `Bearer ${key}` } });
  await until('the one that is shown reads', async () => (await read()).status === 200);
  await copy(page, line);

  await page.goto(project.place + '/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('form', { name: 'New webhook' });
  await form.getByLabel('Name').fill('Build');
  await form.getByLabel('Address').fill('https://example.com/hook');
  await twice('**/webhooks', () => form.getByRole('button', { name: 'Save' }).click());
  const secret = page.getByText(/^whsec_/);
  const first = await secret.innerText();
  assert.equal((await project.call('GET', '/webhooks')).length, 1, 'it is one webhook');
  const rotate = page.getByRole('button', { name: 'New secret', exact: true });
  const rotated = lose(page, 'POST', '**/rotate-secret');
  await rotate.click();
  await rotated;
  await page.getByRole('article', { name: 'Build' }).getByRole('alert').waitFor();
  const asks = page.getByRole('dialog', { name: 'End the old secret now?' });
  await rotate.click();
  await asks.waitFor();
  await look(page, 'webhook-force', { schemes: ['light'] });
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await until('the focus is on the button', () => rotate.evaluate((one) => one === document.activeElement));
  await rotate.click();
  await asks.getByRole('button', { name: 'End it, make a new secret' }).click();
  await until('there is a secret that somebody knows', async () => (await secret.count()) === 1 && (await secret.innerText()) !== first);
  await copy(page, secret);

  await page.goto(`/w/${cast.workspace.slug}/settings/members`);
  await page.getByLabel('E-mail').fill('made-once@example.com');
  const invitations = await twice('**/members', () => page.getByRole('button', { name: 'Invite', exact: true }).click());
  await page.getByText('An invitation is on its way to made-once@example.com.').waitFor();
  assert.ok(invitations[0] && invitations[0] === invitations[1], 'it is one mail');

  await project.call('PATCH', '/models/messages', { form: { enabled: true, public: true, exposedFields: ['name', 'email', 'message'] } });
  await service.call('POST', `/api/forms/v1/${project.id}/messages/submit`, { data: { name: 'Eve', email: 'eve@example.com', message: 'Hello' } });
  await page.goto(project.place + '/forms/messages');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await twice('**/bulk', () => page.getByRole('button', { name: 'Approve', exact: true }).click());
  await page.getByText('Approved.').waitFor();
}

/** What is shown once is not left without a question before it was copied, by a link, by Back or with the page; another one takes nothing away. */
async function shownOnce({ cast, people, look }) {
  const project = await cast.project('shown-once');
  const page = await people.open('ada');
  await page.goto(project.place);
  const to = (name) => page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name }).click();
  const heading = (name) => page.getByRole('heading', { name, level: 1 }).waitFor();
  const mint = async (name) => {
    await page.getByLabel('Name of a new key').fill(name);
    await page.getByRole('button', { name: 'New key', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: name }).waitFor();
  };
  const lines = page.getByText(/^CMS_KEY=/);
  const asks = page.getByRole('dialog', { name: 'Leave without a copy?' });
  await to('Delivery');
  await mint('Alpha');
  await to('Models');
  await asks.getByText('Alpha').waitFor();
  await look(page, 'secret-leave', { schemes: ['light'] });
  await asks.getByRole('button', { name: 'Stay' }).click();
  await mint('Beta');
  assert.equal(await lines.count(), 2, 'the first one is still there');
  await page.evaluate(() => history.back());
  await asks.getByRole('button', { name: 'Stay' }).click();
  assert.match(page.url(), /delivery$/);
  const told = [];
  const dismiss = (dialog) => { told.push(dialog.type()); void dialog.dismiss(); };
  page.on('dialog', dismiss);
  await page.close({ runBeforeUnload: true });
  await until('the browser asks before it leaves', () => told.length === 1);
  page.off('dialog', dismiss);
  await copy(page, lines.first());
  await copy(page, lines.last());
  await to('Models');
  await heading('Models');
  await to('Delivery');
  await mint('Gamma');
  assert.equal(await lines.count(), 1);
  await page.evaluate(() => history.back());
  await asks.getByRole('button', { name: 'Leave all the same' }).click();
  await heading('Models');
  await to('History');
  await heading('History');
}

/** What is typed beside the texts of a dictionary is none of them: its filter takes back by itself, and a key that is there already stays where it was typed. */
async function keysOfADictionary({ cast, people }) {
  const project = await cast.project('dictionary-keys');
  await project.call('POST', '/content/labels', { locale: 'en', data: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`nav.more${at}`, `More ${at}`])) });
  const page = await people.open('bo');
  await page.goto(project.place + '/c/labels');
  await field(page, 'nav.home').fill('Typed');
  const filter = form(page).getByRole('searchbox', { name: 'Filter entries' });
  await filter.click();
  await page.keyboard.type('nav');
  await page.keyboard.press('Control+z');
  assert.notEqual(await filter.inputValue(), 'nav');
  await filter.fill('');
  await page.keyboard.press('Control+z');
  assert.equal(await field(page, 'nav.home').inputValue(), 'Typed', 'the text is as it was typed');
  await filter.fill('');
  const key = field(page, 'New key');
  await key.fill('nav.home');
  await key.press('Enter');
  await form(page).getByRole('alert').filter({ hasText: 'There is a key of this name already.' }).waitFor();
  assert.equal(await key.inputValue(), 'nav.home');
  await key.fill('constructor');
  await key.press('Enter');
  await field(page, 'constructor').fill('Builder');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await status(page, 'Saved');
  const labels = (await project.call('GET', '/brain/sync')).content['labels:en'];
  assert.deepEqual([labels['nav.home'], labels.constructor], ['Typed', 'Builder']);
}

/** The rows of typed text that this browser keeps. */
const drafts = (page) => rowsIn(page, 'drafts');
const kept = (page, text) => until(`${text} is kept`, async () => JSON.stringify(await drafts(page)).includes(text));
const nothingKept = (page) => until('nothing of it is kept any more', async () => (await drafts(page)).length === 0);

/** A text that was written together stays when the dialog is left and when the page is loaded again, and is gone once it is decided. */
async function decisionsKept({ cast, people, look }) {
  const project = await cast.project('decidedlater');
  const bo = await people.open('bo');
  await bo.goto(`${project.place}/c/posts/${POST}`);
  await field(bo, 'Title').fill('Mine');
  await status(bo, 'Draft kept on this device');
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'Live' } } });
  await bo.getByText('ada@example.com changed this meanwhile: Title').waitFor();
  const dialog = bo.getByRole('dialog', { name: 'This entry changed meanwhile' });
  const save = () => bo.getByRole('button', { name: 'Save', exact: true }).click();
  const text = dialog.getByRole('textbox', { name: 'Title, written together' });
  await save();
  await dialog.getByRole('radio', { name: 'Write together' }).check();
  await text.fill('Both of them');
  await kept(bo, 'Both of them');
  await bo.reload();
  await bo.getByText('Your unsaved changes are back.').waitFor();
  await save();
  await until('it is there again', async () => (await text.inputValue()) === 'Both of them');
  await look(bo, 'conflict-kept', { schemes: ['light'] });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await save();
  await until('it is there after the dialog was left', async () => (await text.inputValue()) === 'Both of them');
  await dialog.getByRole('button', { name: 'Save with these decisions' }).click();
  await until('it is live', async () => (await posts(project))[POST].title === 'Both of them');
  await nothingKept(bo);

  // The same about a change that waits.
  await project.call('PATCH', '/config', { workflow: 'review' });
  const { branch } = await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'In the change' } } }, 'bo');
  await project.call('PATCH', '/config', { workflow: 'auto-merge' });
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'Live again' } } });
  const cy = await people.open('cy');
  await cy.goto(`${project.place}/changes/${encodeURIComponent(branch)}`);
  const decisions = cy.getByRole('region', { name: 'Decisions' });
  await decisions.getByRole('radio', { name: 'Write together' }).check();
  await decisions.getByRole('textbox').fill('Of both changes');
  await kept(cy, 'Of both changes');
  await cy.goto(project.place);
  await cy.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: /^Decisions: / }).click();
  await until('it is there again', async () => (await decisions.getByRole('textbox').inputValue()) === 'Of both changes');
  await cy.getByRole('button', { name: 'Accept with these decisions' }).click();
  await until('it is live', async () => (await posts(project))[POST].title === 'Of both changes');
  await nothingKept(cy);
}

/** A browser that keeps nothing says so in words, and asks before the page is left, until it is saved. */
async function nothingCanBeKept({ cast, people, look }) {
  const project = await cast.project('unkept');
  const bo = await people.open('bo');
  await bo.addInitScript(() => {
    IDBFactory.prototype.open = () => { throw new DOMException('This browser keeps nothing.', 'SecurityError'); };
  });
  await bo.goto(`${project.place}/c/posts/${POST}`);
  await field(bo, 'Title').click();
  await bo.keyboard.type('Not kept ');
  const told = bo.getByRole('status').filter({ hasText: 'This browser cannot keep drafts. Save before you leave this page.' });
  await told.waitFor();
  await look(bo, 'entry-unkept', { focus: false });
  const asked = [];
  bo.on('dialog', (dialog) => { asked.push(dialog.type()); void dialog.dismiss(); });
  await bo.close({ runBeforeUnload: true });
  await until('the browser asks before it leaves', () => asked.length === 1);
  assert.deepEqual(asked, ['beforeunload']);
  assert.match(await field(bo, 'Title').inputValue(), /Not kept /, 'who stays has everything');
  await bo.getByRole('button', { name: 'Save', exact: true }).click();
  await status(bo, 'Saved');
  await told.waitFor({ state: 'detached' });
  await bo.reload();
  assert.equal(asked.length, 1, 'what is saved is left without a question');
}

/** What is wrong deep inside is said there and counted where it is folded, and the summary opens it and leads into it. */
async function wrongInside({ cast, people, look }) {
  const project = await cast.project('inside');
  const fields = { title: 'string', when: { type: 'object', fields: { from: { type: 'date', required: true }, to: 'date' } }, parts: { type: 'array', items: { type: 'object', fields: { heading: { type: 'string' }, links: { type: 'array', items: { type: 'object', fields: { page: { type: 'string', max: 30 } } } } } } } };
  await project.call('PUT', '/models/pages', { name: 'Pages', kind: 'collection', domain: 'blog', i18n: false, fields });
  const parts = Array.from({ length: 60 }, (_, at) => ({ heading: `Part ${at + 1}` }));
  parts[57].links = [{ page: 'https://fine.example' }, { page: 'https://fine.example/2' }];
  await project.call('POST', '/content/pages', { locale: 'en', data: { '0123456789ab': { title: 'One', when: { from: '2026-03-01' }, parts } } });
  const bo = await people.open('bo');
  await bo.goto(`${project.place}/c/pages/0123456789ab`);
  const checks = bo.getByRole('region', { name: 'Checks' });
  await form(bo).getByRole('button', { name: 'Show 10 more' }).click();
  await form(bo).getByRole('button', { name: 'Part 58' }).click();
  const pages = form(bo).getByRole('textbox', { name: 'Page' });
  await pages.nth(1).fill('longer than the field may be at all');
  const link = checks.getByRole('link', { name: 'Parts › 58 › Links › 2 › Page' });
  await link.waitFor();
  await until('it is said at the field', async () => (await pages.nth(1).getAttribute('aria-invalid')) === 'true' && (await pages.nth(0).getAttribute('aria-invalid')) === null);
  await form(bo).getByRole('button', { name: 'Part 58' }).click();
  await form(bo).getByRole('listitem').filter({ has: bo.getByRole('button', { name: 'Part 58' }) }).getByText('1 problem inside').first().waitFor();
  await bo.evaluate(() => scrollTo(0, 0)); // nothing lies half below the bar that stays
  await look(bo, 'entry-wrong-inside');
  await status(bo, 'Draft kept on this device');
  await bo.reload(); // the item is folded, and beyond those that are shown
  await link.click();
  await until('the field has the focus', () => pages.nth(1).evaluate((one) => one === document.activeElement));
  assert.equal(await pages.nth(1).inputValue(), 'longer than the field may be at all');
  await pages.nth(1).fill('https://fine.example/3');
  await until('nothing is wrong any more', async () => (await link.count()) === 0 && (await pages.nth(1).getAttribute('aria-invalid')) === null);
  await bo.getByRole('button', { name: 'Save', exact: true }).click();
  await status(bo, 'Saved');
}

export default {
  'what is wrong deep inside is led to': wrongInside,
  'written together is kept': decisionsKept, 'a browser that keeps nothing says so': nothingCanBeKept,
  'the answers of the first run get lost': firstRunLost, 'the answer of a bulk action gets lost': bulkLost, 'made once, though the answers get lost': madeOnce,
  'shown once': shownOnce, 'keys of a dictionary': keysOfADictionary,
};
