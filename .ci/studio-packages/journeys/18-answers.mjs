// What the service answers late, not, or in another order, on a small screen too; and where the focus is after something was done.
import assert from 'node:assert/strict';
import { drawn, signOutAtSave } from '../browser.mjs';
import { setTimeout as rest } from 'node:timers/promises';
import { until } from '../service.mjs';

const SMALL = { viewport: { width: 390, height: 844 }, hasTouch: true };
const POST = '0a8d5e27c419';
const heading = (page, name) => page.getByRole('heading', { name, level: 1 }).waitFor();
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent);
/** Holds back what is asked for until somebody lets it go. */
async function held(page, url, isMeant = () => true) {
  let letGo;
  const free = new Promise((go) => { letGo = go; });
  let times = 0;
  await page.route(url, async (route) => {
    if (!isMeant(route.request())) return route.fallback();
    times++;
    await free;
    await route.fallback();
  });
  return { letGo, times: () => times };
}

/** What could not be read says so once and is tried again; then it is there, and nothing says that it is not. */
async function readAgain({ cast, people }) {
  const project = await cast.project('read-again');
  await project.call('PATCH', '/cdn/settings', { cdn_enabled: true });
  const page = await people.open('ada', SMALL);
  await page.route('**/events', (route) => route.abort()); // a stream that is opened has the page read builds again, before anybody can try it
  const home = '/w/' + cast.workspace.slug;
  const places = [
    [home, /\/projects$/, (main) => main.getByRole('link', { name: /^read-again/ })],
    [home + '/settings/members', /\/members$/, (main) => main.getByRole('button', { name: 'Remove bo' })],
    [home + '/settings/usage', /\/usage$/, (main) => main.getByRole('listitem').first()],
    [home + '/settings/ai-keys', /\/ai-keys$/, (main) => main.getByLabel('Provider')],
    ['/settings/profile', /\/sessions$/, (main) => main.getByText('This one')],
    [project.place + '/delivery', /\/cdn\/settings$/, (main) => main.getByRole('switch')],
    [project.place + '/delivery', /\/cdn\/keys$/, (main) => main.getByText('No keys yet. A program needs one to read.')],
    [project.place + '/delivery', /\/cdn\/builds$/, (main) => main.getByRole('region', { name: 'Builds' }).locator('li, .empty').first()],
    [project.place + '/webhooks', /\/webhooks$/, (main) => main.getByRole('heading', { level: 2 }).first()],
    [project.place + '/history', /\/history\?/, (main) => main.getByRole('button', { name: /^Undo/ })],
    [project.place + '/forms/messages', /\/submissions\?/, (main) => main.getByRole('tabpanel').getByRole('heading')],
  ];
  for (const [place, asked, shown] of places) {
    await page.route((url) => asked.test(url.pathname + url.search) && url.pathname.startsWith('/api/'), (route) => (route.request().method() === 'GET' ? route.fulfill({ status: 503, json: { statusCode: 503, message: 'The service is busy.' } }) : route.fallback()), { times: 1 });
    await page.goto(place);
    const main = page.getByRole('main');
    await main.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await shown(main).waitFor();
    await until(`${place}: nothing says that ${asked} could not be read`, async () => (await main.getByRole('alert').count()) === 0 && (await main.getByRole('status', { name: 'Loading' }).count()) === 0);
    await until(`${place}: somebody who tried again has the focus somewhere`, () => page.evaluate(() => document.activeElement !== document.body));
  }
}

/** What is sent by Enter twice is sent once, and what became of it is in sight. */
async function pressedTwice({ cast, people, look }) {
  const project = await cast.project('twice');
  const page = await people.open('ada', SMALL);
  const isPost = (request) => request.method() === 'POST';
  await page.goto(`/w/${cast.workspace.slug}/settings/members`);
  const invitation = await held(page, '**/members', isPost);
  const email = page.getByLabel('E-mail');
  await email.fill('twice@example.com');
  await email.press('Enter');
  await email.press('Enter');
  invitation.letGo();
  await page.getByText('An invitation is on its way to twice@example.com.').waitFor();
  assert.equal(invitation.times(), 1);

  await page.goto(project.place + '/settings');
  const language = await held(page, '**/locales', isPost);
  const locale = page.getByRole('textbox', { name: /^New language/ });
  await locale.fill('fr');
  await locale.press('Enter');
  await locale.press('Enter');
  language.letGo();
  await page.getByRole('listitem').filter({ hasText: 'French' }).waitFor();
  assert.equal(language.times(), 1);

  const role = page.getByRole('combobox', { name: 'Role of dee' });
  await role.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await role.selectOption('editor');
  const said = page.getByRole('status').filter({ hasText: /^Saved/ });
  await said.waitFor();
  await until('it is said where one looks', () => said.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }));
  await look(page, 'settings-saved', { schemes: ['light'] });

  await page.route('**/members', (route) => (isPost(route.request()) ? route.fulfill({ status: 503, json: { statusCode: 503, message: 'The service is busy.' } }) : route.fallback()));
  await project.call('DELETE', '/members/' + (await project.call('GET', '/members')).find((one) => one.display_name === 'dee').id);
  await page.reload();
  const person = page.getByRole('combobox', { name: 'Person' });
  await person.selectOption({ label: 'dee' });
  await page.getByRole('region', { name: 'People' }).getByRole('button', { name: 'Add' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await person.evaluate((select) => select.selectedOptions[0].textContent), 'dee', 'what was chosen is still chosen');
}

