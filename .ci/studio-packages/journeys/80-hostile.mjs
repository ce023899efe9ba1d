// Content that breaks parsers and pages, large values, and what a push has broken: shown as it is, never run, never dropped by a save.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawn } from '../browser.mjs';
import { until } from '../service.mjs';

/** The same strings that the tests of the service send wherever a string may stand. */
const STRINGS = JSON.parse(readFileSync('src/test/resources/hostile/strings.json', 'utf8'));
const MODEL = {
  name: 'Strings', kind: 'collection', domain: 'blog', i18n: false, title_field: 'title',
  fields: { title: { type: 'string', order: 1 }, long: { type: 'text', order: 2 }, many: { type: 'array', items: 'string', order: 3 } },
};
const PLACE = '/c/strings';
const stored = async (project) => Object.values((await project.call('GET', '/brain/sync?model=strings')).content)[0];
const form = (page) => page.getByRole('form', { name: 'Entry' });
const save = async (page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
};

/** Stores all of it that the service takes, and says what that is. */
async function put(project, data) {
  const answer = await project.call('POST', '/content/strings', { data });
  for (const one of answer.validation.errors) if (one.severity === 'error') delete data[one.entry];
  if (!answer.validation.valid) assert.equal((await project.call('POST', '/content/strings', { data })).validation.valid, true);
  return data;
}

/** Every string as a title in the list, as an item, and in a long text; another field is changed, and all of them stay as they were. */
async function everyString({ cast, people, look }) {
  const project = await cast.project('strings');
  await project.call('PUT', '/models/strings', MODEL);
  const titled = await put(project, Object.fromEntries(STRINGS.map((text, at) => [`titled-${at}`, { title: text || 'none', long: text }])));
  assert.ok(Object.keys(titled).length > STRINGS.length * 0.9, 'nearly all of them may be stored');
  const kept = Object.values(titled).map((one) => one.title);
  const items = kept.filter((text) => text.trim() !== '');
  await put(project, { all: { title: 'All of them', long: kept.join('\n'), many: items } });
  const before = await stored(project);
  const page = await people.open('bo');
  await page.goto(project.place + PLACE + '?sort=title');
  const grid = page.getByRole('grid', { name: 'Entries' });
  await grid.getByRole('row').nth(1).waitFor();
  const seen = new Set();
  await until('every title was on the screen', async () => {
    const isAtEnd = await grid.evaluate((one) => one.scrollTop + one.clientHeight >= one.scrollHeight - 1);
    for (const text of await grid.locator('[role=gridcell].name').allInnerTexts()) seen.add(text);
    await grid.evaluate((one) => { one.scrollTop += one.clientHeight / 2; });
    await drawn(page);
    return isAtEnd && seen.size > 60;
  });
  for (const text of ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '{{7*7}}', '../../../etc/passwd', '__proto__', 'الكتاب']) assert.ok(seen.has(text), 'shown as it is: ' + text);
  await page.goto(project.place + PLACE + '/all');
  await form(page).waitFor();
  await look(page, 'hostile-entry', { schemes: ['light'] });
  assert.equal(await page.title().then((title) => /alert|49/.test(title)), false);
  await form(page).getByRole('textbox', { name: 'Title', exact: true }).fill('Saved again');
  await save(page);
  assert.deepEqual(await stored(project), { ...before, all: { ...before.all, title: 'Saved again' } }, 'a save of one field changes nothing else');
}

/** A megabyte of text and an array of 5,000: the page works with them, and a save of another field sends none of it. */
async function large({ cast, people, look }) {
  const project = await cast.project('sizes');
  await project.call('PUT', '/models/strings', MODEL);
  const long = 'A line of sixty-three letters, as people write them every day.\n'.repeat(16_384);
  const many = Array.from({ length: 5000 }, (_, at) => `Item ${at}`);
  await project.call('POST', '/content/strings', { data: { large: { title: 'Large', long } } });
  await project.call('POST', '/content/strings', { data: { many: { title: 'Many', many } } });
  const before = await stored(project);
  assert.deepEqual([before.large.long.length > 1_000_000, before.many.many.length], [true, 5000]);
  const page = await people.open('bo');
  for (const [id, name] of [['large', 'a megabyte'], ['many', '5,000 items']]) {
    await page.goto(project.place + PLACE + '/' + id);
    const title = form(page).getByRole('textbox', { name: 'Title', exact: true });
    await title.fill('With ' + name);
    await page.getByRole('status').filter({ hasText: /^Draft kept on this device/ }).first().waitFor();
    const sent = page.waitForRequest((one) => one.method() === 'POST' && /content\/strings$/.test(one.url()));
    await save(page);
    assert.ok((await sent).postData().length < 1000, 'only what was changed is sent');
  }
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  assert.ok(nodes < 5000, `few of the items are in the document: ${nodes} elements`);
  await look(page, 'hostile-many', { schemes: ['light'], sizes: [{ width: 1280, height: 800 }] });
  assert.deepEqual(await stored(project), { large: { ...before.large, title: 'With a megabyte' }, many: { ...before.many, title: 'With 5,000 items' } });
}

/** A push brings members that no model has, a type that nobody knows, and a model that is no JSON: all else goes on, and nothing of it is lost. */
async function brokenByPush({ service, cast, people, look }) {
  const project = await cast.project('broken');
  await project.call('PUT', '/models/strings', MODEL);
  await project.call('POST', '/content/strings', { data: { one: { title: 'One', long: 'As it was' } } });
  const folder = mkdtempSync(join(tmpdir(), 'cms-push-'));
  const git = (...words) => execFileSync('git', ['-C', folder, '-c', 'user.name=ada', '-c', 'user.email=ada@example.com', ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const { host, protocol } = new URL(service.url);
    execFileSync('git', ['clone', '-q', `${protocol}//x:${cast.ada.token}@${host}/git/${project.repository}.git`, folder], { stdio: 'ignore' });
    const files = git('ls-files').split('\n');
    const file = (part, name) => join(folder, files.find((one) => one.includes(part) && one.includes(name)));
    const change = (path, how) => writeFileSync(path, JSON.stringify(how(JSON.parse(readFileSync(path, 'utf8'))), null, 2) + '\n');
    change(file('/models/', 'strings.json'), (model) => ({ ...model, fields: { ...model.fields, strange: { type: 'hologram' } } }));
    change(file('/strings/', '.json'), (all) => ({ ...all, one: { ...all.one, strange: { angle: 12 }, mystery: [1, null, { deep: true }] } }));
    writeFileSync(file('/models/', 'authors.json'), '{ "id": "authors", ');
    git('commit', '-qam', 'By hand');
    git('push', '-q', 'origin', 'HEAD');
    await until('the push is shown', async () => (await stored(project)).one.mystery !== undefined);
    const page = await people.open('bo');
    for (const [path, name] of [['', 'overview'], ['/models', 'models'], ['/c/authors', 'list'], ['/c/strings', 'strings'], ['/c/strings/one', 'entry']]) {
      await page.goto(project.place + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await until('everything is read', async () => (await page.getByRole('status', { name: 'Loading' }).count()) === 0);
      if (path) await look(page, 'broken-' + name, { schemes: ['light'] });
    }
    await form(page).getByRole('textbox', { name: 'Title', exact: true }).fill('Another');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until('it is saved', async () => (await stored(project)).one.title === 'Another');
    assert.deepEqual((await stored(project)).one, { title: 'Another', long: 'As it was', strange: { angle: 12 }, mystery: [1, null, { deep: true }] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export default { 'hostile strings': everyString, 'large values': large, 'broken by a push': brokenByPush };
