// A second pair of eyes where saves land at once, and smaller things that people do all day.
import assert from 'node:assert/strict';
import { until } from '../service.mjs';

const POST = '0a8d5e27c419';
const sync = (project) => project.call('GET', '/brain/sync');

/** bo asks for review in a project that needs none; cy sends it back, and bo reads why after the page was loaded anew. */
async function asksForReview({ cast, people, look }) {
  const project = await cast.project('asking');
  const bo = await people.open('bo');
  await bo.goto(project.place + '/c/posts/' + POST);
  await bo.getByRole('textbox', { name: 'Title', exact: true }).fill('Is this a title?');
  await bo.getByRole('button', { name: 'More ways to save' }).click();
  await bo.getByRole('menuitem', { name: 'Save and ask for review' }).click();
  await bo.getByRole('status').filter({ hasText: 'Waiting for review' }).first().waitFor();
  assert.notEqual((await sync(project)).content['posts:en'][POST].title, 'Is this a title?', 'nothing is live yet');
  const [{ name }] = (await project.call('GET', '/branches')).branches;
  await bo.getByRole('textbox', { name: 'Title', exact: true }).fill('This is a title.');
  await bo.getByRole('status').filter({ hasText: 'Draft kept on this device' }).first().waitFor();
  await project.call('POST', `/branches/${encodeURIComponent(name)}/reject`, { reason: 'It is a question.' }, 'cy');
  await bo.goto(project.place + '/changes');
  await bo.getByRole('region', { name: 'Discarded lately' }).getByText('It is a question.').waitFor();
  await look(bo, 'changes-discarded');
  await bo.goto(project.place + '/changes/' + encodeURIComponent(name));
  await bo.getByRole('main').getByText('It is a question.').first().waitFor();

  // The plan has lost the review workflow meanwhile: a save that cannot wait says so once, and the next one is an ordinary save.
  await bo.goto(project.place + '/c/posts/' + POST);
  await bo.getByText('The change that this was saved in was discarded.').waitFor();
  await bo.route('**/content/posts', (route) => (route.request().postDataJSON().review ? route.fulfill({ status: 403, json: { statusCode: 403, message: 'The plan of this workspace does not include the review workflow.' } }) : route.continue()));
  await bo.getByRole('button', { name: 'Save and ask for review' }).click();
  await bo.getByRole('alert').filter({ hasText: 'does not include the review workflow' }).waitFor();
  assert.equal(await bo.getByRole('button', { name: 'Try again' }).count(), 0, 'the same would be refused again');
  await bo.getByRole('button', { name: 'Save', exact: true }).click();
  await bo.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
  assert.equal((await sync(project)).content['posts:en'][POST].title, 'This is a title.');
}

/**
 * The change that bo's words wait in is discarded, and ada has meanwhile written over one of them and over a field that he left
 * alone: his next save asks for the one, takes the other as it is live, and overwrites nothing in silence.
 */
