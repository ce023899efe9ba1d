// Models and lists: what a change breaks, ten thousand entries, and a value of every type.
import assert from 'node:assert/strict';
import { until } from '../service.mjs';

const ids = (count) => Array.from({ length: count }, (_, at) => (at + 1).toString(16).padStart(12, '0'));
const model = (id, fields) => ({ id, name: id[0].toUpperCase() + id.slice(1), kind: 'collection', domain: 'site', i18n: false, title_field: 'title', fields });

/** What was saved stands in the form, and nothing else does. */
const isDone = async (page) => {
  await page.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
  await until('the form is done', () => page.getByRole('button', { name: 'Save model' }).isDisabled());
};

/** ada makes a field required that 14 entries do not have: the studio says so before she saves. */
async function aChangeThatBreaks({ cast, people, look }) {
  const project = await cast.project('breaks');
  await project.call('PUT', '/models/stations', model('stations', { title: { type: 'string', required: true }, height: { type: 'integer' } }));
  await project.call('POST', '/content/stations', { data: Object.fromEntries(ids(14).map((id, at) => [id, { title: 'Station ' + at }])) });
  const page = await people.open('ada');
  await page.goto(project.place + '/models/stations');
  await page.getByRole('textbox', { name: 'Name of height' }).waitFor();
  await look(page, 'model');
  await page.getByRole('checkbox', { name: 'Required' }).nth(1).check();
  await page.getByRole('tab', { name: /^Impact/ }).click();
  await page.getByText('14 entries').waitFor();
  await look(page, 'model-impact');
  await page.getByRole('tab', { name: 'JSON' }).click();
  assert.equal(JSON.parse(await page.getByRole('textbox', { name: 'JSON' }).inputValue()).fields.height.required, true, 'form and JSON are one');
  await look(page, 'model-json');
  await page.getByRole('tab', { name: 'Fields' }).click();
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('textbox', { name: 'Name of New field' }).fill('opened');
  await page.getByRole('combobox', { name: 'Type of opened' }).selectOption('date');
  await page.getByRole('checkbox', { name: 'Required' }).nth(1).uncheck();
  await page.getByRole('button', { name: 'Save model' }).click();
  await until('the model has the field', async () => (await project.call('GET', '/brain/sync')).models.find((one) => one.id === 'stations').fields.opened?.type === 'date');
  await page.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
  const stored = async () => (await project.call('GET', '/brain/sync')).models.find((one) => one.id === 'stations');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await page.getByRole('textbox', { name: 'Name of opened' }).fill('since');
  await page.getByRole('button', { name: 'Save model' }).click();
  await until('the field is renamed', async () => (await stored()).fields.since?.type === 'date');
  await name.fill('Renamed once');
  await page.getByRole('button', { name: 'Save model' }).click();
  await until('it is saved again after that', async () => (await stored()).name === 'Renamed once');
  await isDone(page);
  await savedBesideAnother({ project, page, name, stored }, 'Saved first', 'Beside hers');
  await savedBesideAnother({ project, page, name, stored }, 'Saved by mistake', 'Beside hers again'); // and she types again what stood there before
  await name.fill('Over another');
  const { id: _id, ...other } = await stored();
  const heard = page.waitForResponse((one) => one.url().includes('/brain/changes'));
  await project.call('PUT', '/models/stations', { ...other, description: 'By another' });
  await heard;
  const saving = () => Promise.all([page.waitForResponse((one) => one.request().method() === 'PUT' && !one.url().includes('dryRun')), page.getByRole('button', { name: 'Save model' }).click()]);
  let readOn = () => {};
  const typed = new Promise((done) => { readOn = done; });
  await page.route(/\/brain\/changes/, async (route) => { await typed; await route.continue(); });
  assert.equal((await saving())[0].status(), 412, 'nothing is written over that she has not seen');
  await name.fill('Over another, typed on');
  readOn();
  await page.getByRole('status').filter({ hasText: 'Both stand in the form now' }).waitFor();
  assert.notEqual((await stored()).name, 'Over another, typed on', 'what nobody has pressed Save for is not saved');
  await page.getByRole('button', { name: 'Save model' }).click();
  await until('what both changed elsewhere goes together', async () => {
    const now = await stored();
    return now.name === 'Over another, typed on' && now.description === 'By another';
  });
  await isDone(page);
  await bothChangedAModel({ project, page, look, name, stored, saving });
  await page.goto(project.place + '/models');
  await page.getByRole('button', { name: 'New model' }).or(page.getByRole('link', { name: 'New model' })).click();
  await page.getByRole('heading', { name: 'New model', level: 1 }).waitFor();
  await look(page, 'model-new');
}

