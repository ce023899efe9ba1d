// People and the places they work in: repositories that exist, invitations, and roles in a project.
import assert from 'node:assert/strict';
import { until } from '../service.mjs';

/** Repositories that are there already become projects: one with content, and one without, in which the content is prepared. */
async function repositoriesThatExist({ cast, people }) {
  const make = (template, name) => cast.service.call('POST', '/api/git_host/create-from-template', { workspaceId: cast.workspace.id, templateRepo: 'starters/' + template, name }, cast.ada.token);
  await make('blog', 'there-with-posts');
  await make('blank', 'there-and-empty');
  const page = await people.open('ada');
  // One that an answer was lost of, or that somebody has made before: it is offered.
  await make('blog', 'there-and-free');
  await page.goto('/welcome?w=' + cast.workspace.slug);
  await page.getByLabel('Name').fill('There and free');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('button', { name: 'Use ada/there-and-free, which exists' }).click();
  await page.getByRole('heading', { name: 'Your project is ready', level: 1 }).waitFor({ timeout: 60_000 });
  for (const [name, has] of [['there-with-posts', 'Posts'], ['there-and-empty', 'No models yet']]) {
    await page.goto('/welcome?w=' + cast.workspace.slug);
    await page.getByRole('radio', { name: 'A repository that exists' }).check();
    await page.getByLabel('Repository', { exact: true }).selectOption({ label: 'ada/' + name });
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('heading', { name: 'Your project is ready', level: 1 }).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Open the project' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.getByRole('navigation', { name: 'Project' }).getByText(has, { exact: true }).waitFor();
  }
}

/** Somebody is invited, again, and comes; gets a role for one model only, another role, and none. */
async function invitedAndGivenARole({ cast, people, look }) {
  const project = await cast.project('roles');
  const page = await people.open('ada');
  await page.goto(`/w/${cast.workspace.slug}/settings/members`);
  await page.getByLabel('E-mail').fill('jo@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText('An invitation is on its way to jo@example.com.').waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'jo@example.com' });
  await row.getByText('Invited').waitFor();
  await look(page, 'members-invited', { schemes: ['light'] });
  await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok() && answer.url().includes('/members')), row.getByRole('button', { name: 'Send again' }).click()]);
  await page.getByText('An invitation is on its way to jo@example.com.').waitFor();
  const jo = await people.open('jo');
  await jo.getByText('You see projects here as soon as somebody gives you a role in one.').or(jo.getByRole('heading', { level: 1 })).first().waitFor();

  await page.goto(project.place + '/settings');
  const given = page.getByRole('region', { name: 'People' });
  await given.getByRole('combobox', { name: 'Person' }).selectOption({ label: 'jo' });
  await given.getByRole('combobox', { name: 'Role', exact: true }).selectOption('editor');
  await given.getByRole('checkbox', { name: 'Only some models' }).check();
  await given.getByRole('checkbox', { name: 'Authors' }).check();
  await given.getByRole('button', { name: 'Add' }).click();
  await given.getByText('only Authors').waitFor();
  const mine = () => project.call('GET', '/members').then((all) => all.find((one) => one.email === 'jo@example.com' || one.display_name === 'jo'));
  assert.deepEqual([(await mine()).role, (await mine()).allowed_models], ['editor', ['authors']]);
  await jo.goto(project.place + '/c/authors');
  await jo.getByRole('grid', { name: 'Entries' }).waitFor();
  assert.equal(await jo.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: /^Posts/ }).count(), 0, 'she sees her model only');
  await given.getByRole('combobox', { name: 'Role of jo' }).selectOption('viewer');
  await until('she is a viewer', async () => (await mine())?.role === 'viewer');
  assert.deepEqual((await mine()).allowed_models, ['authors'], 'of the same model');
  await given.getByRole('button', { name: 'Models of jo' }).click();
  const choice = given.getByRole('form', { name: 'Models of jo' });
  await choice.getByRole('checkbox', { name: 'Authors' }).uncheck();
  assert.equal(await choice.getByRole('button', { name: 'Save' }).isDisabled(), true, 'a role for no model is none');
  await choice.getByRole('checkbox', { name: 'Posts' }).check();
  await look(page, 'people-models');
  await choice.getByRole('button', { name: 'Save' }).click();
  await given.getByText('only Posts').waitFor();
  assert.deepEqual([(await mine()).role, (await mine()).allowed_models], ['viewer', ['posts']], 'the same role for another model');
  await choice.waitFor({ state: 'detached' });
  await page.goto(project.place.split('/p/')[0] + '/settings/members');
  await page.getByRole('button', { name: 'Remove jo' }).click();
  await page.getByRole('dialog').getByText(/It is 1 project/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.goto(project.place + '/settings');
  await given.getByRole('button', { name: 'Remove jo' }).click();
  await page.getByRole('dialog').getByText('0 open changes of theirs stay').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await until('she has no role', async () => !(await mine()));
  await jo.reload();
  await jo.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor();
}

export default { 'repositories that exist': repositoriesThatExist, 'invited, and given a role': invitedAndGivenARole };