async function theChangeIsGone({ cast, people, look }) {
  const project = await cast.project('gone');
  await project.call('PATCH', '/config', { workflow: 'review' });
  const bo = await people.open('bo');
  await bo.goto(project.place + '/c/posts/' + POST);
  const box = (name) => bo.getByRole('form', { name: 'Entry' }).getByRole('textbox', { name, exact: true });
  const save = bo.getByRole('button', { name: 'Save and ask for review', exact: true });
  await box('Title').fill('Waits');
  await save.click();
  await bo.getByRole('status').filter({ hasText: 'Waiting for review' }).first().waitFor();
  const [{ name }] = (await project.call('GET', '/branches')).branches;
  await project.call('POST', `/branches/${encodeURIComponent(name)}/reject`, { reason: 'Not yet.' }, 'cy');
  await project.call('PATCH', '/config', { workflow: 'auto-merge' });
  for (const one of (await project.call('GET', '/branches')).branches) await project.call('POST', `/branches/${encodeURIComponent(one.name)}/merge`, {});
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'By ada', excerpt: 'Also by ada.' } } });
  await bo.getByText('The change that this was saved in was discarded.').waitFor();
  await box('Body').fill('By bo.');
  await save.click();
  const dialog = bo.getByRole('dialog', { name: 'This entry changed meanwhile' });
  await dialog.waitFor();
  assert.deepEqual(await dialog.getByRole('radiogroup').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), ['Title'], 'only what both have written is asked');
  await look(bo, 'conflict-of-a-gone-change', { schemes: ['light'] });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await save.click(); // whoever closes the dialog has decided nothing
  await dialog.getByRole('radio', { name: 'Mine', exact: true }).check();
  await dialog.getByRole('button', { name: 'Save with these decisions' }).click();
  await bo.getByRole('status').filter({ hasText: 'Waiting for review' }).first().waitFor();
  assert.equal(await box('Excerpt').inputValue(), 'Also by ada.');
  const [waiting] = (await project.call('GET', '/branches')).branches;
  const { changes } = await project.call('GET', `/branches/${encodeURIComponent(waiting.name)}/diff`);
  const altered = changes.filter((one) => one.entry === POST && ['title', 'excerpt', 'body'].includes(one.field));
  assert.deepEqual(altered.map((one) => [one.field, one.after]).sort(), [['body', 'By bo.'], ['title', 'Waits']], 'what ada wrote elsewhere stays');
  assert.equal((await sync(project)).content['posts:en'][POST].title, 'By ada', 'nothing is live before it is accepted');
}

/**
 * ada writes into the change in which bo's words wait: his next save there asks beside what the change holds, once, and goes into
 * the same change; who comes back to the entry finds what waits.
 */
async function decidedInAChange({ cast, people, look }) {
  const project = await cast.project('within');
  await project.call('PATCH', '/config', { workflow: 'review' });
  const bo = await people.open('bo');
  await bo.goto(project.place + '/c/posts/' + POST);
  const title = bo.getByRole('form', { name: 'Entry' }).getByRole('textbox', { name: 'Title', exact: true });
  const save = bo.getByRole('button', { name: 'Save and ask for review', exact: true });
  const waits = () => bo.getByRole('status').filter({ hasText: 'Waiting for review' }).first().waitFor();
  await title.fill('By bo');
  await save.click();
  await waits();
  const [{ name }] = (await project.call('GET', '/branches')).branches;
  await title.fill('By bo again'); // before he is told of hers, which he would write over knowingly
  await project.call('POST', '/content/posts', { branch: name, locale: 'en', data: { [POST]: { title: 'By ada', excerpt: 'Also by ada.' } } });
  await save.click();
  const dialog = bo.getByRole('dialog', { name: 'This entry changed meanwhile' });
  await dialog.getByRole('radio').first().waitFor();
  assert.deepEqual(await dialog.getByRole('radio').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).slice(0, 2)), ['This change', 'Mine'], 'what stands there is not live');
  await dialog.getByRole('radio', { name: 'Mine', exact: true }).check();
  await look(bo, 'conflict-in-a-change', { schemes: ['light'] });
  await dialog.getByRole('button', { name: 'Save with these decisions' }).click();
  await waits();
  await bo.reload();
  await bo.getByText('This is how it stands in a change that waits').waitFor();
  assert.equal(await title.inputValue(), 'By bo again');
  const { branches } = await project.call('GET', '/branches');
  assert.deepEqual(branches.map((one) => one.name), [name], 'all of it is in one change');
  const { changes } = await project.call('GET', `/branches/${encodeURIComponent(name)}/diff`);
  const altered = changes.filter((one) => one.entry === POST && ['title', 'excerpt'].includes(one.field));
  assert.deepEqual(altered.map((one) => [one.field, one.after]).sort(), [['excerpt', 'Also by ada.'], ['title', 'By bo again']]);
  await foundElsewhere({ project, people, look, name });
}

