// What people do once: sign in at the Git host again, hand a workspace on, end an account, keep nothing on a computer.
import assert from 'node:assert/strict';
import { identify } from '../browser.mjs';
import { until } from '../service.mjs';
import { rowsIn } from '../stored.mjs';

/** How many rows the browser keeps of content. */
const keptOf = async (page) => (await rowsIn(page, 'snapshots')).length;

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
  await last.getByText('0 projects · 1 member').waitFor();
  await last.getByRole('textbox').fill('eve@example.com');
  await last.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('**/auth/login');
  assert.equal((await page.request.get('/api/auth/me')).status(), 401);
}

/** A second workspace is made from the first one: an address that is taken is said at its field, and an answer that was lost makes no third. */
async function secondWorkspace({ cast, people, look }) {
  const page = await people.open('ada');
  await cast.project('beside-another'); // a workspace without one leads to the first run
  const taken = await cast.service.call('POST', '/api/workspaces', { name: 'Taken', slug: 'taken-by-ada' }, cast.ada.token);
  await page.goto('/w/' + cast.workspace.slug);
  await page.getByRole('button', { name: 'New workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'New workspace' });
  await dialog.getByLabel('Name').fill('Zürich Trams');
  assert.equal(await dialog.getByLabel('Address').inputValue(), 'zurich-trams', 'the address follows the name');
  await dialog.getByLabel('Address').fill(taken.slug);
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  await dialog.getByText('Another workspace has this address.').waitFor();
  assert.equal(await dialog.getByLabel('Address').getAttribute('aria-invalid'), 'true');
  await look(page, 'workspace-taken');
  await dialog.getByLabel('Address').fill('zurich-trams');
  const keys = [];
  await page.route('**/api/workspaces', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort(); // it was made, and nobody heard of it
  });
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('heading', { name: 'Zürich Trams', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/w/zurich-trams');
  assert.ok(keys[0] && keys[0] === keys[1], 'one intent has one key');
  await look(page, 'workspace-made', { schemes: ['light'] });
  await page.getByRole('link', { name: cast.workspace.name, exact: true }).first().click();
  await page.getByRole('heading', { name: cast.workspace.name, level: 1 }).waitFor();
}

/** A workspace that nobody has paid for says so wherever one stands, and leads its owner to the payment, and to nobody else. */
async function lockedWorkspace({ cast, people, look }) {
  const project = await cast.project('locked-away');
  const message = 'This workspace is locked until it has a subscription; an owner or admin can check out.';
  const lock = (page, billingState) => page.route(new RegExp(`${cast.W}(?:[/?]|$)`), (route) => route.fulfill({ status: 402, json: { statusCode: 402, message, data: { billingState, workspaceId: cast.workspace.id, requiresCheckout: true } } }));
  const page = await people.open('ada', { own: true });
  await lock(page, 'trial_expired');
  await page.goto(project.place + '/c/posts');
  await page.getByRole('heading', { name: 'This workspace is locked', level: 1 }).waitFor();
  await page.getByText('Its owner or an admin can pay.').waitFor();
  await look(page, 'locked', { schemes: ['light'] });
  await page.getByRole('link', { name: 'How to pay' }).click();
  await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
  await page.getByText('The trial is over.').waitFor();
  await look(page, 'billing-locked');
  const asked = [];
  await page.route('**/api/billing/*', (route) => {
    asked.push([new URL(route.request().url()).pathname, route.request().postDataJSON()]);
    if (route.request().url().endsWith('/checkout')) return route.fulfill({ status: 409, json: { statusCode: 409, message: 'This workspace already has a subscription; change it in the portal.' } });
    return route.fulfill({ status: 200, json: { url: `/w/${cast.workspace.slug}/settings/billing?checkout=success` } });
  });
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await page.waitForURL('**/settings/billing?checkout=success');
  assert.deepEqual(asked, [['/api/billing/checkout', { workspaceId: cast.workspace.id, plan: 'pro' }], ['/api/billing/portal', { workspaceId: cast.workspace.id }]]);
  await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
  const bo = await people.open('bo', { own: true });
  await lock(bo, 'grace_expired');
  await bo.goto(`/w/${cast.workspace.slug}/settings/billing`);
  await bo.getByText('A payment is missing.').waitFor();
  await bo.getByText('Please ask one of them.').waitFor();
  assert.equal(await bo.getByRole('button', { name: 'To the payment provider' }).count(), 0);
}

/** A language becomes the default and another leaves; strictness and forced pushes are the project's; each says before what follows. */
async function settingsOfAProject({ cast, people, look }) {
  const project = await cast.project('its-settings');
  const page = await people.open('ada');
  const config = () => project.call('GET', '/config').then((answer) => answer.config);
  assert.deepEqual((await config()).locales, { default: 'en', supported: ['en', 'de'] });
  await page.goto(project.place + '/settings');
  const locales = page.getByRole('region', { name: 'Locales' });
  await locales.getByRole('button', { name: 'Remove German' }).waitFor();
  assert.equal(await locales.getByRole('button', { name: 'Remove English' }).count(), 0, 'the default stays');
  await page.getByRole('switch', { name: 'Refuse what the model does not allow' }).waitFor();
  await look(page, 'project-settings');
  await project.call('PUT', '/models/hours', { id: 'hours', name: 'Hours', kind: 'singleton', domain: 'site', i18n: false, fields: { days: { type: 'string' } } });
  const writer = await people.open('bo');
  await writer.goto(project.place + '/c/hours');
  const days = writer.getByRole('form', { name: 'Entry' }).getByRole('textbox', { name: 'days', exact: false });
  await days.fill('Monday to Friday');
  await writer.getByText('Draft kept on this device').first().waitFor();
  await locales.getByRole('button', { name: 'Make default: German' }).click();
  await page.getByRole('dialog').getByText('No text is moved').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Make default' }).click();
  await until('German leads', async () => (await config()).locales.default === 'de');
  await until('what was typed without a language stays in its form', async () => (await days.inputValue()) === 'Monday to Friday');
  await writer.reload();
  await until('and is there again', async () => (await days.inputValue()) === 'Monday to Friday');
  await writer.goto(project.place);
  await writer.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: /Hours/ }).click();
  await until('from the list of drafts, too', async () => (await days.inputValue()) === 'Monday to Friday');

  // Somebody else adds a language, and this page hears of it only when its change is refused.
  let isDeaf = true;
  await page.route(/\/brain\/changes/, (route) => (isDeaf ? route.abort() : route.continue()));
  await page.route(/\/config$/, async (route) => {
    const response = await route.fetch();
    isDeaf = false;
    await route.fulfill({ response });
  });
  await project.call('POST', '/locales', { locale: 'fr' });
  await locales.getByRole('button', { name: 'Remove English' }).click();
  await page.getByRole('dialog').getByText(/in this language (is|are) no longer shown here and no longer delivered/).waitFor();
  await look(page, 'language-leaves', { schemes: ['light'] });
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await until('English has left', async () => (await config()).locales.supported.join() === 'de,fr');
  await locales.getByRole('textbox', { name: /^New language/ }).fill('en');
  await locales.getByRole('button', { name: 'Add' }).click();
  await until('English is there again', async () => (await config()).locales.supported.join() === 'de,fr,en');
  const { content } = await project.call('GET', '/brain/sync');
  assert.ok(Object.keys(content['posts:en']).length > 0, 'with what was written in it');

  const strict = page.getByRole('switch', { name: 'Refuse what the model does not allow' });
  await strict.click(); // it turns once that is stored
  await until('the project is strict', async () => (await config()).strict === true);
  await page.reload();
  await until('and says so', () => strict.isChecked());
  const forced = page.getByRole('switch', { name: 'Allow forced pushes' });
  await forced.click();
  await page.getByRole('dialog', { name: 'Allow forced pushes?' }).getByRole('button', { name: 'Allow' }).click();
  const allows = async () => (await project.call('GET', '')).allow_force_pushes;
  await until('forced pushes are allowed', allows);
  await until('and it says so', () => forced.isChecked());
  await forced.click();
  await until('they are refused again', async () => !(await allows()));
  const bo = await people.open('bo');
  await bo.goto(project.place + '/settings');
  await bo.getByRole('region', { name: 'Locales' }).waitFor();
  for (const name of ['Remove English', 'Make default: English']) assert.equal(await bo.getByRole('button', { name }).count(), 0);
  assert.equal(await bo.getByRole('switch', { name: 'Allow forced pushes' }).count(), 0);
}

/** Where else one is signed in ends at once, all of it but here, and then here, too. */
async function sessionsEnd({ service, people }) {
  const [page, other] = [await people.open('sam', { own: true }), await people.open('sam', { own: true })];
  const { token } = await service.token('sam');
  await page.goto('/settings/profile');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await until('one is left', async () => (await sessions.getByRole('listitem').count()) === 1);
  assert.equal((await other.request.get('/api/auth/me')).status(), 401);
  await assert.rejects(service.call('GET', '/api/auth/me', undefined, token), /401/);
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog', { name: 'Sign out everywhere?' }).getByRole('button', { name: 'Sign out everywhere' }).click();
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

export default { 'a second workspace': secondWorkspace, 'a locked workspace': lockedWorkspace, 'settings of a project': settingsOfAProject, 'sessions end': sessionsEnd, 'signed out at the Git host': signedOutAtTheHost, 'a workspace is handed on, an account ends': handedOnAndEnded, 'nothing is kept': nothingKept };
