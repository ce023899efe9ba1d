// What becomes of what somebody sends where no answer comes, only half of it is done, or it is taken back meanwhile.
import assert from 'node:assert/strict';
import { until } from '../service.mjs';

const POST = '0a8d5e27c419';
const live = async (project, model = 'posts') => (await project.call('GET', '/brain/sync')).content[model + ':en'];
const landings = async (project) => (await project.call('GET', '/history?limit=100')).history.length;
const form = (page) => page.getByRole('form', { name: 'Entry' });
const box = (page, name) => form(page).getByRole('textbox', { name, exact: true });
const status = (page, text) => page.getByRole('status').filter({ hasText: new RegExp('^' + text) }).first().waitFor();
const save = (page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const saveAndPublish = async (page) => {
  await page.getByRole('button', { name: 'More ways to save' }).click();
  await page.getByRole('menuitem', { name: 'Save and publish' }).click();
};
const open = async (page, project, place = `/c/posts/${POST}`) => {
  await page.goto(project.place + place);
  await form(page).waitFor();
};

/** The network takes a save and brings nothing back: after a while it counts as lost and is sent again, once. What is new is asked for again as well. */
async function neverAnswered({ cast, people }) {
  const project = await cast.project('never');
  const page = await people.open('bo');
  await page.clock.install();
  await open(page, project);
  await box(page, 'Title').fill('Sent once');
  await status(page, 'Draft kept on this device');
  const before = await landings(project);
  const swallowed = () => {}; // neither answered nor refused
  await page.route('**/content/posts', swallowed);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/content/posts'));
  await save(page);
  await sent;
  await status(page, 'Saving');
  await page.clock.fastForward(76_000);
  const again = page.getByRole('button', { name: 'Try again' }).first();
  await again.waitFor();
  assert.equal(await box(page, 'Title').inputValue(), 'Sent once');
  await page.unroute('**/content/posts', swallowed);
  await again.click();
  await status(page, 'Saved');
  assert.equal((await live(project))[POST].title, 'Sent once');
  assert.equal(await landings(project), before + 1);

  let isSwallowed = false; // the page may have asked because of its own save as well
  await page.route('**/brain/changes**', () => { isSwallowed = true; }, { times: 1 });
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'By ada' } } });
  await until('the news are asked for', () => isSwallowed);
  await page.clock.fastForward(31_000);
  await until('what ada saved has come', async () => (await box(page, 'Title').inputValue()) === 'By ada');
}

const isBusy = (route) => route.fulfill({ status: 503, json: { statusCode: 503, message: 'The service is busy.' } });

/** A save stands, and publishing it fails: the form goes on from what was saved, and only the publishing is asked for again. */
async function savedAlready({ cast, people }) {
  const project = await cast.project('saved-already');
  const page = await people.open('bo');
  await open(page, project);
  await box(page, 'Title').fill('Saved, and not published');
  await page.route('**/content/posts/status', isBusy, { times: 1 });
  await saveAndPublish(page);
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  assert.equal((await live(project))[POST].title, 'Saved, and not published');
  await box(page, 'Title').fill('Saved after that');
  await save(page);
  await status(page, 'Saved');
  assert.equal(await page.getByRole('dialog').count(), 0, 'nobody is asked about her own save');
  assert.equal((await live(project))[POST].title, 'Saved after that');

  await page.goto(project.place + '/c/authors/new');
  await box(page, 'Name').fill('Saved once');
  const before = await landings(project);
  await page.route('**/content/authors/status', isBusy, { times: 1 });
  await saveAndPublish(page);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await status(page, 'Live');
  assert.equal(await landings(project), before + 2, 'one save, and its publishing');
  assert.equal(Object.values(await live(project, 'authors')).filter((one) => one.name === 'Saved once').length, 1);
}

/** What the service says of a value goes when the value is taken back. */
async function takenBack({ cast, people }) {
  const project = await cast.project('taken-back');
  await project.call('PUT', '/models/places', { name: 'Places', kind: 'collection', domain: 'blog', i18n: true, fields: { title: { type: 'string', required: true }, code: { type: 'string', unique: true } } });
  await project.call('POST', '/content/places', { locale: 'en', data: { aaaabbbbcccc: { title: 'North', code: 'one' }, ddddeeeeffff: { title: 'South', code: 'two' } } });
  const page = await people.open('bo');
  await open(page, project, '/c/places/ddddeeeeffff');
  const isWrong = async () => (await box(page, 'Code').getAttribute('aria-invalid')) === 'true';
  await box(page, 'Code').fill('one');
  await until('the service has said that there is one', isWrong);
  await box(page, 'Code').fill('two');
  await until('nothing is wrong any more', async () => !(await isWrong()));
}