/**
 * On another computer, which keeps nothing of it, bo's entry is as it waits, and so is one that is new; his next save goes into the same
 * change. ada is told of his change, adds to it what he has otherwise, and decides that there.
 */
async function foundElsewhere({ project, people, look, name }) {
  const fresh = 'ccccddddeeee';
  await project.call('POST', '/content/posts', { branch: name, locale: 'en', data: { [fresh]: { title: 'New, and it waits', slug: 'new-and-it-waits' } } }, 'bo');
  const altered = async (entry) => Object.fromEntries((await project.call('GET', `/branches/${encodeURIComponent(name)}/diff`)).changes.filter((one) => one.entry === entry).map((one) => [one.field, one.after]));
  const there = await people.open('bo');
  const box = (page, label) => page.getByRole('form', { name: 'Entry' }).getByRole('textbox', { name: label, exact: true });
  const waits = (page) => page.getByRole('status').filter({ hasText: 'Waiting for review' }).first().waitFor();
  const save = (page) => page.getByRole('button', { name: 'Save and ask for review', exact: true }).click();
  await there.goto(project.place + '/c/posts/' + POST);
  await there.getByText('This is how it stands in a change that waits').waitFor();
  assert.equal(await box(there, 'Title').inputValue(), 'By bo again');
  await box(there, 'Excerpt').fill('From the other computer.');
  await save(there);
  await waits(there);
  await there.goto(project.place + '/c/posts');
  await there.getByText('1 new entry of yours waits for review').waitFor();
  await there.getByRole('link', { name: 'New, and it waits' }).click();
  await until('what is new is there', async () => (await box(there, 'Title').inputValue()) === 'New, and it waits');
  await box(there, 'Title').fill('New, and written on');
  await save(there);
  await waits(there);
  assert.equal((await project.call('GET', '/branches')).branches.length, 1, 'all of it is in one change');
  assert.deepEqual([(await altered(POST)).excerpt, (await altered(fresh)).title], ['From the other computer.', 'New, and written on']);
  await comesBackTyped({ there, title: box(there, 'Title') });

  const ada = await people.open('ada');
  await ada.goto(project.place + '/c/posts/' + POST);
  await ada.getByText('bo@example.com has changed this entry, too').waitFor();
  await look(ada, 'entry-waits-too', { schemes: ['light'] });
  assert.equal(await box(ada, 'Title').inputValue(), 'The last sleeper north');
  await box(ada, 'Title').fill('By ada, into his');
  await ada.getByRole('button', { name: 'More ways to save' }).click();
  await ada.getByRole('menuitem', { name: /^Add to the change/ }).click();
  const dialog = ada.getByRole('dialog', { name: 'This entry changed meanwhile' });
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await ada.getByRole('button', { name: 'More ways to save' }).click();
  await ada.getByRole('menuitem', { name: /^Add to the change/ }).click(); // offered again: the form has not joined what she left undecided
  await dialog.getByRole('radiogroup', { name: 'Title' }).getByRole('radio', { name: 'Mine', exact: true }).check();
  assert.equal(await dialog.getByRole('radio', { name: 'This change' }).count(), 1);
  await dialog.getByRole('button', { name: 'Save with these decisions' }).click();
  await waits(ada);
  const { title, excerpt } = await altered(POST);
  assert.deepEqual([title, excerpt], ['By ada, into his', 'From the other computer.']);
}

/** What is typed into an entry that is new and waits is there again after the list, and after the page is loaded anew. */
async function comesBackTyped({ there, title }) {
  const typed = 'Typed, and not saved';
  await title.fill(typed);
  await there.getByRole('status').filter({ hasText: 'Draft kept on this device' }).first().waitFor();
  await there.getByRole('main').getByRole('link', { name: 'Posts', exact: true }).first().click();
  await there.getByRole('form', { name: 'Entry' }).waitFor({ state: 'detached' });
  await there.goBack();
  await until('what was typed is there after the list', async () => (await title.inputValue()) === typed);
  await there.reload();
  await until('what was typed is there after a reload', async () => (await title.inputValue()) === typed);
}

