// What people do once: sign in at the Git host again, hand a workspace on, end an account, keep nothing on a computer.
import assert from 'node:assert/strict';
import { identify } from '../browser.mjs';
import { until } from '../service.mjs';

/** How many rows the browser keeps of content. */
const keptOf = (page) => page.evaluate(() => new Promise((done) => {
  const asked = indexedDB.open('cms-studio');
  asked.onsuccess = () => {
    const count = asked.result.transaction('snapshots').objectStore('snapshots').count();
    count.onsuccess = () => { asked.result.close(); done(count.result); };
  };
}));

/** The Git host no longer knows who asks: that is said beside the step, leads to signing in, and the run goes on with what was typed. */
async function signedOutAtTheHost({ cast, people, look }) {
  await cast.project('host-known');
  const page = await people.open('ada', { own: true });
  await page.goto('/welcome?w=' + cast.workspace.slug);
  await page.getByLabel('Name').fill('Typed before the host forgot');
  let isForgotten = true;
  await page.route('**/installations/available**', (route) => (isForgotten ? route.fulfill({ status: 401, json: { statusCode: 401, message: 'Sign in at the Git host again.', data: { code: 'GITHUB_REAUTH_REQUIRED' } } }) : route.continue()));
  await page.getByRole('button', { name: 'Create project' }).click();
  const again = page.getByRole('link', { name: 'Sign in again' });
  await again.waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0, 'the person is still signed in here');
  await look(page, 'welcome-host-forgot', { schemes: ['light'] });
  isForgotten = false;
  await again.click();
  await page.waitForURL('**/auth/login?next=%2Fwelcome%3Fw%3D*');
  await page.getByRole('button', { name: 'Continue with the Git host' }).click();
  await identify(page, 'ada');
  await page.waitForURL('**/welcome*');
  for (const address of [null, '/welcome']) { // there, and wherever else one comes from
    if (address) await page.goto(address);
    await until('what was typed is there', async () => (await page.getByLabel('Name').inputValue()) === 'Typed before the host forgot');
  }
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Your project is ready', level: 1 }).waitFor({ timeout: 60_000 });
}

/** A workspace goes to another member, whoever gave it away is an admin then; the new owner ends it; the account ends with all that is its own. */
async function handedOnAndEnded({ service, people, look }) {
  const [eve, max] = [await service.token('eve'), await service.token('max')];
  const made = await service.call('POST', '/api/workspaces', { name: 'Handed on', slug: 'handed-on' }, eve.token);
  await service.call('POST', `/api/workspaces/${made.id}/members`, { email: 'max@example.com', role: 'member' }, eve.token);
  const rolesOf = async (one) => Object.fromEntries((await service.call('GET', '/api/workspaces', undefined, one.token)).map((each) => [each.name, each.role]));
  assert.equal((await rolesOf(max))['Handed on'], 'member');
  const page = await people.open('eve', { own: true });
  await page.goto('/w/handed-on/settings/general');
  const region = page.getByRole('region', { name: 'Ownership' });
  await until('nobody can be chosen', async () => /^No admins/.test(await region.getByRole('combobox', { name: 'New owner' }).innerText()));
  const member = (await service.call('GET', `/api/workspaces/${made.id}/members`, undefined, eve.token)).find((one) => one.user_id === max.id);
  await service.call('PATCH', `/api/workspaces/${made.id}/members/${member.id}`, { role: 'admin' }, eve.token);
  await page.reload();
  await until('max can be chosen', async () => (await region.getByRole('combobox', { name: 'New owner' }).getByRole('option', { name: 'max' }).count()) === 1);
  await region.getByRole('combobox', { name: 'New owner' }).selectOption({ label: 'max' });
  await region.getByRole('button', { name: 'Transfer' }).click();
  const sure = page.getByRole('dialog', { name: 'Transfer to max?' });
  await look(page, 'ownership-transfer', { schemes: ['light'] });
  await sure.getByRole('button', { name: 'Transfer' }).click();
  await region.waitFor({ state: 'detached' });
  assert.equal((await rolesOf(max))['Handed on'], 'owner');
  assert.equal((await rolesOf(eve))['Handed on'], 'admin');

  const owner = await people.open('max', { own: true });
  await owner.goto('/w/handed-on/settings/general');
  await owner.getByRole('button', { name: 'Delete workspace' }).click();
  const end = owner.getByRole('dialog', { name: 'Delete Handed on?' });
  assert.equal(await end.getByRole('button', { name: 'Delete workspace' }).isDisabled(), true, 'not before its name was typed');
  await end.getByRole('textbox').fill('Handed on');
  await end.getByRole('button', { name: 'Delete workspace' }).click();
  await until('the workspace is gone', async () => !('Handed on' in (await rolesOf(max))));

  await page.goto('/settings/profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const last = page.getByRole('dialog', { name: 'Delete your account?' });
  await last.getByRole('textbox').fill('eve@example.com');
  await last.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('**/auth/login');
  assert.equal((await page.request.get('/api/auth/me')).status(), 401);
}

/** Whoever wants nothing kept has no content on the computer, also not of before, and works as ever. */
async function nothingKept({ cast, people }) {
  const project = await cast.project('not-kept');
  const page = await people.open('bo');
  await page.goto(project.place + '/c/posts');
  await page.getByRole('grid', { name: 'Entries' }).waitFor();
  await until('content is kept', async () => (await keptOf(page)) > 0);
  await page.goto('/settings/profile');
  await page.getByRole('switch', { name: 'Keep content on this computer' }).uncheck();
  await until('nothing is kept any more', async () => (await keptOf(page)) === 0);
  for (let times = 0; times < 2; times++) {
    const read = page.waitForResponse('**/brain/sync**');
    await page.goto(project.place + '/c/posts');
    await read;
    await page.getByRole('grid', { name: 'Entries' }).waitFor();
  }
  await project.call('POST', '/content/posts', { locale: 'en', data: { '0a8d5e27c419': { title: 'Heard, not kept' } } });
  await page.getByRole('gridcell', { name: 'Heard, not kept', exact: true }).waitFor();
  assert.equal(await keptOf(page), 0);
}

export default { 'signed out at the Git host': signedOutAtTheHost, 'a workspace is handed on, an account ends': handedOnAndEnded, 'nothing is kept': nothingKept };
