// Lists with views and one undo, entries with their past, changes that are decided and discarded, models inside of models.
import assert from 'node:assert/strict';
import { drawn } from '../browser.mjs';
import { until } from '../service.mjs';

const POST = '0a8d5e27c419';
const sync = (project) => project.call('GET', '/brain/sync');

/** Everything selected is archived, and taken back by one commit; documents come back, too; a view is kept. */
async function listsUndone({ cast, people, look }) {
  const project = await cast.project('lists');
  const page = await people.open('ada');
  await page.goto(project.place + '/c/posts');
  await page.getByRole('grid', { name: 'Entries' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Reading minutes' }).click();
  await look(page, 'list-columns', { focus: false, schemes: ['dark'] });
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Reading minutes' }).waitFor();
  const filter = page.getByRole('searchbox', { name: 'Filter entries' });
  await filter.fill('-status:draft sleeper');
  await page.getByText('1 of 4 entries').waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view …' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Sleepers');
  await page.keyboard.press('Enter');
  await filter.fill('');
  await page.reload();
  await page.getByRole('columnheader', { name: 'Reading minutes' }).waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Sleepers' }).click();
  await page.getByText('1 of 4 entries').waitFor();
  await filter.fill('');
  await page.getByText('4 entries', { exact: true }).waitFor();
  const before = await project.call('GET', '/history?limit=50');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('toolbar', { name: 'Selected entries' }).getByRole('button', { name: 'Archive' }).click();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.waitFor();
  assert.ok(Object.values((await sync(project)).meta['posts:en']).every((meta) => meta.status === 'archived'));
  await look(page, 'list-undo', { schemes: ['light'] });
  await undo.click();
  await page.getByText('Undone.').waitFor();
  assert.ok(Object.values((await sync(project)).meta['posts:en']).every((meta) => meta.status === 'published'));
  assert.equal((await project.call('GET', '/history?limit=50')).history.length, before.history.length + 2, 'one commit each');
  await page.goto(project.place + '/c/guides');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('toolbar', { name: 'Selected entries' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await undo.waitFor();
  assert.equal((await sync(project)).content['guides:en'], undefined);
  await undo.click();
  await page.getByText('Undone.').waitFor();
  assert.equal((await sync(project)).content['guides:en'].length, 2, 'the documents are back');
}

/** What is to be taken back was changed again since: the value is decided, in the history, after a save, and in a list; whoever leaves the question can still take it back. */
async function undoDecided({ cast, people, look }) {
  const project = await cast.project('undoing');
  const title = async () => (await sync(project)).content['posts:en'][POST].title;
  const first = await title();
  const write = (text) => project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: text } } }, 'bo');
  await write('Once');
  await write('Twice');
  const page = await people.open('ada');
  await page.goto(`${project.place}/history?model=posts&entry=${POST}&locale=en`);
  await page.getByRole('button', { name: /^Undo this/ }).nth(1).click();
  const dialog = page.getByRole('dialog', { name: 'Changed again since' });
  const decide = async (choice) => {
    await dialog.getByRole('radiogroup', { name: /Title$|State$/ }).getByRole('radio', { name: choice, exact: true }).check();
    await dialog.getByRole('button', { name: 'Take back with these decisions' }).click();
  };
  await dialog.waitFor();
  await look(page, 'undo-decided');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await title(), 'Twice');
  await page.getByRole('button', { name: /^Undo this/ }).nth(1).click();
  await dialog.waitFor();
  await write('Thrice'); // moves under the question: it is asked again
  await decide('As it was before');
  await dialog.getByText('Thrice').waitFor();
  await decide('As it was before');
  await page.getByText('Undone.').waitFor();
  assert.equal(await title(), first);

  await page.goto(`${project.place}/c/posts/${POST}`);
  const form = page.getByRole('form', { name: 'Entry' });
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('By ada');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.waitFor();
  await write('Over it');
  await until('it is on her screen', async () => (await form.getByRole('textbox', { name: 'Title', exact: true }).inputValue()) === 'Over it');
  await undo.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await undo.click();
  await decide('As it was before');
  await page.getByRole('status').filter({ hasText: /^Undone/ }).first().waitFor();
  assert.equal(await title(), first);

  await page.goto(project.place + '/c/posts');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('toolbar', { name: 'Selected entries' }).getByRole('button', { name: 'Archive' }).click();
  await undo.waitFor();
  const status = async () => Object.values((await sync(project)).meta['posts:en']).map((one) => one.status);
  await project.call('PATCH', '/content/posts/status', { locale: 'en', entryIds: [POST], status: 'draft' });
  await undo.click();
  await decide('Live');
  await page.getByText('Undone.').waitFor();
  assert.deepEqual((await status()).sort(), ['draft', 'published', 'published', 'published']);
}