/**
 * The author of an entry is not there yet: bo creates her in a tab of her own and finds her chosen in the form that he has left as
 * it was; where saves wait for review, both wait in one change.
 */
async function createdBeside({ cast, people, look }) {
  const project = await cast.project('beside');
  const bo = await people.open('bo');
  await bo.goto(project.place + '/c/posts/' + POST);
  const form = bo.getByRole('form', { name: 'Entry' });
  const title = form.getByRole('textbox', { name: 'Title', exact: true });
  const create = async (before, name, save) => {
    await form.getByRole('button', { name: `Remove ${before}` }).click();
    await form.getByRole('combobox', { name: 'Find an entry for Author' }).fill(name);
    if (name === 'Nils') await look(bo, 'relation-creating', { schemes: ['light'], focus: false });
    const opened = bo.context().waitForEvent('page');
    await bo.keyboard.press('Enter');
    const tab = await opened;
    people.watch(tab, 'bo');
    await tab.getByRole('form', { name: 'Entry' }).waitFor();
    assert.equal(await tab.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), name, 'the name is written already');
    await Promise.all([tab.waitForEvent('close'), tab.getByRole('button', { name: save, exact: true }).click()]);
    await form.getByRole('button', { name: `Remove ${name}` }).waitFor();
  };
  await title.fill('With another author');
  await create('Mara Lindqvist', 'Nils', 'Save');
  assert.equal(await title.inputValue(), 'With another author', 'the form is as it was');
  await bo.getByRole('button', { name: 'Save', exact: true }).click();
  await bo.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
  const { content } = await sync(project);
  assert.equal(content['authors:en'][content['posts:en'][POST].author].name, 'Nils');

  await project.call('PATCH', '/config', { workflow: 'review' });
  await bo.getByRole('button', { name: 'Save and ask for review', exact: true }).waitFor();
  await create('Nils', 'Oda', 'Save and ask for review');
  await bo.getByRole('status').filter({ hasText: 'Draft kept on this device' }).first().waitFor();
  await bo.reload(); // the draft knows the change that it points into
  await bo.getByText('Your unsaved changes are back.').waitFor();
  await bo.getByRole('button', { name: 'Save and ask for review', exact: true }).click();
  await bo.getByRole('status').filter({ hasText: 'Waiting for review' }).first().waitFor();
  const { branches } = await project.call('GET', '/branches?details=true');
  const together = branches.filter((one) => one.counts.entries > 0);
  assert.deepEqual(together.map((one) => one.entries.map((each) => each.model).sort()), [['authors', 'posts']], 'both wait in one change');
}

/** Where the browser opens no tab, a link does. */
async function createdByALink({ cast, people, look }) {
  const project = await cast.project('no-tab');
  const bo = await people.open('bo');
  await bo.addInitScript(() => { window.open = () => null; });
  await bo.goto(project.place + '/c/posts/' + POST);
  const form = bo.getByRole('form', { name: 'Entry' });
  await form.getByRole('button', { name: 'Remove Mara Lindqvist' }).click();
  await form.getByRole('combobox', { name: 'Find an entry for Author' }).fill('Nils');
  await bo.keyboard.press('Enter');
  const link = form.getByRole('alert').getByRole('link', { name: /Nils/ });
  await link.waitFor();
  await look(bo, 'relation-no-tab', { schemes: ['light'], focus: false }); // a focus that comes back opens the options over the link
  const opened = bo.context().waitForEvent('page');
  await link.click();
  const tab = await opened;
  people.watch(tab, 'bo');
  assert.equal(await tab.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'Nils');
  await Promise.all([tab.waitForEvent('close'), tab.getByRole('button', { name: 'Save', exact: true }).click()]);
  await form.getByRole('button', { name: 'Remove Nils' }).waitFor();
  assert.equal(await form.getByRole('alert').count(), 0);
}