/** A save lands and its answer is lost, or it is made in another tab: what is live already is nobody else's change, and no draft. */
async function ownValue({ cast, people }) {
  const project = await cast.project('own-value');
  const page = await people.open('bo');
  await open(page, project);
  await box(page, 'Title').fill('Landed');
  await status(page, 'Draft kept on this device');
  await page.route('**/content/posts', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  }, { times: 1 });
  await save(page);
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  assert.equal((await live(project))[POST].title, 'Landed');
  await page.reload();
  await until('it is as it is live', async () => (await box(page, 'Title').inputValue()) === 'Landed' && (await page.getByText('Your unsaved changes are back.').count()) === 0);
  assert.equal(await page.getByText('You decide when you save.').count(), 0);

  await box(page, 'Title').fill('In the first tab');
  await status(page, 'Draft kept on this device');
  const second = await page.context().newPage();
  people.watch(second, 'bo');
  await open(second, project);
  await until('the second tab has it', async () => (await box(second, 'Title').inputValue()) === 'In the first tab');
  await save(page);
  await status(page, 'Saved');
  await second.getByText('Your unsaved changes are back.').waitFor({ state: 'detached' });
  assert.equal(await second.getByText('You decide when you save.').count(), 0);
  await second.goto(project.place);
  await second.getByText('Nothing unsaved on this device.').or(second.getByRole('region', { name: 'My drafts' })).first().waitFor();
  await until('there is no draft', async () => (await second.getByRole('region', { name: 'My drafts' }).getByRole('link').count()) === 0);
}

const events = (...all) => all.map((one, at) => `id: t.${at + 1}\ndata: ${JSON.stringify(one)}\n\n`).join('');

/** A message to the assistant stays until the service has it: over Escape, a closed panel, a page that is loaded anew, a refusal and a lost line; the address names the conversation. */
async function toTheAssistant({ cast, people }) {
  const project = await cast.project('assistant');
  const page = await people.open('ada');
  await page.route('**/chat/options', (route) => route.fulfill({ json: { available: true, models: [], messagesLeft: null } }));
  await page.goto(project.place);
  const button = page.getByRole('button', { name: 'Assistant', exact: true });
  const panel = page.getByRole('complementary', { name: 'Assistant' });
  const message = panel.getByRole('textbox', { name: 'Message' });
  const said = panel.getByRole('group', { name: 'Conversation' });
  const stands = async (text) => assert.equal(await message.inputValue(), text);
  await button.click();
  await page.waitForURL('**?chat=new');
  await message.fill('Half a page');
  await message.press('Escape');
  await stands('Half a page');
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.waitForURL((url) => !url.searchParams.has('chat'));
  await button.click();
  await stands('Half a page');
  await page.goto(project.place); // what was typed is written down when the page ends
  await page.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: 'Assistant: Half a page' }).click();
  await stands('Half a page');
  await page.reload();
  await stands('Half a page');

  await page.route('**/chat', (route) => route.fulfill({ status: 429, json: { statusCode: 429, message: 'Too many messages.' } }), { times: 1 });
  await panel.getByRole('button', { name: 'Send' }).click();
  await panel.getByRole('alert').waitFor();
  await stands('Half a page');
  assert.equal(await said.getByText('Half a page').count(), 0, 'it does not stand there as if it had been said');
  const keys = [];
  const sent = (request) => keys.push(request.headers()['idempotency-key']);
  await page.route('**/chat', (route) => {
    sent(route.request());
    return route.abort('connectionreset');
  }, { times: 1 });
  await panel.getByRole('button', { name: 'Try again' }).click();
  await until('it is lost', () => keys.length === 1);
  await panel.getByRole('alert').waitFor();
  await stands('Half a page');
  await page.route('**/chat', (route) => {
    sent(route.request());
    return route.fulfill({ contentType: 'text/event-stream', body: events({ type: 'conversation', conversationId: 'c1' }, { type: 'text', content: 'Read it.' }, { type: 'done' }) });
  }, { times: 1 });
  await panel.getByRole('button', { name: 'Try again' }).click();
  await said.getByText('Read it.').waitFor();
  await said.getByText('Half a page').waitFor();
  await stands('');
  assert.ok(keys[0]);
  assert.equal(keys[1], keys[0], 'what may have got lost is sent under the same key');

  await page.waitForURL('**?chat=c1');
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'History' }).click();
  await page.waitForURL('**/history?chat=c1');
  await said.getByText('Read it.').waitFor();
  await page.route('**/conversations/c1/messages', (route) => route.fulfill({ json: [{ role: 'user', content: 'Half a page' }, { role: 'assistant', content: 'Read it.' }] }));
  await page.route('**/conversations/c1/stream', (route) => route.fulfill({ status: 204 }), { times: 1 });
  await page.reload();
  await said.getByText('Read it.').waitFor();
  await page.route('**/conversations/c1/stream', (route) => route.fulfill({ contentType: 'text/event-stream', body: events({ type: 'conversation', conversationId: 'c1' }, { type: 'text', content: 'Read it. It goes on.' }, { type: 'done' }) }));
  await page.reload();
  await said.getByText('Read it. It goes on.').waitFor();
  assert.equal(await said.getByText('Read it.').count(), 1, 'what is stored of a turn that runs does not stand there twice');
  assert.equal(await page.getByRole('heading', { name: 'History', level: 1 }).evaluate((one) => one === document.activeElement), true, 'the focus is on the heading');
  await button.click();
  await panel.waitFor({ state: 'detached' });
  await page.waitForURL((url) => !url.searchParams.has('chat'));
}

export default { 'an answer never comes': neverAnswered, 'saved already, and published later': savedAlready, 'taken back, and nothing is wrong': takenBack, 'live already, by oneself': ownValue, 'a message to the assistant stays': toTheAssistant };