/** What a save has made is taken back by whoever made it: one that is new, live and in its change, a document, one that came back. What was typed stays, and is saved again. */
async function madeUndone({ cast, people, look }) {
  const project = await cast.project('unmade');
  const page = await people.open('bo');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const box = (name) => page.getByRole('form', { name: 'Entry' }).getByRole('textbox', { name, exact: true });
  const status = (text) => page.getByRole('status').filter({ hasText: new RegExp('^' + text) }).first().waitFor();
  const save = (name = 'Save') => page.getByRole('button', { name, exact: true }).click();
  const authors = async () => Object.entries((await sync(project)).content['authors:en']).filter(([, one]) => one.name === 'Only for now').map(([id]) => id);

  await page.goto(project.place + '/c/authors/new');
  await box('Name').fill('Only for now');
  await save();
  await page.waitForURL(/c\/authors\/[0-9a-f]{12}/);
  const [id] = await authors();
  await undo.click();
  await status('Undone');
  assert.deepEqual(await authors(), []);
  await page.waitForURL(`**/c/authors/new?draft=${id}*`);
  assert.equal(await box('Name').inputValue(), 'Only for now', 'what was typed stays');
  await until('the focus is somewhere', () => page.evaluate(() => document.activeElement !== document.body));
  await look(page, 'entry-unmade', { schemes: ['light'] });
  await status('Undone');
  await page.reload();
  await until('it is kept as a draft', async () => (await box('Name').inputValue()) === 'Only for now');
  await save();
  await page.waitForURL(`**/c/authors/${id}*`);
  await undo.waitFor();
  assert.deepEqual(await authors(), [id], 'it is made again');
  await page.goto(project.place + '/history');
  await page.getByRole('button', { name: 'Undo this: Only for now' }).first().waitFor();
  await page.getByRole('button', { name: 'Undo this: Only for now' }).first().click();
  await page.getByText('Undone.').waitFor();
  assert.deepEqual(await authors(), [], 'the history takes it back as well');

  await documentUndone(project, page, { undo, box, status, save });

  await page.goto(project.place + '/c/posts/' + POST);
  await box('Title').fill('It comes back');
  await project.call('DELETE', '/content/posts', { locale: 'en', entryIds: [POST] });
  await page.getByText('Somebody has deleted this entry').waitFor();
  await save();
  await page.getByRole('dialog').getByRole('button', { name: 'Bring it back' }).click();
  await status('Saved');
  assert.equal((await sync(project)).content['posts:en'][POST].title, 'It comes back');
  await undo.click();
  await status('Undone');
  assert.equal((await sync(project)).content['posts:en'][POST], undefined, 'it is deleted as before');
  await page.getByText('Somebody has deleted this entry').waitFor();
  assert.equal(await box('Title').inputValue(), 'It comes back');
  await save();
  await page.getByRole('dialog').getByRole('button', { name: 'Bring it back' }).click();
  await status('Saved');
  assert.equal((await sync(project)).content['posts:en'][POST].title, 'It comes back', 'and comes back again');

  await project.call('PATCH', '/config', { workflow: 'review' });
  const open = async () => (await project.call('GET', '/branches')).branches.length;
  await page.goto(project.place + '/c/authors/new');
  await box('Name').fill('Only for now');
  await save('Save and ask for review');
  await status('Waiting for review');
  assert.equal(await open(), 1);
  await undo.click();
  await status('Undone');
  assert.equal(await open(), 0, 'its change goes with it');
  assert.equal(await box('Name').inputValue(), 'Only for now');
  await save('Save and ask for review');
  await status('Waiting for review');
  assert.equal(await open(), 1);
  assert.deepEqual(await authors(), []);
}