/** A filter offers what can be written next, and takes it by keys alone. */
async function completes({ cast, people, look }) {
  const project = await cast.project('completing');
  const page = await people.open('bo');
  await page.goto(project.place + '/c/posts');
  const box = page.getByRole('searchbox', { name: 'Filter entries' });
  await box.pressSequentially('stat');
  await page.getByRole('option', { name: 'status:' }).waitFor();
  await look(page, 'list-completing', { schemes: ['light'] });
  await box.press('ArrowDown');
  await box.press('Enter');
  await box.pressSequentially('pub');
  await box.press('ArrowDown');
  await box.press('Tab');
  assert.equal(await box.inputValue(), 'status:published ');
  await page.getByRole('listbox', { name: 'What can be written next' }).waitFor({ state: 'detached' });
}

/** Items move by ⌥ and arrows with the focus, and another language is read beside the form. */
async function movesAndReadsBeside({ cast, people, look }) {
  const project = await cast.project('moving');
  await project.call('PUT', '/models/trips', { name: 'Trips', kind: 'collection', domain: 'blog', i18n: true, fields: { title: { type: 'string', required: true }, pace: { type: 'select', options: ['slow', 'fast'] }, stops: { type: 'array', items: { type: 'object', fields: { place: 'string' } } } } });
  const stops = ['Oslo', 'Malmö', 'Hamburg'].map((place) => ({ place }));
  await project.call('POST', '/content/trips', { locale: 'en', data: { aaaabbbbcccc: { title: 'South', stops } } });
  let round = 0;
  await until('German is the newer one', async () => {
    await project.call('POST', '/content/trips', { locale: 'de', data: { aaaabbbbcccc: { title: 'Nach Süden', stops, pace: ['slow', 'fast'][round++ % 2] } } });
    const { meta } = await sync(project);
    return meta['trips:de'].aaaabbbbcccc.updatedAt > meta['trips:en'].aaaabbbbcccc.updatedAt;
  });
  const page = await people.open('bo');
  await page.addInitScript(() => { // a browser that cannot move: the studio has a way of its own
    const { moveBefore } = Element.prototype;
    delete Element.prototype.moveBefore;
    document.addEventListener('DOMContentLoaded', () => {
      globalThis.ownMoves = Element.prototype.moveBefore;
      Element.prototype.moveBefore = moveBefore;
    });
  });
  await page.goto(project.place + '/c/trips/aaaabbbbcccc?locale=en');
  const places = page.getByRole('textbox', { name: 'Place' });
  await places.first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await until('the focus has gone along', () => places.nth(1).evaluate((one) => one === document.activeElement && one.value === 'Oslo'));
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await dragged(page, places);
  await movedByButtons(page, places);
  await page.getByRole('button', { name: 'Duplicate Stops 3' }).click();
  await until('there is another Oslo', async () => (await places.count()) === 4);
  await page.getByRole('button', { name: 'Remove Stops 4' }).click();
  await page.getByRole('button', { name: 'Malmö' }).click();
  await until('it is folded', async () => (await places.count()) === 2);
  await page.getByRole('button', { name: 'Malmö' }).click();
  await page.getByRole('region', { name: 'Changes against saved' }).waitFor();
  await page.getByRole('radiogroup', { name: 'Pace' }).getByRole('radio', { name: 'slow' }).check();
  await page.getByRole('button', { name: 'Side by side' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'German' }).click();
  await page.keyboard.press('Escape');
  await page.getByText('Nach Süden').waitFor();
  await page.getByText('Older than German').waitFor();
  await look(page, 'entry-beside');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
  const stored = (await sync(project)).content['trips:en'].aaaabbbbcccc;
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Undone.' }).first().waitFor();
  assert.equal((await sync(project)).content['trips:en'].aaaabbbbcccc.pace, undefined, 'the save is taken back');
  await until('the form shows it', async () => (await places.first().inputValue()) === 'Oslo');
  assert.deepEqual([stored.pace, stored.stops.map((one) => one.place)], ['slow', ['Malmö', 'Hamburg', 'Oslo']]);
}