/** Her own save comes to the page together with another one: what she has typed on since is no clash with herself, and is not thrown away. */
async function savedBesideAnother({ project, page, name, stored }, saved, description) {
  let letGo;
  const both = new Promise((go) => { letGo = go; });
  await page.route(/\/brain\/changes/, async (route) => { await both; await route.continue(); });
  await name.fill(saved);
  await page.getByRole('button', { name: 'Save model' }).click();
  await until('the first is saved', async () => (await stored()).name === saved);
  await name.fill('Typed on');
  const { id: _id, ...other } = await stored();
  await project.call('PUT', '/models/stations', { ...other, description });
  letGo();
  await page.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
  await page.getByRole('button', { name: 'Save model' }).click();
  await until('both go together', async () => {
    const now = await stored();
    return now.name === 'Typed on' && now.description === description;
  });
  await isDone(page);
  await page.unroute(/\/brain\/changes/);
}

/** Both have changed the same part of a model: nothing that was typed is thrown away, each part is decided, and the rest goes together. */
async function bothChangedAModel({ project, page, look, name, stored, saving }) {
  await name.fill('Mine');
  await page.getByLabel('Description', { exact: true }).fill('Mine alone');
  const { id: _id, ...other } = await stored();
  const heard = page.waitForResponse((one) => one.url().includes('/brain/changes'));
  await project.call('PUT', '/models/stations', { ...other, name: 'Theirs', fields: { ...other.fields, height: { ...other.fields.height, max: 9000 } } });
  await heard;
  await saving();
  const dialog = page.getByRole('dialog', { name: 'This model changed meanwhile' });
  await dialog.waitFor();
  await look(page, 'model-clash');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await name.inputValue(), 'Mine', 'whoever leaves the question keeps what was typed');
  assert.equal((await saving())[0].status(), 412, 'and is asked again');
  await dialog.getByRole('radiogroup', { name: 'name' }).getByRole('radio', { name: 'Mine', exact: true }).check();
  await dialog.getByRole('button', { name: 'Save with these decisions' }).click();
  await until('it stands as it was decided', async () => (await stored()).name === 'Mine');
  const now = await stored();
  assert.deepEqual([now.description, now.fields.height.max], ['Mine alone', 9000]);
  await isDone(page);
  const { id: _was, ...last } = now;
  const heardAgain = page.waitForResponse((one) => one.url().includes('/brain/changes'));
  await page.getByRole('checkbox', { name: 'Required' }).nth(1).check();
  await project.call('PUT', '/models/stations', { ...last, description: 'Theirs again' });
  await heardAgain;
  assert.equal((await saving())[0].status(), 412);
  await page.getByRole('status').filter({ hasText: 'Both stand in the form now' }).waitFor();
  assert.ok(!(await stored()).fields.height.required, 'what breaks entries is not saved before it was seen');
  await page.getByRole('button', { name: 'Save model' }).click();
  await until('it is saved once it was', async () => (await stored()).fields.height.required === true);
  assert.equal((await stored()).description, 'Theirs again');
  await isDone(page);
  const { id: _then, ...untouched } = await stored();
  await project.call('PUT', '/models/stations', { ...untouched, name: 'While nobody types' });
  await until('a form that nobody has touched follows', async () => (await name.inputValue()) === 'While nobody types');
  assert.equal(await page.getByRole('button', { name: 'Save model' }).isDisabled(), true, 'and has nothing to save');
}

/** By keys one comes through the types of a field, and what it was made of is there when one is back; the same with the items of a list. */
async function typesByKeys({ cast, people }) {
  const project = await cast.project('retyped');
  const place = { type: 'object', order: 2, description: 'Where it is', fields: { lat: { type: 'decimal', min: -90 }, name: { type: 'string', max: 40 } } };
  await project.call('PUT', '/models/stops', model('stops', { title: { type: 'string', required: true, order: 1 }, place, parts: { type: 'array', order: 3, items: { type: 'object', fields: place.fields } } }));
  const page = await people.open('ada');
  await page.goto(project.place + '/models/stops');
  const save = page.getByRole('button', { name: 'Save model' });
  await page.getByRole('button', { name: 'Details of parts' }).click();
  for (const [name, before] of [['Type of place', 'array'], ['Type of parts', 'relations'], ['Type of the items', 'relations']]) {
    const type = page.getByRole('combobox', { name, exact: true });
    const was = await type.inputValue();
    await type.focus();
    await page.keyboard.press('ArrowUp');
    await until(`${name}: another one`, async () => (await type.inputValue()) === before);
    assert.equal(await save.isDisabled(), false);
    await page.keyboard.press('ArrowDown');
    await until(`${name}: as it was`, async () => (await type.inputValue()) === was);
    await until(`${name}: nothing is changed`, () => save.isDisabled());
  }
}

