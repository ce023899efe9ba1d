// Writing together: nothing that anybody typed is lost, whoever else writes and whatever breaks.
import assert from 'node:assert/strict';
import { identify, signOutAtSave } from '../browser.mjs';
import { until } from '../service.mjs';

const POST = '0a8d5e27c419';
const posts = async (project) => (await project.call('GET', '/brain/sync')).content['posts:en'];
const opened = async (page, project, path = '/c/posts/' + POST) => {
  await page.goto(project.place + path);
  await page.getByRole('form', { name: 'Entry' }).waitFor();
  return page;
};
const open = async (people, project, name, path) => opened(await people.open(name), project, path);
const field = (page, name) => page.getByRole('form', { name: 'Entry' }).getByRole('textbox', { name, exact: true });
const save = (page, name = 'Save') => page.getByRole('button', { name, exact: true }).click();
const status = (page, text) => page.getByRole('status').filter({ hasText: new RegExp('^' + text) }).first().waitFor(); // from its beginning: 'Not saved yet' is not 'Saved'

/** bo edits, cy accepts, live changes. */
async function editAcceptLive({ cast, people, look }) {
  const project = await cast.project('review');
  const other = Object.keys(await posts(project)).find((id) => id !== POST);
  await project.call('PATCH', '/content/posts/status', { locale: 'en', entryIds: [other], status: 'draft' });
  await project.call('PATCH', '/config', { workflow: 'review' });
  const bo = await open(people, project, 'bo');
  await look(bo, 'entry');
  await field(bo, 'Title').fill('The last sleeper north, again');
  await status(bo, 'Draft kept on this device');
  await save(bo, 'Save and ask for review');
  await status(bo, 'Waiting for review');
  await look(bo, 'entry-waiting');
  assert.equal((await posts(project))[POST].title, 'The last sleeper north', 'nothing is live yet');
  await takenBack(bo, project, other);
  await field(bo, 'Excerpt').fill('Shorter.');
  await save(bo, 'Save and ask for review');
  await until('both saves are in one change', async () => {
    const { branches } = await project.call('GET', '/branches');
    assert.equal(branches.length, 1);
    const diff = await project.call('GET', `/branches/${encodeURIComponent(branches[0].name)}/diff`);
    return diff.changes.some((one) => one.field === 'excerpt') && diff.changes.some((one) => one.field === 'title');
  });
  const cy = await people.open('cy');
  await cy.goto(project.place + '/changes');
  await cy.getByRole('list', { name: 'Open changes' }).getByRole('link').first().click();
  await cy.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  await look(cy, 'change');
  await cy.getByRole('button', { name: 'Accept', exact: true }).click();
  await until('it is live', async () => (await posts(project))[POST].title.endsWith(', again'));
  assert.equal((await posts(project))[POST].excerpt, 'Shorter.');
  await look(cy, 'changes-none');
  await bo.goto(project.place + '/history');
  await bo.getByRole('button', { name: /^Undo this/ }).first().waitFor();
  await bo.getByRole('button', { name: /fields?$/ }).first().click();
  await look(bo, 'history');
}