/** Of two questions the answer to the newer one stands, whichever comes first; a refusal goes with what it was about. */
async function inAnotherOrder({ cast, people }) {
  const project = await cast.project('order');
  await project.call('POST', '/content/posts', { locale: 'en', data: { '0a8d5e27c419': { title: 'Of posts' } } });
  const page = await people.open('bo');
  await page.goto(project.place + '/history');
  const landings = page.getByRole('main').getByRole('article');
  await until('both have landed', async () => (await landings.count()) === 2);
  const late = await held(page, (url) => url.pathname.endsWith('/history') && url.searchParams.get('model') === 'posts');
  const model = page.getByRole('combobox', { name: 'Model', exact: true });
  const answered = page.waitForResponse((answer) => answer.url().includes('model=posts'));
  await model.selectOption('posts');
  await model.selectOption('labels');
  await until('that of labels', async () => (await landings.count()) === 1);
  late.letGo();
  await Promise.race([(await answered).finished(), rest(2000)]); // the browser does not always tell of its end
  await drawn(page);
  assert.equal(await landings.count(), 1);

  await page.route('**/history?*', (route) => route.fulfill({ status: 503, json: { statusCode: 503, message: 'The service is busy.' } }), { times: 1 });
  await model.selectOption('guides');
  await page.getByRole('alert').waitFor();
  assert.equal(await landings.count(), 0, 'nothing of another model stands under it');
  await model.selectOption('posts');
  await until('posts are read', async () => (await landings.count()) === 2);
  assert.equal(await page.getByRole('alert').count(), 0);
}

/** Older landings that were read stay, and what is open among them, when somebody saves: what is new stands before them. */
async function olderStays({ cast, people }) {
  const project = await cast.project('older');
  const save = (title) => project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title } } });
  for (let n = 1; n <= 45; n++) await save(`State ${n}`);
  const page = await people.open('bo');
  await page.goto(project.place + '/history');
  const landings = page.getByRole('main').getByRole('article');
  const count = (wanted) => until(`${wanted} landings`, async () => (await landings.count()) === wanted);
  await count(20);
  await page.getByRole('button', { name: 'Older' }).click();
  await count(40);
  await page.getByRole('button', { name: 'Older' }).click();
  await count(46); // the first one is that of the template
  await landings.nth(44).getByRole('button', { name: /field/ }).click();
  const open = page.getByRole('button', { name: 'Hide', exact: true });
  await open.waitFor();
  await save('One more');
  await count(47);
  assert.match(await landings.first().innerText(), /One more/);
  assert.equal(await landings.nth(45).getByRole('button', { name: 'Hide', exact: true }).count(), 1, 'what was open is open');
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('posts');
  await count(20);
  await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('excerpt');
  await until('only the first is about it', async () => (await landings.count()) === 1);
  const older = await held(page, '**/history?*from=*');
  await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('author');
  await until('older ones are looked at', async () => older.times() > 0);
  const heard = page.waitForResponse((one) => one.url().includes('/brain/changes') && one.ok());
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { author: '7be402d1c6a8' } } });
  await heard;
  await drawn(page);
  older.letGo();
  await until('what came while others were read stands in front', async () => (await landings.count()) > 0 && (await landings.first().innerText()).includes('One more'));
  await page.unroute('**/history?*from=*');
  await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('excerpt');
  await until('none is about it again', async () => (await landings.count()) === 1 && !(await landings.first().innerText()).includes('One more'));
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { excerpt: 'Another.' } } });
  await until('one that is stands in front', async () => (await landings.first().innerText()).includes('One more'));
}