/** A new document that was published at once goes with both of its commits, and is saved under another name then. */
async function documentUndone(project, page, { undo, box, status, save }) {
  const guides = async () => (await sync(project)).content['guides:en'].map((one) => one.slug);
  const before = await guides();
  await page.goto(project.place + '/c/guides/new');
  await box('Title').fill('For an hour');
  await box('Summary').fill('Soon gone.');
  await page.getByRole('button', { name: 'More ways to save' }).click();
  await page.getByRole('menuitem', { name: 'Save and publish' }).click();
  await page.waitForURL('**/c/guides/for-an-hour*');
  await undo.click();
  await status('Undone');
  assert.deepEqual(await guides(), before);
  await page.waitForURL('**/c/guides/new?draft=*');
  assert.equal(await box('Summary').inputValue(), 'Soon gone.');
  await box('Slug').fill('for-a-day');
  await save();
  await page.waitForURL('**/c/guides/for-a-day*');
  assert.deepEqual((await guides()).sort(), [...before, 'for-a-day'].sort());
}

/** A state of the past is looked at and its values taken; a field is followed through history; a deletion is undone there. */
async function past({ cast, people, look }) {
  const project = await cast.project('past');
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'Another title' } } }, 'bo');
  await project.call('DELETE', '/content/guides', { locale: 'en', slugs: ['first-night-train'] });
  const page = await people.open('ada');
  await page.goto(project.place + '/c/posts/' + POST);
  await page.getByRole('button', { name: /Look at the state/ }).last().click();
  await page.getByRole('dialog').getByText('The last sleeper north').waitFor();
  await look(page, 'past-state', { schemes: ['light'] });
  await page.getByRole('button', { name: 'Take these values' }).click();
  assert.equal(await page.getByRole('textbox', { name: 'Title', exact: true }).inputValue(), 'The last sleeper north');
  await page.getByRole('button', { name: 'Both' }).first().click();
  await page.frameLocator('iframe').first().getByRole('heading', { name: 'What to bring' }).waitFor();
  await look(page, 'entry-both', { focus: false, schemes: ['dark'] });
  await page.goto(project.place + '/history?model=posts');
  await page.getByRole('combobox', { name: 'Field' }).selectOption('title');
  await page.getByRole('article').first().getByRole('button', { name: '1 field', exact: true }).click();
  await page.getByRole('button', { name: /as it then stood$/ }).first().click();
  await page.getByRole('dialog').getByText('Another title', { exact: true }).waitFor();
  await look(page, 'history-state', { schemes: ['light'] });
  await page.goto(project.place + '/history');
  await page.getByRole('button', { name: 'Undo this: Your first night train' }).click();
  await page.getByText('Undone.').waitFor();
  assert.equal((await sync(project)).content['guides:en'].length, 2);
}

