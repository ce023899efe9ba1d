// What is typed and asked for stays: an answer that is lost on its way, a browser that keeps nothing, decisions that were begun, and what is wrong deep inside of an entry.
import assert from 'node:assert/strict';
import { until } from '../service.mjs';

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
  assert.equal((await fetch(address, { headers: { Authorization: header } })).status, 200, 'the one that is shown reads');
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

export default { 'the answers of the first run get lost': firstRunLost, 'the answer of a bulk action gets lost': bulkLost };