/** What waits is taken back by its editor: with the only save the change goes, with a later one what was saved before stays in it; a list does the same for several at once. */
async function takenBack(bo, project, other) {
  const undo = bo.getByRole('button', { name: 'Undo', exact: true });
  const open = async () => (await project.call('GET', '/branches')).branches;
  await bo.route('**/revert', async (route) => {
    await route.fetch(); // it is taken back, and the answer is lost
    await route.abort('connectionreset');
  }, { times: 1 });
  await undo.click();
  await bo.getByRole('status').filter({ hasText: 'cannot be reached' }).first().waitFor();
  // The page hears at the same time that the change has gone: a click on a button that is drawn anew meanwhile is none.
  await until('the second time it is undone', async () => {
    await undo.click({ timeout: 2000 }).catch(() => {});
    return bo.getByRole('status').filter({ hasText: /^Undone/ }).first().waitFor({ timeout: 5000 }).then(() => true, () => false);
  });
  assert.equal(await field(bo, 'Title').inputValue(), 'The last sleeper north');
  assert.deepEqual(await open(), []);
  await bo.goto(project.place + '/c/guides');
  await bo.getByRole('checkbox', { name: 'Select all' }).check();
  await bo.getByRole('toolbar', { name: 'Selected entries' }).getByRole('button', { name: 'Archive' }).click();
  await undo.waitFor();
  assert.equal((await open()).length, 1);
  await undo.click();
  await bo.getByText('Undone.', { exact: true }).waitFor();
  assert.deepEqual(await open(), []);
  await bothTakenBack(bo, project, other);
  assert.deepEqual(await open(), []);
  await bo.goto(project.place + '/c/posts/' + POST);
  await field(bo, 'Title').fill('The last sleeper north, again');
  await save(bo, 'Save and ask for review');
  await status(bo, 'Waiting for review');
  const excerpt = await field(bo, 'Excerpt').inputValue();
  await field(bo, 'Excerpt').fill('Too short.');
  await save(bo, 'Save and ask for review');
  await status(bo, 'Waiting for review');
  let letGo;
  const free = new Promise((go) => { letGo = go; });
  let sent = 0;
  await bo.route('**/revert', async (route) => {
    sent++;
    await free;
    await route.continue();
  });
  await undo.dblclick();
  letGo();
  await status(bo, 'Undone');
  assert.equal(sent, 1, 'pressed twice it is asked for once');
  await bo.unroute('**/revert');
  assert.deepEqual([await field(bo, 'Title').inputValue(), await field(bo, 'Excerpt').inputValue()], ['The last sleeper north, again', excerpt]);
}

/** A save that also publishes is two commits in a new change. Both are taken back, and nothing is said to wait, though the page has not read yet that the change is open. */
async function bothTakenBack(bo, project, other) {
  await bo.goto(project.place + '/c/posts/' + other);
  await field(bo, 'Title').fill('Saved and published');
  await status(bo, 'Draft kept on this device');
  const isTaken = bo.waitForResponse('**/revert', { timeout: 0 }).catch(() => {}); // the save and its publishing come before
  const branches = /\/branches(\?atLeast=\w+)?$/;
  await bo.route(branches, async (route) => {
    await isTaken;
    await route.continue();
  });
  await bo.getByRole('button', { name: 'More ways to save' }).click();
  await bo.getByRole('menuitem', { name: 'Save and publish' }).click();
  await status(bo, 'Waiting for review');
  await bo.getByRole('button', { name: 'Undo', exact: true }).click();
  await status(bo, 'Undone');
  await bo.unroute(branches);
}

/** What is typed counts before it is drawn: in the moment of the key the entry is saved, and the page is loaded anew. */
async function inOneMoment({ cast, people }) {
  const project = await cast.project('moment');
  const bo = await open(people, project, 'bo');
  const typed = (text, then) => field(bo, 'Title').evaluate((box, [next, what]) => {
    box.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, next);
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    if (what === 'save') box.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true }));
    else location.reload();
  }, [text, then]);
  await typed('', 'save');
  await status(bo, 'Not sent yet, please look at: Title');
  await typed('Saved in the moment of the key', 'save');
  await status(bo, 'Saved');
  assert.equal((await posts(project))[POST].title, 'Saved in the moment of the key');
  await typed('Typed as the page ended', 'leave').catch(() => {}); // the page may be gone before it answers
  await bo.getByText('Your unsaved changes are back.').waitFor();
  assert.equal(await field(bo, 'Title').inputValue(), 'Typed as the page ended');
}

/** Two people have one entry open: what one saves comes into the untouched fields of the other, and both edits survive. */
async function bothEditsSurvive({ cast, people, look }) {
  const project = await cast.project('together');
  const ada = await open(people, project, 'ada');
  const bo = await open(people, project, 'bo');
  await field(bo, 'Excerpt').fill('By bo.');
  await field(ada, 'Title').fill('By ada');
  await save(ada);
  await status(ada, 'Saved');
  await until('her title is on his screen', async () => (await field(bo, 'Title').inputValue()) === 'By ada');
  assert.equal(await field(bo, 'Excerpt').inputValue(), 'By bo.', 'what he typed stays');
  await save(bo);
  await status(bo, 'Saved');
  const entry = (await posts(project))[POST];
  assert.equal(entry.title, 'By ada');
  assert.equal(entry.excerpt, 'By bo.');
  await look(bo, 'entry-together');
}