/** Where nobody could say what goes with a model, or its end was refused, that is tried again in the same dialog. */
async function deletedAtAnotherTry({ cast, people }) {
  const project = await cast.project('deleted-model');
  const page = await people.open('ada');
  await page.goto(project.place + '/models/guides');
  const refuse = (path) => page.route(path, (route) => (route.request().method() === 'DELETE' ? route.fulfill({ status: 503, json: { statusCode: 503, message: 'The service is busy.' } }) : route.fallback()), { times: 1 });
  await refuse(/\/models\/guides\?dryRun=true$/);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const end = dialog.getByRole('button', { name: 'Delete', exact: true });
  await dialog.getByRole('alert').waitFor();
  assert.equal(await end.isDisabled(), true);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await until('it is known what goes', () => end.isEnabled());
  await refuse(/\/models\/guides$/);
  await end.click();
  await dialog.getByRole('alert').waitFor();
  await end.click();
  await page.waitForURL('**/models');
  assert.equal((await project.call('GET', '/brain/sync')).models.some((one) => one.id === 'guides'), false);
}

/** A list of 10,000 entries: to its last row by a key, found, sorted, and acted on together with one step back. */
async function tenThousand({ cast, people, look }) {
  const project = await cast.project('large');
  await project.call('PUT', '/models/stations', model('stations', { title: { type: 'string', required: true }, line: { type: 'select', options: ['north', 'south'] } }));
  const all = ids(10000);
  for (let from = 0; from < all.length; from += 1000) {
    await project.call('POST', '/content/stations', { data: Object.fromEntries(all.slice(from, from + 1000).map((id, at) => [id, { title: `Station ${from + at + 1}`, line: at % 2 ? 'north' : 'south' }])) });
  }
  const page = await people.open('ada');
  await page.goto(project.place + '/c/stations?sort=title');
  const grid = page.getByRole('grid', { name: 'Entries' });
  await grid.getByRole('row').nth(1).waitFor();
  assert.equal(await grid.getAttribute('aria-rowcount'), '10001');
  const rows = () => page.evaluate(() => document.querySelectorAll('[role=row]').length);
  assert.ok((await rows()) <= 60, 'few rows are in the document');
  await grid.getByRole('row').nth(1).focus();
  await page.keyboard.press('End');
  await until('the last row has the focus', () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex') === '10001'));
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Station 10000/);
  assert.ok((await rows()) <= 60, 'few rows are in the document at the end, too');
  await look(page, 'list-last-row');
  await page.getByRole('searchbox', { name: 'Filter entries' }).fill('"station 99"');
  await until('the filter has found', async () => (await grid.getAttribute('aria-rowcount')) === '112');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected entries' });
  await bar.waitFor();
  await look(page, 'list-selected');
  await bar.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('111 entries published.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  const meta = (await project.call('GET', '/brain/sync?model=stations')).meta;
  assert.equal(Object.values(Object.values(meta)[0]).filter((one) => one.status === 'published').length, 0, 'all of them are drafts again');
  await page.getByRole('searchbox', { name: 'Filter entries' }).fill('nothing like it');
  await page.getByRole('button', { name: 'Clear the filter' }).waitFor();
  await look(page, 'list-nothing');
}

/** What people type into the editor of each type, and what is stored then. */
const VALUES = {
  string: ['Text', 'A line'], text: ['Text', 'Two\nlines'], code: ['Text', 'let a = 1;'], icon: ['Text', 'star'], markdown: ['Text', '# Big\n\n*small*'], richtext: ['Text', '**fat**'],
  email: ['Text', 'ada@example.com'], url: ['Text', 'https://example.com/a'], slug: ['Text', 'a-line'], color: ['Text', '#1f4e5f'], phone: ['Text', '+49 30 123456'],
  number: ['Text', '12.5', 12.5], decimal: ['Text', '0.25', 0.25], integer: ['Text', '42', 42], percent: ['Text', '80', 80], rating: ['Radio', '4', 4], boolean: ['Check', true],
  date: ['Text', '2026-03-01'], datetime: ['Text', '2026-03-01T10:30', '2026-03-01T10:30:00.000Z'], image: ['Text', 'https://example.com/a.png'], video: ['Text', 'https://example.com/a.mp4'],
  file: ['Text', 'https://example.com/a.pdf'], relation: ['Pick', 'Mara'], relations: ['Pick', 'Mara'], select: ['Radio', 'north'], array: ['Tags', ['slow', 'far']], object: ['Inner', { inner: 'Inside' }],
};

/** The page is drawn as late as on a busy computer: what waits for the next frame waits until `drawFrames`. */
const holdFrames = (page) =>
  page.evaluate(() => {
    window.held = [window.requestAnimationFrame, []];
    window.requestAnimationFrame = (frame) => window.held[1].push(frame);
  });

const drawFrames = (page) =>
  page.evaluate(() => {
    const [draw, waiting] = window.held;
    while (waiting.length > 0) waiting.shift()(performance.now());
    window.requestAnimationFrame = draw;
  });

/** Every one of the 27 types is written by its own editor, read back, and compared as JSON. */
async function everyType({ cast, people, look }) {
  const project = await cast.project('types');
  const more = { select: { options: ['north', 'south'] }, relation: { model: 'people' }, relations: { model: 'people' }, array: { items: 'string' }, object: { fields: { inner: { type: 'string' } } } };
  await project.call('PUT', '/models/people', model('people', { title: { type: 'string', required: true } }));
  const [mara] = ids(1);
  await project.call('POST', '/content/people', { data: { [mara]: { title: 'Mara' } } });
  const types = Object.keys(VALUES);
  assert.equal(types.length, 27);
  await project.call('PUT', '/models/everything', model('everything', { title: { type: 'string', required: true, order: 0 }, ...Object.fromEntries(types.map((type, at) => ['a_' + type, { type, label: type, order: at + 1, ...more[type] }])) }));
  const page = await people.open('bo');
  await page.goto(project.place + '/c/everything/new');
  const form = page.getByRole('form', { name: 'Entry' });
  await form.waitFor();
  await look(page, 'types-empty', { layoutOnly: true }); // axe sees the same controls filled
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Everything');
  for (const [type, [how, typed]] of Object.entries(VALUES)) {
    const box = form.getByLabel(type, { exact: true });
    if (how === 'Text') await box.fill(typed);
    else if (how === 'Radio') await form.getByRole('radiogroup', { name: type }).getByRole('radio', { name: typed }).check();
    else if (how === 'Check') await box.check();
    else if (how === 'Inner') await form.getByRole('group', { name: type, exact: true }).getByRole('textbox', { name: 'Inner' }).fill(typed.inner);
    else if (how === 'Tags') {
      for (const tag of typed) {
        await form.getByRole('textbox', { name: 'Add to ' + type }).fill(tag);
        await page.keyboard.press('Enter');
      }
    } else {
      if (type === 'relation') await holdFrames(page);
      await form.getByRole('combobox', { name: 'Find an entry for ' + type, exact: true }).fill(typed);
      if (type === 'relations') await drawFrames(page); // whoever types on before the page is drawn stays where she is
      await page.keyboard.press('Enter');
    }
  }
  await look(page, 'types-filled');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/c\/everything\/[0-9a-f]{12}/);
  const stored = Object.values((await project.call('GET', '/brain/sync')).content['everything:en'])[0];
  const wanted = { title: 'Everything' };
  for (const [type, [how, typed, kept]] of Object.entries(VALUES)) wanted['a_' + type] = how === 'Pick' ? (type === 'relations' ? [mara] : mara) : (kept ?? typed);
  assert.deepEqual(stored, wanted);
  await page.reload();
  await until('the form shows it again', async () => (await form.getByLabel('code', { exact: true }).inputValue()) === 'let a = 1;');
  assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled(), true, 'a form that was only opened has changed nothing');
}

export default { 'a model change that breaks 14 entries': aChangeThatBreaks, 'types by keys': typesByKeys, 'a model is deleted at another try': deletedAtAnotherTry, '10,000 entries to the last row': tenThousand, 'all 27 types': everyType };
