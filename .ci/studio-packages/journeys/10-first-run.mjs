// From nothing to JSON that curl reads, and what one sees on the way.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { identify } from '../browser.mjs';
import { until } from '../service.mjs';
import { rowsIn } from '../stored.mjs';

/** ada signs in for the first time, chooses a template, and reads her content with the line that the studio shows her. */
async function fromSignInToCurl({ service, people, look }) {
  const page = await people.open(null);
  await page.goto('/');
  await page.waitForURL('**/auth/login**');
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await look(page, 'sign-in');
  await page.getByRole('button', { name: 'Continue with the Git host' }).click();
  await identify(page, 'ada', () => look(page, 'identity'));
  await page.getByRole('heading', { name: 'Welcome, ada', level: 1 }).waitFor();
  await look(page, 'welcome');
  await page.getByRole('radio', { name: 'Start from a template' }).check();
  await page.getByRole('radio', { name: 'Blog' }).check();
  await page.getByLabel('Name').fill('Slow Lines');
  let asked = 0;
  await page.route('**/cdn/builds', (route) => (asked++ === 0 ? route.fulfill({ json: [] }) : route.continue())); // none has ended yet
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Your project is ready', level: 1 }).waitFor({ timeout: 60_000 }); // it takes less than a minute
  assert.ok(asked > 1, 'it is ready once something can be read');
  await page.unroute('**/cdn/builds');
  const line = await page.locator('code').filter({ hasText: 'curl' }).innerText();
  await look(page, 'welcome-ready');
  const [, header, address] = /-H '([^']*)' (\S+)/.exec(line);
  const read = () => JSON.parse(execFileSync('curl', ['-sSf', '-H', header, address], { encoding: 'utf8' }));
  await until('curl reads what is delivered', () => {
    try {
      return JSON.stringify(read()).includes('posts');
    } catch {
      return false; // the first release may be on its way still
    }
  });
  assert.equal(await page.evaluate((key) => JSON.stringify({ ...localStorage, ...sessionStorage }).includes(key), header.split(' ')[2]), false, 'the key is in no storage of the browser');
  await page.getByRole('link', { name: 'Open the project' }).click();
  await page.getByRole('heading', { name: 'Slow Lines', level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Health' }).waitFor();
  await look(page, 'overview');

  // What the studio shows as delivered is what curl reads of the same file.
  await page.goto(new URL(page.url()).pathname + '/c/posts/0a8d5e27c419');
  const shown = page.getByRole('region', { name: 'JSON as delivered' });
  await shown.locator('summary').press('Enter'); // what is read later moves it away from a mouse
  await shown.locator('pre').filter({ hasText: '0a8d5e27c419' }).waitFor();
  const file = await shown.getByRole('code').innerText();
  const delivered = JSON.parse(execFileSync('curl', ['-sSf', '-H', header, address.replace('_manifest.json', file)], { encoding: 'utf8' }));
  assert.deepEqual(JSON.parse(await shown.locator('pre').innerText()), { '0a8d5e27c419': delivered['0a8d5e27c419'] });
  await look(page, 'entry-delivered', { schemes: ['light'] });
  await triedOut(page);
  assert.ok(service);
}
fromSignInToCurl.alone = true;

/** Delivery is tried out with a key that was just made: a field that is emptied is empty, and takes what is typed into it then. */
async function triedOut(page) {
  await page.goto(new URL(page.url()).pathname.replace(/\/c\/.*/, '/delivery'));
  const tried = page.getByRole('region', { name: 'Try it' });
  const path = tried.getByRole('combobox', { name: 'Path' });
  await path.fill('');
  assert.equal(await path.inputValue(), '', 'what it begins with does not come back while it is written anew');
  await path.pressSequentially('_manifest.json');
  assert.equal(await path.inputValue(), '_manifest.json');
  await tried.getByRole('textbox', { name: 'Key' }).fill('no key');
  await tried.getByRole('button', { name: 'Read' }).click();
  await tried.getByRole('status').filter({ hasText: '401' }).waitFor();
}

const drafts = (page) => rowsIn(page, 'drafts');
const kept = (page, text) => until(`${text} is kept`, async () => JSON.stringify(await drafts(page)).includes(text));

/** The name is taken: the failure is a sentence, and the run goes on from where it stopped with another. */
async function aFailureGoesOn({ cast, people, look }) {
  await cast.project('taken');
  const page = await people.open('ada');
  await page.clock.install();
  await page.goto('/welcome');
  await page.getByLabel('Name').fill('Taken');
  await page.getByRole('radio', { name: 'Blank' }).check();
  await kept(page, 'blank');
  const before = (await drafts(page)).map((one) => one.key);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000)); // the page holds it at once, and not after a while
  await page.reload();
  await page.getByText('You have begun this and not finished it.').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'Taken', 'what was typed is there again');
  assert.equal(await page.getByRole('radio', { name: 'Blank' }).isChecked(), true);
  await until('the page that was loaded again holds it', async () => !(await drafts(page)).some((one) => before.includes(one.key)));
  await page.clock.resume();
  const second = await page.context().newPage();
  people.watch(second, 'ada');
  await second.goto('/welcome');
  assert.equal(await second.getByLabel('Name').inputValue(), '', 'what one tab is just setting up is not set up by another as well');
  await second.close();
  await page.goto('/w/' + cast.workspace.slug);
  await page.getByRole('main').getByRole('link', { name: 'Taken', exact: true }).first().click();
  await until('it is found from its workspace, too', async () => (await page.getByLabel('Name').inputValue()) === 'Taken');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('button', { name: 'Take another name' }).waitFor();
  await look(page, 'welcome-failed');
  await page.getByRole('button', { name: 'Take another name' }).click();
  // The repository of a remote host is fetched first: how far that is, why it failed, and on from there.
  const answers = [{ objects: 40, objects_total: 120, error: null }, { objects: 40, objects_total: 120, error: 'The Git host cannot be reached.' }, null];
  let see;
  const isSeen = new Promise((seen) => { see = seen; });
  await page.route(/\/projects\/[^/?]+$/, async (route) => {
    const setup = answers.length > 0 && route.request().method() === 'GET' ? answers.shift() : null;
    if (setup?.error) await isSeen; // what is said until then goes with it
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), setup: setup && { bytes: 1, ...setup } } });
  });
  await page.getByLabel('Name').fill('Free');
  await page.getByRole('radio', { name: 'Blank' }).check();
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByText('Fetched 40 of 120 objects').waitFor();
  see();
  await page.getByText('The Git host cannot be reached.').waitFor();
  await kept(page, 'Free');
  await page.reload(); // what was made already is not made again
  await page.getByRole('button', { name: 'Go on from here' }).click();
  await page.getByRole('heading', { name: 'Your project is ready', level: 1 }).waitFor({ timeout: 60_000 });
  assert.equal((await cast.service.call('GET', cast.W + '/projects', undefined, cast.ada.token)).filter((one) => one.name === 'Free').length, 1);
  await until('nothing of it is left as a draft', async () => (await drafts(page)).length === 0);
  await page.unroute(/\/projects\/[^/?]+$/);
  await page.getByRole('link', { name: 'Open the project' }).click();
  await page.getByRole('heading', { name: 'Free', level: 1 }).waitFor();
  await look(page, 'overview-blank');
}

export default { 'first run to curl': fromSignInToCurl, 'a failure of the first run goes on': aFailureGoesOn };
