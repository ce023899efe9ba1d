// What somebody may do, and what she is told where she may not, or where something cannot be read.
import assert from 'node:assert/strict';
import { tickAll } from '../browser.mjs';
import { until } from '../service.mjs';

const POST = '0a8d5e27c419';
/** Whether an address is of a pattern, as far as these journeys write them. */
const isOf = (pattern, url) => (typeof pattern === 'string' ? pattern.split('**').every((part) => url.includes(part)) : pattern.test(url));
const refuse = (page, pattern, status, options) => page.route(pattern, (route) => route.fulfill({ status, json: { statusCode: status, message: 'Refused by the journey.' } }), options);

/** A role that changes while the page is open: the next refusal says so, the controls go, and what was typed stays. */
async function rightsChange({ cast, people }) {
  const project = await cast.project('rights');
  const bo = await people.open('bo');
  await bo.goto(`${project.place}/c/posts/${POST}`);
  const title = bo.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Typed before the role changed');
  const expires = bo.getByRole('form', { name: 'Schedule' }).getByLabel('Expire at');
  await expires.fill('2031-05-01T12:00');
  await project.call('POST', '/members', { userId: cast.bo.id, role: 'viewer' });
  await bo.keyboard.press('Control+s'); // whatever was heard of it until now
  await bo.getByText('You may read this. Editors of the project write here.').waitFor();
  assert.equal(await bo.getByRole('button', { name: 'Save', exact: true }).count(), 0, 'there is no control for what is refused');
  assert.equal(await title.inputValue(), 'Typed before the role changed');
  await project.call('POST', '/members', { userId: cast.bo.id, role: 'editor' });
  await bo.reload();
  await bo.getByText('Your unsaved changes are back.').first().waitFor();
  await until('a time that was typed is there as well', async () => (await expires.inputValue()) === '2031-05-01T12:00');

  // No role at all: the next call shows nothing of the project any more.
  const member = (await project.call('GET', '/members')).find((one) => one.user_id === cast.bo.id);
  await project.call('DELETE', `/members/${member.id}`);
  await bo.keyboard.press('Control+s');
  await title.waitFor({ state: 'detached' });
  await bo.getByRole('alert').first().waitFor();
  await bo.getByText('What you typed is kept.').waitFor();
  assert.equal(await bo.getByRole('heading', { level: 1 }).evaluate((one) => one === document.activeElement), true, 'the focus is on the heading');
}

/** An editor may add to the changes that he opened, an owner to everybody's; others are not offered. */
async function ownChanges({ cast, people }) {
  const project = await cast.project('own-changes');
  await project.call('PATCH', '/config', { workflow: 'review' });
  const all = (await project.call('GET', '/brain/sync?model=categories')).content['categories:en'];
  const [category, other] = Object.keys(all);
  assert.ok(other);
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'In a change of bo' } } }, 'bo');
  await project.call('POST', '/content/categories', { locale: 'en', data: { [category]: { name: 'In a change of ada' } } });
  const offered = async (who) => {
    const page = await people.open(who);
    await page.goto(`${project.place}/c/categories/${other}`);
    await page.getByRole('button', { name: 'More ways to save' }).click();
    await page.getByRole('menuitem', { name: /^Add to the change “Posts/ }).waitFor();
    return page.getByRole('menuitem', { name: /^Add to the change/ }).count();
  };
  assert.equal(await offered('bo'), 1, 'bo adds to his own');
  assert.equal(await offered('ada'), 2, 'ada adds to every one');
}

/** What could not be read is not told as nothing: a sentence stands there, and it is read again. */
async function readsThatAreRefused({ cast, people, look }) {
  const project = await cast.project('refused-reads');
  await project.call('PATCH', '/config', { workflow: 'review' });
  for (const title of ['One', 'Two']) await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title } } }, 'bo');
  const page = await people.open('ada');
  const told = async (place, pattern, region, look_) => {
    await refuse(page, pattern, 503);
    await page.goto(project.place + place);
    const alert = region(page).getByRole('alert').filter({ hasText: 'Refused by the journey.' }).first();
    await alert.waitFor();
    if (look_) await look(page, look_, { schemes: ['light'] });
    const again = alert.getByRole('button', { name: 'Try again' });
    await Promise.all([page.waitForResponse((response) => isOf(pattern, response.url())), again.click()]); // refused once more
    await alert.waitFor(); // whatever reads it now is refused, so it is said again
    await page.unroute(pattern);
    await again.click({ timeout: 10_000 }).catch(() => {}); // what the page hears meanwhile may have read it already
    await alert.waitFor({ state: 'detached' });
  };
  await told(`/c/posts/${POST}`, '**/history?**', (at) => at.getByRole('region', { name: 'History' }), 'entry-history-refused');
  await told('/settings', /\/projects\/[^/]+\/members$/, (at) => at.getByRole('region', { name: 'People' }));
  await told('/changes', '**/branches/health', (at) => at.getByRole('main'));
  await told('/changes', '**/branches?details=true**', (at) => at.getByRole('main'));

  // Where the open changes cannot be read, the menu says so, also before it is known that there are some, and they are read when it is asked again.
  await refuse(page, '**/branches?details=true**', 503);
  let letGo;
  const free = new Promise((go) => { letGo = go; });
  await page.route(/\/branches(\?atLeast=\w+)?$/, async (route) => {
    await free;
    await route.continue();
  });
  await page.goto(`${project.place}/c/posts/${POST}`);
  await page.getByRole('button', { name: 'More ways to save' }).click();
  const lost = page.getByRole('menuitem', { name: 'The open changes could not be read. Try again.' });
  await lost.waitFor();
  letGo();
  await page.unroute('**/branches?details=true**');
  await lost.click();
  await page.getByRole('button', { name: 'More ways to save' }).click();
  await page.getByRole('menuitem', { name: /^Add to the change “Posts/ }).first().waitFor();

  // Two are accepted at once, and the second does not go: it is said which one.
  await page.goto(project.place + '/changes');
  const boxes = page.getByRole('list', { name: 'Open changes' }).getByRole('checkbox');
  await until('both wait', async () => (await boxes.count()) === 2);
  await tickAll(boxes);
  let asked = 0;
  await page.route('**/merge', (route) => (++asked === 2 ? route.fulfill({ status: 503, json: { statusCode: 503, message: 'Refused by the journey.' } }) : route.continue()));
  await page.getByRole('button', { name: 'Accept selected' }).click();
  await page.getByText(/^This ended at the change “/).waitFor();
  assert.equal(asked, 2);
}

export default { 'rights change on an open page': rightsChange, 'only changes that one may add to': ownChanges, 'what cannot be read is said': readsThatAreRefused };
