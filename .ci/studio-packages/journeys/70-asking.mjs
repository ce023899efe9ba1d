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
  await project.call('POST', `/branches/${encodeURIComponent(name)}/reject`, { reason: 'It is a question.' }, 'cy');
  await bo.goto(project.place + '/changes');
  await bo.getByRole('region', { name: 'Discarded lately' }).getByText('It is a question.').waitFor();
  await look(bo, 'changes-discarded');
  await bo.goto(project.place + '/changes/' + encodeURIComponent(name));
  await bo.getByRole('main').getByText('It is a question.').first().waitFor();
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
  await page.goto(project.place + '/c/trips/aaaabbbbcccc?locale=en');
  const places = page.getByRole('textbox', { name: 'Place' });
  await places.first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await until('the focus has gone along', () => places.nth(1).evaluate((one) => one === document.activeElement && one.value === 'Oslo'));
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('button', { name: 'Duplicate Stops 3' }).click();
  await until('there is another Oslo', async () => (await places.count()) === 4);
  await page.getByRole('button', { name: 'Remove Stops 4' }).click();
  await page.getByRole('button', { name: 'Malmö' }).click();
  await until('it is folded', async () => (await places.count()) === 2);
  await page.getByRole('button', { name: 'Malmö' }).click();
  await page.getByRole('region', { name: 'Changes against saved' }).waitFor();
  await page.getByRole('radiogroup', { name: 'Pace' }).getByRole('radio', { name: 'slow' }).check();
  await page.getByRole('button', { name: 'Beside' }).click();
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

export default { 'asks for review where saves land': asksForReview, 'a filter completes': completes, 'items move, languages beside': movesAndReadsBeside, 'a model gets another id': renamesAModel };