/** A change that clashes is decided by keys alone; another is discarded with a reason, which its author reads beside the entry. */
async function decided({ cast, people, look }) {
  const project = await cast.project('decided');
  await project.call('PATCH', '/config', { workflow: 'review' });
  const bo = await people.open('bo');
  await bo.goto(project.place + '/c/posts/' + POST);
  await bo.getByRole('textbox', { name: 'Title', exact: true }).fill('By bo');
  await bo.getByRole('button', { name: 'Save and ask for review' }).click();
  await bo.getByRole('status').filter({ hasText: 'Waiting for review' }).first().waitFor();
  await project.call('POST', '/content/authors', { locale: 'en', data: { '3f1c8a5b2d90': { name: 'Mara L.' } } }, 'bo');
  const [gathered] = (await project.call('GET', '/branches')).branches.filter((one) => one.name.includes('/posts'));
  const other = Object.keys((await sync(project)).content['posts:en']).find((id) => id !== POST);
  await project.call('POST', '/content/posts', { branch: gathered.name, locale: 'en', data: { [other]: { title: 'By bo, too' } } }, 'bo');
  await project.call('PATCH', '/config', { workflow: 'auto-merge' });
  const open = () => project.call('GET', '/branches').then((answer) => answer.branches.map((one) => one.name));
  for (const name of (await open()).filter((one) => one.includes('/config'))) await project.call('POST', `/branches/${encodeURIComponent(name)}/merge`, {});
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'By ada' }, [other]: { title: 'By ada, too' } } });
  const clashing = (await open()).find((name) => name.includes('/posts'));
  const cy = await people.open('cy');
  await cy.goto(project.place + '/changes/' + encodeURIComponent(clashing));
  const decisions = cy.getByRole('region', { name: 'Decisions' });
  await decisions.getByRole('radiogroup').first().waitFor();
  await look(cy, 'change-decisions');
  for (const title of ['By bo: Title', 'By bo, too: Title']) { // each by its entry
    const group = decisions.getByRole('radiogroup', { name: title, exact: true });
    await group.getByRole('radio', { name: 'Live', exact: true }).focus();
    await cy.keyboard.press('ArrowDown');
    await until('the change is chosen', () => group.getByRole('radio', { name: 'This change', exact: true }).isChecked());
  }
  await cy.keyboard.press('Tab');
  await until('the button has the focus', async () => {
    if (await cy.getByRole('button', { name: 'Accept with these decisions' }).evaluate((one) => one === document.activeElement)) return true;
    await cy.keyboard.press('Tab');
    return false;
  });
  await cy.keyboard.press('Enter');
  await until('it is live', async () => (await sync(project)).content['posts:en'][POST].title === 'By bo');
  const another = (await open()).find((name) => name.includes('/authors'));
  await cy.goto(project.place + '/changes/' + encodeURIComponent(another));
  await cy.getByRole('button', { name: 'Discard', exact: true }).waitFor();
  await cy.keyboard.press('d');
  await cy.getByRole('textbox', { name: 'Reason' }).fill('Her name is whole on purpose.');
  await look(cy, 'discard', { schemes: ['dark'] });
  await cy.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await until('it is gone', async () => (await open()).length === 0);
}

/** Fields inside of fields are a form; JSON and form stay one; deleting says what goes. */
async function nested({ cast, people, look }) {
  const project = await cast.project('nested');
  await project.call('PUT', '/models/stops', { name: 'Stops', kind: 'collection', domain: 'site', i18n: false, fields: { title: { type: 'string', required: true }, place: { type: 'object', fields: { lat: 'decimal' } } } });
  const page = await people.open('ada');
  await page.goto(project.place + '/models/stops');
  await page.getByRole('button', { name: 'Details of place' }).click();
  const inside = page.getByRole('group', { name: 'Fields inside' });
  await inside.getByRole('button', { name: 'Add field' }).click();
  await inside.getByRole('textbox', { name: 'Name of New field' }).fill('lon');
  await inside.getByRole('combobox', { name: 'Type of lon' }).selectOption('decimal');
  await look(page, 'model-nested', { schemes: ['light'] });
  await page.getByRole('button', { name: 'Save model' }).click();
  await page.getByRole('status').filter({ hasText: /^Saved/ }).waitFor();
  assert.equal((await project.call('GET', '/models/stops')).model.fields.place.fields.lon.type, 'decimal');
  await page.goto(project.place + '/models/authors');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByText('3 entries').waitFor();
  await look(page, 'model-delete', { schemes: ['light'] });
}