/** A build that has ended is shown as ended, though nobody saves after it. */
async function buildEnds({ cast, people }) {
  const project = await cast.project('builds');
  await project.call('PATCH', '/cdn/settings', { cdn_enabled: true });
  await until('the first build is over', async () => (await project.call('GET', '/cdn/builds')).some((one) => one.status === 'completed'));
  const page = await people.open('ada');
  let begin;
  let isBegun = false;
  const begins = new Promise((go) => { begin = go; });
  await page.route('**/events', async (route) => {
    await begins;
    await route.continue();
  });
  await page.route('**/cdn/builds', async (route) => {
    if (isBegun) return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: (await response.json()).map((one) => ({ ...one, status: 'building' })) });
  });
  await page.goto(project.place + '/delivery');
  const builds = page.getByRole('region', { name: 'Builds' }).getByRole('listitem');
  const completed = (least) => until(`${least} builds are completed`, async () => {
    const all = await builds.allInnerTexts();
    return all.length >= least && all.every((one) => one.includes('Completed'));
  });
  await builds.first().getByText('Building').waitFor();
  isBegun = true;
  begin(); // a stream does not tell of a build that has ended before it began
  await completed(1);
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'Built' } } });
  await completed(2);
}

/** Who says that she is signed in again and is not reads so, and where nobody answers that. */
async function notSignedInYet({ cast, people, look }) {
  const project = await cast.project('not-yet');
  const page = await people.open('bo');
  await page.goto(`${project.place}/c/posts/${POST}`);
  const title = page.getByRole('form', { name: 'Entry' }).getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Typed before the end');
  const cookies = await page.context().cookies();
  await signOutAtSave(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  const again = dialog.getByRole('button', { name: 'I am signed in again' });
  await again.click();
  await dialog.getByRole('alert').filter({ hasText: 'Nobody is signed in yet.' }).waitFor();
  await look(page, 'not-signed-in-yet', { schemes: ['light'] });
  await page.route('**/api/auth/me', (route) => route.abort(), { times: 1 });
  await again.click();
  await dialog.getByRole('alert').filter({ hasText: 'The service cannot be reached.' }).waitFor();
  await page.context().addCookies(cookies);
  await again.click();
  await dialog.waitFor({ state: 'detached' });
}

/** The box for all says what is so, whatever is selected beyond what is shown; and what is ticked while something is done stays ticked. */
async function selectedBeyond({ cast, people }) {
  const project = await cast.project('selected');
  const page = await people.open('ada');
  await page.goto(project.place + '/c/posts');
  const all = page.getByRole('checkbox', { name: 'Select all' });
  const others = page.getByRole('checkbox', { name: /^Select (?!all$|The last sleeper north)/ });
  await until('three others are there', async () => (await others.count()) === 3);
  for (const box of await others.all()) await box.check();
  const filter = page.getByRole('searchbox', { name: 'Filter entries' });
  await filter.fill('sleeper');
  await page.getByText('1 of 4 entries').waitFor();
  assert.equal(await all.isChecked(), false, 'nothing that is shown is selected');
  await all.check();
  const bar = page.getByRole('toolbar', { name: 'Selected entries' });
  await bar.getByText('1 selected').waitFor();
  await filter.fill('');
  await until('all are shown', async () => (await others.count()) === 3);
  const change = await held(page, '**/content/posts/status');
  await bar.getByRole('button', { name: 'Set to draft' }).click();
  await others.first().check();
  change.letGo();
  await page.getByText('1 entry is a draft.').waitFor();
  assert.equal(await others.first().isChecked(), true);
  await bar.getByText('1 selected').waitFor();
}

/** At an address that nobody could have made everything else works. */
async function strangeAddress({ cast, people }) {
  const project = await cast.project('strange-address');
  const page = await people.open('bo');
  await page.goto(project.place + '/c/posts');
  await page.getByRole('grid', { name: 'Entries' }).waitFor();
  await page.evaluate((place) => history.replaceState(null, '', place), project.place + '/c/posts/100%');
  await page.getByRole('banner').getByRole('button', { name: 'Assistant' }).click();
  await page.getByRole('complementary', { name: 'Assistant' }).waitFor();
}

/** Everything on the last page of what visitors sent is decided: the page before is shown, not that there is nothing. */
async function lastPage({ service, cast, people, look }) {
  const project = await cast.project('visitors');
  await project.call('PATCH', '/models/messages', { form: { enabled: true, public: true, exposedFields: ['name', 'email', 'message'] } });
  for (let n = 1; n <= 21; n++) await service.call('POST', `/api/forms/v1/${project.id}/messages/submit`, { data: { name: `Visitor ${n}`, email: `v${n}@example.com`, message: `Message ${n}` } });
  const page = await people.open('cy', SMALL);
  await page.goto(project.place + '/forms/messages');
  const sent = page.getByRole('tabpanel').getByRole('listitem');
  await until('a page of them', async () => (await sent.count()) === 20);
  await look(page, 'submissions');
  await page.getByRole('button', { name: 'Older' }).click();
  await until('the last one', async () => (await sent.count()) === 1);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Rejected.').waitFor();
  await until('the page before', async () => (await sent.count()) === 20);
  assert.equal(await page.getByRole('checkbox', { name: 'Select all' }).isChecked(), false);
}

/** A receiver that knows nobody: that is no sign-in of ours. */
async function receiverRefuses({ cast, people }) {
  const project = await cast.project('receiver');
  await project.call('POST', '/webhooks', { name: 'Build', url: 'https://example.com/hook', events: ['content.saved'] });
  const page = await people.open('ada', { locale: 'de-DE', ...SMALL });
  await page.goto(project.place + '/webhooks');
  await page.route('**/test', (route) => route.fulfill({ json: { success: false, statusCode: 401 } }), { times: 1 });
  await page.getByRole('article', { name: 'Build' }).getByRole('button').first().click();
  const alert = page.getByRole('article', { name: 'Build' }).getByRole('alert');
  await alert.filter({ hasText: '401' }).waitFor();
  assert.equal(await alert.getByText(/Anmeldung/).count(), 0);
}

/** Lists by keys: one writes into what was added, and goes on beside what was taken out; a button that was pressed keeps the focus. */
async function focusGoesOn({ cast, people }) {
  const project = await cast.project('focus');
  await project.call('PUT', '/models/trips', { name: 'Trips', kind: 'collection', domain: 'blog', i18n: true, fields: { title: { type: 'string', required: true }, stops: { type: 'array', items: { type: 'object', fields: { place: 'string' } } } } });
  await project.call('POST', '/content/trips', { locale: 'en', data: { aaaabbbbcccc: { title: 'South', stops: ['Oslo', 'Malmö', 'Hamburg'].map((place) => ({ place })) } } });
  const page = await people.open('ada', SMALL);
  await page.goto(project.place + '/c/trips/aaaabbbbcccc?locale=en');
  const group = page.getByRole('form', { name: 'Entry' });
  await group.getByRole('button', { name: 'Add' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.matches('input'));
  await page.keyboard.type('Rome');
  assert.equal(await page.getByRole('textbox', { name: 'Place' }).last().inputValue(), 'Rome');
  await group.getByRole('button', { name: 'Remove Stops 2' }).press('Enter');
  await until('the next one took its place', async () => (await page.getByRole('textbox', { name: 'Place' }).count()) === 3);
  assert.equal(await focused(page), 'Remove Stops 2');
  await group.getByRole('button', { name: 'Remove Stops 3' }).press('Enter');
  await until('it is gone', async () => (await page.getByRole('textbox', { name: 'Place' }).count()) === 2);
  assert.equal(await focused(page), 'Remove Stops 2');

  await page.goto(project.place + '/vocabulary');
  await page.getByRole('searchbox', { name: 'Filter terms' }).fill('magazine');
  const term = page.getByRole('textbox', { name: 'New term' });
  await term.fill('ferry');
  await term.press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('section')?.getAttribute('aria-label') === 'ferry');
  await page.keyboard.type('ferry boat');
  await term.fill('magazine');
  await term.press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('section')?.getAttribute('aria-label') === 'magazine');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.press('Enter');
  await page.getByRole('status').filter({ hasText: /^Saved/ }).waitFor();

  await page.goto(project.place + '/delivery');
  await page.getByRole('button', { name: 'New key' }).waitFor();
  await page.getByLabel('Name of a new key').fill('Site');
  await page.getByRole('button', { name: 'New key' }).press('Enter');
  await page.getByText('CMS_KEY=').waitFor();
  await page.goto(project.place + '/changes');
  await heading(page, 'Changes');
  const clean = page.getByRole('button', { name: 'Clear away what has landed' });
  await clean.press('Enter');
  await page.getByRole('status').filter({ hasText: /^Done/ }).waitFor();
  await until('the focus is where it was', async () => (await focused(page)) === 'Clear away what has landed');
}

export default { 'read again': readAgain, 'pressed twice': pressedTwice, 'in another order': inAnotherOrder, 'the last page of a form': lastPage, 'a receiver refuses': receiverRefuses, 'the focus goes on': focusGoesOn, 'older landings stay': olderStays, 'a build ends': buildEnds, 'not signed in yet': notSignedInYet, 'selected beyond what is shown': selectedBeyond, 'a strange address': strangeAddress };