/** Both changed the same field: the dialog decides it, by keys alone, and saves. */
async function aConflictByKeys({ cast, people, look }) {
  const project = await cast.project('conflict');
  const bo = await open(people, project, 'bo');
  const title = field(bo, 'Title');
  await title.fill('Mine');
  await status(bo, 'Draft kept on this device');
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'Live' } } });
  await bo.getByText('ada@example.com changed this meanwhile: Title').waitFor();
  await look(bo, 'entry-meanwhile');
  await title.focus();
  await bo.keyboard.press('Control+s');
  const dialog = bo.getByRole('dialog', { name: 'This entry changed meanwhile' });
  await dialog.waitFor();
  await look(bo, 'conflict');
  const group = dialog.getByRole('radiogroup', { name: 'Title' });
  for (const name of ['Live', 'Mine', 'Write together']) assert.equal(await group.getByRole('radio', { name, exact: true }).isChecked(), false, 'nothing is chosen beforehand');
  const onto = async (locator) => {
    for (let i = 0; i < 20; i++) {
      if (await locator.evaluate((one) => one === document.activeElement)) return;
      await bo.keyboard.press('Tab');
    }
    throw new Error('Tab does not reach it');
  };
  await until('a radio has the focus', async () => {
    if (await bo.evaluate(() => document.activeElement?.getAttribute('type') === 'radio')) return true;
    await bo.keyboard.press('Tab');
    return false;
  });
  await bo.keyboard.press('Space');
  await bo.keyboard.press('ArrowDown');
  await until('mine is chosen', () => group.getByRole('radio', { name: 'Mine', exact: true }).isChecked());
  await onto(dialog.getByRole('button', { name: 'Save with these decisions' }));
  await bo.keyboard.press('Enter');
  await until('mine is live', async () => (await posts(project))[POST].title === 'Mine');
  await dialog.waitFor({ state: 'detached' });
  await status(bo, 'Saved');
}

/** The service is killed while it saves: the draft stays, and the same save goes through once it is back, once. */
async function killedWhileSaving({ service, cast, people, look }) {
  const project = await cast.project('killed');
  const bo = await open(people, project, 'bo');
  const before = (await project.call('GET', '/history?limit=50')).history.length;
  await field(bo, 'Title').fill('Survives');
  await status(bo, 'Draft kept on this device');
  await bo.route('**/content/posts', async (route) => {
    await route.fetch().catch(() => {}); // the service does it, and its answer is lost
    await service.kill();
    await route.abort('connectionreset');
  }, { times: 1 });
  await save(bo);
  await bo.getByRole('alert').filter({ hasText: 'cannot be reached' }).first().waitFor();
  assert.equal(await field(bo, 'Title').inputValue(), 'Survives', 'the form is as it was');
  await look(bo, 'entry-unreachable', { focus: false });
  await service.start();
  await bo.getByRole('button', { name: 'Try again' }).first().click();
  await status(bo, 'Saved');
  assert.equal((await posts(project))[POST].title, 'Survives');
  const after = (await project.call('GET', '/history?limit=50')).history;
  assert.equal(after.length, before + 1, 'it was saved once');
  await bo.reload();
  await until('the form shows it after a reload', async () => (await field(bo, 'Title').inputValue()) === 'Survives');
}

/**
 * The sign-in ends in mid-edit: the person signs in again in a new tab, and the save goes on with every word. Whether the save
 * hears of it first or something that the page asks by itself is certain here, and both are walked.
 */
