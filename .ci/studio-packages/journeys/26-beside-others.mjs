// What others do while a page is open: rows move under the focus, somebody is taken out of the workspace, changes are accepted one by one.
import assert from 'node:assert/strict';
import { setTimeout as rest } from 'node:timers/promises';
import { drawn } from '../browser.mjs';
import { until } from '../service.mjs';
import { rowsIn } from '../stored.mjs';

const POST = '0a8d5e27c419';
/** The id of the row that has the focus. */
const focusedRow = (page) => page.evaluate(() => document.activeElement?.closest('[role=row]')?.getAttribute('aria-labelledby')?.split('-')[0]);

/** A colleague saves, and her entry comes to the top: keys are about the row that has the focus, wherever it stands by then. */
async function movedRow({ cast, people }) {
  const project = await cast.project('moved-row');
  for (const id of ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', 'dddddddddddd']) await project.call('POST', '/content/posts', { locale: 'en', data: { [id]: { title: 'Entry ' + id.slice(0, 1) } } });
  const made = Date.now();
  const page = await people.open('bo');
  await page.goto(project.place + '/c/posts');
  const rows = page.getByRole('grid', { name: 'Entries' }).getByRole('row');
  await until('all are there', async () => (await rows.count()) > 4);
  await rows.nth(1).focus();
  await page.keyboard.press('ArrowDown');
  const own = await focusedRow(page);
  assert.equal(await rows.nth(2).evaluate((row) => row === document.activeElement), true);
  const other = (await rows.nth(4).getAttribute('aria-labelledby')).split('-')[0];
  await rest(Math.max(0, made + 1000 - Date.now())); // a list knows the second in which an entry was saved
  await project.call('POST', '/content/posts', { locale: 'en', data: { [other]: { title: 'Saved by ada' } } });
  await rows.nth(1).getByRole('gridcell', { name: 'Saved by ada', exact: true }).waitFor();
  assert.equal(await focusedRow(page), own, 'the focus went with its row');
  assert.equal(await page.evaluate(() => document.activeElement.tabIndex), 0, 'Tab comes back to it');
  await page.keyboard.press('Space');
  await until('the row of the focus is selected', () => page.evaluate(() => document.activeElement.getAttribute('aria-selected') === 'true'));
  assert.equal(await page.locator('[role=row][aria-selected=true]').count(), 1);
  await page.keyboard.press('ArrowDown');
  await until('the next one has the focus', () => rows.nth(4).evaluate((row) => row === document.activeElement));
  await page.keyboard.press('ArrowUp');
  await until('it has it again', async () => (await focusedRow(page)) === own);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/c/posts/${own}*`);
}

/** Whether this browser keeps content of a project. */
const keeps = async (page, project) => (await rowsIn(page, 'snapshots')).some((row) => row.key.endsWith(project.id));

/** Somebody is taken out of the workspace, or the project is deleted, while a page shows it and while none does: nothing of it is shown or kept any more, but what was typed. */
async function takenOut({ service, cast, people }) {
  const project = await cast.project('taken-out');
  const eve = await service.token('eve');
  const come = async () => {
    await service.call('POST', cast.W + '/members', { email: 'eve@example.com', role: 'member' }, cast.ada.token);
    await service.call('GET', '/api/workspaces', undefined, eve.token);
    await project.call('POST', '/members', { userId: eve.id, role: 'editor' });
  };
  const leave = async () => {
    const member = (await service.call('GET', cast.W + '/members', undefined, cast.ada.token)).find((one) => one.user_id === eve.id);
    await service.call('DELETE', `${cast.W}/members/${member.id}`, undefined, cast.ada.token);
  };
  await come();
  const page = await people.open('eve');
  const title = page.getByRole('form', { name: 'Entry' }).getByRole('textbox', { name: 'Title', exact: true });
  const typed = async (text) => {
    await page.goto(`${project.place}/c/posts/${POST}`);
    await until('content is kept', () => keeps(page, project));
    await title.fill(text);
    await page.getByRole('status').filter({ hasText: /^Draft kept on this device/ }).first().waitFor();
  };
  const gone = async () => {
    await page.keyboard.press('Control+s');
    await title.waitFor({ state: 'detached' });
    await page.getByText('What you typed is kept.').waitFor();
    await until('no content is kept', async () => !(await keeps(page, project)));
  };

  await page.goto(`${project.place}/c/posts/${POST}`);
  await until('content is kept', () => keeps(page, project));
  await page.goto('/settings/profile');
  await leave();
  await page.goto(`${project.place}/c/posts/${POST}`);
  await page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor();
  await until('what was kept before has gone', async () => !(await keeps(page, project)));

  await come();
  await typed('Typed before she left');
  await leave();
  await gone();

  await come();
  await page.goto(`${project.place}/c/posts/${POST}`);
  await until('what she typed is back', async () => (await title.inputValue()) === 'Typed before she left');
  await typed('Typed before the project was deleted');
  await project.call('DELETE', '');
  await gone();
}

/** A key that is held accepts the change that is looked at, and none that nobody has seen. */
async function heldKey({ cast, people }) {
  const project = await cast.project('held-key');
  await project.call('PATCH', '/config', { workflow: 'review' });
  for (const id of ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc']) await project.call('POST', '/content/posts', { locale: 'en', data: { [id]: { title: 'Entry ' + id.slice(0, 1) } } }, 'bo');
  const page = await people.open('ada');
  await page.goto(project.place + '/changes');
  const open = page.getByRole('list', { name: 'Open changes' }).getByRole('listitem');
  await until('three wait', async () => (await open.count()) === 3);
  await open.first().getByRole('link').click();
  const accept = page.getByRole('button', { name: 'Accept', exact: true });
  await accept.waitFor();
  const first = page.url();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.down('a');
  await until('the next one is shown', async () => page.url() !== first && (await accept.count()) === 1 && (await accept.isEnabled()));
  for (let times = 0; times < 10; times++) await page.keyboard.down('a'); // the browser repeats a key that is not let go
  await page.keyboard.up('a');
  await page.keyboard.press('d');
  await page.getByRole('dialog').waitFor(); // nothing is under way
  assert.equal((await project.call('GET', '/branches')).branches.length, 2);
}

/** Somebody who opens another change while what she has accepted is still read stays there. */
async function openedMeanwhile({ cast, people }) {
  const project = await cast.project('opened-meanwhile');
  await project.call('PATCH', '/config', { workflow: 'review' });
  for (const id of ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc']) await project.call('POST', '/content/posts', { locale: 'en', data: { [id]: { title: 'Entry ' + id.slice(0, 1) } } }, 'bo');
  const page = await people.open('ada');
  await page.goto(project.place + '/changes');
  const open = page.getByRole('list', { name: 'Open changes' }).getByRole('listitem');
  await until('all is known of three', async () => (await open.filter({ hasText: 'bo@example.com' }).count()) === 3);
  const [first, , third] = await open.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  await open.locator(`a[href="${first}"]`).click();
  const accept = page.getByRole('button', { name: 'Accept', exact: true });
  await accept.waitFor();
  let letGo;
  let readings = 0;
  const free = new Promise((go) => { letGo = go; });
  await page.route(/\/branches(\?atLeast=\w+)?$/, async (route) => {
    await free;
    await route.fulfill({ response: await route.fetch() });
    readings++;
  });
  const merged = page.waitForResponse((one) => one.url().endsWith('/merge') && one.ok());
  await accept.click();
  await merged;
  await open.locator(`a[href="${third}"]`).click();
  await page.waitForURL('**' + third);
  letGo();
  await until('what is open is read, and again for the news', async () => readings >= 2 && (await open.count()) === 2);
  await drawn(page);
  await accept.waitFor();
  assert.ok(page.url().endsWith(third), page.url());
}

export default { 'a row that moves keeps its keys': movedRow, 'taken out of the workspace': takenOut, 'a key that is held accepts once': heldKey, 'what is opened meanwhile stays': openedMeanwhile };