/** A button that moves an item has the focus afterwards, at the end of the list as well, and where the browser cannot move what is in a page. */
async function movedByButtons(page, places) {
  const order = () => places.evaluateAll((all) => all.map((one) => one.value).join());
  const moved = async (by, from, wanted) => {
    await page.getByRole('button', { name: `Move Stops ${from} ${by}` }).press('Enter');
    await until('it is ' + wanted, async () => (await order()) === wanted);
    const name = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    assert.equal(name, `Move Stops ${from + (by === 'up' ? -1 : 1)} ${by}`, 'the focus goes along');
  };
  for (const isOld of [false, true]) {
    if (isOld) await page.evaluate(() => { Element.prototype.moveBefore = globalThis.ownMoves; });
    await moved('down', 1, 'Hamburg,Malmö,Oslo');
    await moved('down', 2, 'Hamburg,Oslo,Malmö');
    await moved('up', 3, 'Hamburg,Malmö,Oslo');
    await moved('up', 2, 'Malmö,Hamburg,Oslo');
    await page.keyboard.press('Enter');
    assert.equal(await order(), 'Malmö,Hamburg,Oslo', 'the first goes no further');
  }
}

/** The last of three is dragged to the top by its grip and back to the bottom, and one that is let go with Escape is where it was. */
async function dragged(page, places) {
  const list = page.getByRole('list', { name: 'Stops' });
  const order = () => places.evaluateAll((all) => all.map((one) => one.value).join());
  const drag = async (from, to, wanted) => {
    await list.locator('.grip').nth(from).hover();
    await page.mouse.down();
    const box = await list.getByRole('listitem').nth(to).boundingBox();
    let shaken = 0;
    await until('it is ' + wanted, async () => {
      await page.mouse.move(box.x + 8, (to < from ? box.y + 2 : box.y + box.height - 3) + (shaken++ % 2), { steps: 8 });
      return (await order()) === wanted;
    });
  };
  await drag(2, 0, 'Oslo,Malmö,Hamburg');
  await page.mouse.up();
  await drag(0, 2, 'Malmö,Hamburg,Oslo');
  await page.mouse.up();
  await drag(0, 1, 'Hamburg,Malmö,Oslo');
  await page.keyboard.press('Escape');
  await until('it is back', async () => (await order()) === 'Malmö,Hamburg,Oslo');
  await page.mouse.up();
}

/** A model gets another id: what points at it is told before, and follows. */
async function renamesAModel({ cast, people, look }) {
  const project = await cast.project('renaming');
  const page = await people.open('ada');
  await page.goto(project.place + '/models/authors');
  await page.getByRole('textbox', { name: 'Id', exact: true }).fill('posts');
  await page.getByText('There is a model of this id.').waitFor();
  await page.getByRole('textbox', { name: 'Id', exact: true }).fill('writers');
  await page.getByRole('tab', { name: /Impact/ }).click();
  await page.getByRole('tabpanel', { name: 'Impact' }).getByText(/^What follows the new id: \d+ entries.*Posts/).waitFor();
  await page.getByText('Saving this breaks nothing that is stored.').waitFor();
  await look(page, 'model-rename');
  await page.getByRole('button', { name: 'Save model' }).click();
  await page.waitForURL('**/models/writers');
  const { models, content } = await sync(project);
  assert.ok(content['writers:en'] && !content['authors:en'], 'its content has followed');
  assert.equal(models.find((one) => one.id === 'posts').fields.author.model, 'writers');
}

export default { 'asks for review where saves land': asksForReview, 'the change is gone': theChangeIsGone, 'decided in a change': decidedInAChange, 'created beside': createdBeside, 'created by a link': createdByALink, 'a filter completes': completes, 'items move, languages beside': movesAndReadsBeside, 'a model gets another id': renamesAModel };