async function signInExpires({ cast, people, look }) {
  const project = await cast.project('expires');
  const bo = await people.open('bo');
  await bo.clock.install();
  await opened(bo, project);
  const dialog = bo.getByRole('dialog', { name: 'Sign in again' });
  const signInAgain = async () => {
    const [tab] = await Promise.all([bo.context().waitForEvent('page'), dialog.getByRole('link', { name: 'Sign in in a new tab' }).click()]);
    people.watch(tab, 'bo');
    await tab.getByRole('button', { name: 'Continue with a web identity' }).click();
    await identify(tab, 'bo');
    await tab.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await tab.close();
    await bo.bringToFront(); // the page looks for itself then, which may be before the button is reached
    await until('the dialog has gone', async () => {
      if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: 'I am signed in again' }).click({ timeout: 500 }).catch(() => {});
      return (await dialog.count()) === 0;
    });
  };
  await field(bo, 'Title').fill('Typed before the end');
  await status(bo, 'Draft kept on this device');
  const answered = await signOutAtSave(bo);
  await save(bo);
  await dialog.waitFor();
  assert.equal(await until('the save is answered', () => answered.status), 401); // the dialog may be there before: the page checks what is typed, too
  await look(bo, 'sign-in-again');
  await signInAgain();
  await until('the save has gone on', async () => (await posts(project))[POST].title === 'Typed before the end');
  await status(bo, 'Saved');

  // The page's clock stands while he types, so that between two of his keys no time passes, however long the machine takes for them.
  await field(bo, 'Title').fill('');
  await bo.clock.pauseAt(await bo.evaluate(() => Date.now() + 10_000));
  await field(bo, 'Title').pressSequentially('Heard');
  const refused = bo.waitForResponse((answer) => answer.url().includes('/brain/changes') && answer.status() === 401);
  await bo.context().clearCookies(); // not before: what the page reads after the save would ask for the sign-in before the first key
  await project.call('POST', '/content/authors', { locale: 'en', data: { '3f1c8a5b2d90': { name: 'Mara L.' } } }); // which his page hears of, and asks about
  await refused;
  await field(bo, 'Title').pressSequentially(' of before the save');
  assert.equal(await dialog.count(), 0, 'it waits until he has typed');
  await bo.clock.resume();
  await dialog.waitFor();
  await signInAgain();
  assert.equal(await field(bo, 'Title').inputValue(), 'Heard of before the save', 'the dialog has swallowed no key');
  assert.equal((await posts(project))[POST].title, 'Typed before the end', 'nothing is saved that nobody asked to save');
  await save(bo);
  await status(bo, 'Saved');
  assert.equal((await posts(project))[POST].title, 'Heard of before the save');
}

/** An hour without a network: drafts are kept, also over a reload, and sent when it is back. */
async function offlineAndBack({ cast, people, look }) {
  const project = await cast.project('offline');
  const bo = await open(people, project, 'bo');
  await bo.context().setOffline(true);
  await field(bo, 'Title').fill('Written in a tunnel');
  await status(bo, 'Draft kept on this device');
  await save(bo);
  await bo.getByRole('alert').filter({ hasText: 'cannot be reached' }).first().waitFor();
  await look(bo, 'entry-offline', { focus: false });
  await bo.context().setOffline(false);
  await bo.reload();
  await bo.getByText('Your unsaved changes are back.').waitFor();
  assert.equal(await field(bo, 'Title').inputValue(), 'Written in a tunnel');
  await look(bo, 'entry-restored');
  await save(bo);
  await status(bo, 'Saved');
  assert.equal((await posts(project))[POST].title, 'Written in a tunnel');
}

/** dee may read: no control writes anywhere, each place says why, and the calls are refused, too. */
async function deeSeesNoWriteControl({ cast, people, look }) {
  const project = await cast.project('readonly');
  const dee = await open(people, project, 'dee');
  const writes = /^(Save|Save and ask for review|Save and publish|New entry|New model|Add field|Save model|Accept|Discard|Publish|Archive|Delete|Set to draft|New key|Undo this.*|Disconnect.*|New term|Add)$/;
  for (const [path, name] of [['/c/posts/' + POST, 'entry'], ['/c/posts', 'list'], ['/models', 'models'], ['/models/posts', 'model'], ['/history', 'history'], ['/vocabulary', 'vocabulary'], ['/settings', 'settings'], ['/c/home', 'singleton'], ['/c/labels', 'dictionary']]) {
    await dee.goto(project.place + path);
    await dee.getByRole('heading', { level: 1 }).waitFor();
    await until('everything is read', async () => (await dee.getByRole('status', { name: 'Loading' }).count()) === 0);
    await look(dee, 'dee-' + name, { schemes: ['light'] });
    for (const kind of ['button', 'link']) assert.deepEqual(await dee.getByRole('main').getByRole(kind, { name: writes }).allInnerTexts(), [], path);
  }
  await assert.rejects(project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'No' } } }, 'dee'), /403/);
}

export default {
  'bo edits, cy accepts, live changes': editAcceptLive, 'two people on one entry': bothEditsSurvive, 'typed and saved in one moment': inOneMoment, 'a conflict decided by keys alone': aConflictByKeys,
  'killed while saving': killedWhileSaving, 'sign-in expires in mid-edit': signInExpires, 'offline and back': offlineAndBack, 'dee sees no write control': deeSeesNoWriteControl,
};