/** Two tabs share one stream, and content that is kept is on the page before the service has answered. */
async function oneStream({ cast, people }) {
  const project = await cast.project('streams');
  const first = await people.open('bo');
  const streams = [];
  first.context().on('request', (request) => request.url().endsWith('/events') && streams.push(request.url()));
  await first.goto(project.place + '/c/posts');
  await first.getByRole('grid', { name: 'Entries' }).waitFor();
  const second = await first.context().newPage();
  people.watch(second, 'bo');
  await second.goto(project.place + '/c/posts');
  await second.getByRole('grid', { name: 'Entries' }).waitFor();
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'Seen in both tabs' } } });
  for (const page of [first, second]) await page.getByRole('gridcell', { name: 'Seen in both tabs', exact: true }).waitFor();
  assert.equal(streams.length, 1, 'one stream serves both tabs');
  await first.close();
  await until('the other tab reads now', () => streams.length >= 2);
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'After the first was closed' } } });
  await second.getByRole('gridcell', { name: 'After the first was closed', exact: true }).waitFor();
  let isSeen;
  const seen = new Promise((resolve) => { isSeen = resolve; });
  await second.route('**/brain/**', (route) => seen.then(() => route.continue()).catch(() => {})); // nothing is answered until it is there
  await second.reload();
  await second.getByRole('gridcell', { name: 'After the first was closed', exact: true }).waitFor();
  await Promise.all([second.waitForResponse('**/brain/changes**'), isSeen()]);
  await second.unroute('**/brain/**');
  let asked = 0;
  await second.route('**/brain/changes**', (route) => (++asked > 3 ? route.continue() : route.abort('connectionreset'))); // more often than news come
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'Read at another attempt' } } });
  await second.getByRole('gridcell', { name: 'Read at another attempt', exact: true }).waitFor();
}

/** What the service refuses is a sentence beside its control: how long to wait is counted down, a limit of the plan leads to it. */
async function refusals({ cast, people, look }) {
  const project = await cast.project('refusals');
  const page = await people.open('ada');
  await page.clock.install();
  // Somebody is in the field with the first picture that shows it, and stays there.
  await page.addInitScript(() => {
    const enter = () => {
      const box = document.querySelector('#field-title input');
      if (!box) return requestAnimationFrame(enter);
      box.focus();
      globalThis.hasEntered = true;
    };
    enter();
  });
  await page.goto(project.place + '/c/posts/' + POST);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.waitFor();
  await page.getByRole('heading', { name: 'Used by' }).waitFor();
  await until('somebody is in the field', () => page.evaluate(() => globalThis.hasEntered));
  await drawn(page);
  assert.equal(await title.evaluate((box) => box === document.activeElement), true, 'the page takes the focus before it is seen, not from a field');
  await title.fill('Refused at first');
  assert.equal(await title.inputValue(), 'Refused at first');
  const refuse = (status, message, headers = {}, data) => page.route('**/content/posts', (route) => route.fulfill({ status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ statusCode: status, message, ...(data ? { data } : {}) }) }), { times: 1 });
  await refuse(429, 'Too many requests.', { 'Retry-After': '60' });
  await page.keyboard.press('Control+s');
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  assert.equal(await again.isDisabled(), true, 'not before its time');
  await page.clock.fastForward(61_000);
  await until('it may be tried again', () => again.isEnabled());
  await refuse(402, 'This workspace is locked until it has a subscription; an owner or admin can check out.', {}, { billingState: 'trial_expired', workspaceId: cast.workspace.id, requiresCheckout: true });
  await again.click();
  assert.equal(await page.getByRole('link', { name: 'How to pay' }).getAttribute('href'), `/w/${cast.workspace.slug}/settings/billing`);
  await look(page, 'entry-plan', { schemes: ['light'], focus: false });
  await again.click();
  await page.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
  assert.equal((await sync(project)).content['posts:en'][POST].title, 'Refused at first');
}

export default {
  'lists undone in one step': listsUndone, 'an undo is decided': undoDecided, 'what was made is undone': madeUndone, 'the past of an entry': past, 'decided by keys, discarded with a reason': decided, 'models inside of models': nested, 'one stream a browser': oneStream, 'refusals are sentences': refusals,
};
