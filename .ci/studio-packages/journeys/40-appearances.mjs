// The same screens for people who read German, who enlarge, who choose their own colours, and who read from right to left.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { told } from '../browser.mjs';
import { until } from '../service.mjs';

const POST = '/c/posts/0a8d5e27c419';
const PLACES = [['', 'overview'], ['/c/posts', 'list'], [POST, 'entry'], ['/c/home', 'singleton'], ['/c/labels', 'dictionary'], ['/c/guides/first-night-train', 'document'], ['/changes', 'changes'], ['/history', 'history'], ['/models', 'models'], ['/models/posts', 'model'], ['/vocabulary', 'vocabulary'], ['/settings', 'settings']];
/** Where what was done is told beside the control, at once. */
const SPEAKS = ['list', 'entry', 'singleton', 'dictionary', 'document', 'model', 'vocabulary', 'settings', 'members', 'general', 'profile', 'delivery'];
const shown = async (page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await until('nothing is loading any more', async () => (await page.getByRole('status', { name: /Loading|Lädt/ }).count()) === 0);
};
/** Goes to a place by its address. */
const load = (page, path) => page.goto(path);
/** Goes there as a link of the studio does, which loads the page once; what is drawn next is of that place. */
const follow = async (page, path) => {
  if (page.url() === 'about:blank' || !/^\/(w|settings)\b/.test(new URL(page.url()).pathname)) return load(page, path);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, path);
};
const WIDE = [{ width: 1280, height: 800 }];

async function walk(page, project, name, look, options, places = PLACES) {
  const english = [];
  for (const [path, place] of places) {
    await (options.goes ?? load)(page, project.place + path);
    await shown(page);
    await look(page, `${name}-${place}`, options);
    if (options.english) english.push(...(await options.english(page)).map((text) => `${place}: ${text}`));
    if (options.told) assert.deepEqual(await told(page, SPEAKS.includes(place)), [], `what a screen reader is told of ${place}`);
  }
  assert.deepEqual(english, [], 'no sentence stays English');
}

/** Every place of a project and of its workspace in English, at both widths and in both themes, by links; in German each is loaded by its address. */
async function everyPlace({ cast, people, look }) {
  const project = await cast.project('places');
  const page = await people.open('ada');
  await walk(page, project, 'place', look, { told: true, goes: follow });
  for (const [path, place] of [['/w/' + cast.workspace.slug, 'projects'], ['/w/' + cast.workspace.slug + '/settings/members', 'members'], ['/w/' + cast.workspace.slug + '/settings/general', 'general'], ['/settings/profile', 'profile'], [project.place + '/delivery', 'delivery'], [project.place + '/webhooks', 'webhooks'], [project.place + '/forms', 'forms'], [project.place + '/nowhere', 'nowhere']]) {
    await follow(page, path);
    await shown(page);
    await look(page, 'place-' + place);
    assert.deepEqual(await told(page, SPEAKS.includes(place)), [], `what a screen reader is told of ${place}`);
  }
}

/** Words that no German sentence has. */
const ENGLISH = /\b(?:the|is|are|were|not|with|and|you|your|this|that|of|to|has|have|must|which|be|been|from|for|by)\b/i;
/** Every text of a page that a person reads or hears and that is said to be German, or English: so a sentence of the service is marked whose German is missing. */
const germanTexts = () => {
  const texts = [];
  const take = (element, text) => {
    const said = text?.trim();
    if (said && ['de', 'en'].includes(element.closest('[lang]')?.lang ?? 'de') && !element.closest('code, pre, script, noscript, style, kbd')) texts.push(said);
  };
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) take(node.parentElement, node.data);
  for (const name of ['aria-label', 'placeholder', 'title', 'alt']) for (const one of document.querySelectorAll(`[${name}]`)) take(one, one.getAttribute(name));
  return [...new Set(texts)];
};

/** What is English on a German page: a sentence of the catalogue, or one of the service; what people wrote themselves is in their own language. */
async function englishIn(project) {
  const words = (name) => import(resolve('src/main/web/src/words', name));
  const [{ en }, { more }, { de }] = await Promise.all([words('en.ts'), words('en.more.ts'), words('de.ts')]);
  const all = { ...en, ...more };
  const both = new Set(Object.values(de));
  const catalogue = new Set(Object.entries(all).filter(([key, text]) => text.includes(' ') && !text.includes('{') && text !== de[key] && !both.has(text)).map(([, text]) => text));
  assert.ok(catalogue.size > 300, 'the catalogue was read');
  assert.deepEqual(Object.keys(all).filter((key) => all[key] === de[key] && ENGLISH.test(all[key])), [], 'English stands in the German catalogue');
  const parts = (text) => text.split(/\{\w+\}/);
  // What people wrote stands inside of German sentences, too.
  const said = [...both].filter((text) => parts(text).join('').trim().length > 4).map((text) => new RegExp(`^${parts(text).map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')).join('[^]*')}$`));
  return async (page) => {
    const { content, meta, models, config, vocabulary } = await project.call('GET', '/brain/sync'); // not what the service finds wrong with it
    const own = JSON.stringify([content, meta, models, config, vocabulary, await project.call('GET', '/history?limit=50')]);
    const isOwn = (text) => own.includes(JSON.stringify(text).slice(1, -1)) || (text.includes(', ') && text.split(', ').every(isOwn));
    const isSaid = (text) => said.some((one) => one.test(text));
    return (await page.evaluate(germanTexts)).filter((text) => catalogue.has(text) || (ENGLISH.test(text) && !isOwn(text) && !isSaid(text)));
  };
}

/**
 * German on every place: no sentence stays English, those of the service neither, and none is too long for its place. axe looks
 * at each place in German, too.
 */
async function german({ cast, people, look }) {
  const project = await cast.project('deutsch');
  const door = await people.open(null, { locale: 'de-DE' });
  await door.goto('/auth/login?error=magic-link');
  await door.getByRole('heading', { name: 'Anmelden', level: 1 }).waitFor();
  await door.getByRole('alert').filter({ hasText: 'Dieser Link gilt nicht mehr.' }).waitFor();
  await door.getByRole('button', { name: 'Link zusenden' }).waitFor();
  const english = await englishIn(project);
  // The authors are gone, so that the service has something to say about posts.
  const authors = Object.keys((await project.call('GET', '/brain/sync?model=authors')).content['authors:en'] ?? {});
  await project.call('DELETE', '/content/authors', { locale: 'en', entryIds: authors });
  const page = await people.open('ada', { locale: 'de-DE' });
  await page.goto(project.place);
  await shown(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  await page.getByRole('region', { name: 'Zustand' }).getByText(/^Ein Verweis der Sprache en zeigt auf einen Eintrag von/).first().waitFor();
  await page.getByRole('navigation').getByText('Verlauf').or(page.getByRole('navigation').getByText('Einstellungen')).first().waitFor();
  await walk(page, project, 'german', look, { schemes: ['light'], english });
  await page.goto(project.place + POST);
  await page.getByRole('textbox', { name: 'Cover', exact: true }).fill('https://example.com/a.pdf');
  await page.getByRole('region', { name: 'Prüfungen' }).getByText(/^Eine Datei der Art application\/pdf wird hier nicht genommen/).waitFor();
  await page.route('**/content/posts', (route) => route.fulfill({ status: 504, json: { statusCode: 504, message: '' } }), { times: 1 });
  await page.keyboard.press('Control+s');
  await page.getByRole('alert').filter({ hasText: 'Der Dienst ist gerade beschäftigt oder nicht da.' }).waitFor();
  assert.deepEqual(await english(page), [], 'English in an entry that is refused');
  await page.goto(project.place + '/models/posts');
  await page.getByRole('button', { name: /^excerpt entfernen$/i }).click();
  await page.getByRole('tab', { name: 'Auswirkung' }).click();
  await page.getByText('Das Feld wird entfernt; seine Werte bleiben, aber niemand liest sie.').waitFor();
  assert.deepEqual(await english(page), [], 'English in what a model breaks');
  await page.goto('/welcome');
  await page.getByRole('textbox', { name: 'Name' }).fill(project.repository.split('/')[1]);
  await page.keyboard.press('Enter');
  await page.getByText('Auf dem Konto gibt es schon ein Repository dieses Namens; wählen Sie einen anderen.').waitFor();
  assert.deepEqual(await english(page), [], 'English in a first run that fails');
}

/** At 200 % the window is half as wide, at 400 % it has 320 pixels (WCAG 1.4.10): everything is still there and nothing goes sideways. */
async function enlarged({ cast, people, look }) {
  const project = await cast.project('enlarged');
  const page = await people.open('bo', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  await walk(page, project, 'enlarged', look, { sizes: [{ width: 640, height: 400 }, { width: 320, height: 640 }], schemes: ['light'], layoutOnly: true, goes: follow });
}

/** Colours of the system instead of ours: borders, icons and the focus stay. axe reads our colours there, which nobody sees. */
async function forcedColours({ cast, people, look }) {
  const project = await cast.project('forced');
  const page = await people.open('bo', { forcedColors: 'active' });
  await walk(page, project, 'forced', look, { sizes: WIDE, without: ['color-contrast'], layoutOnly: true }, PLACES.slice(0, 4));
}

/** From right to left nothing is cut off or lies over something else. */
async function rightToLeft({ cast, people, look }) {
  const project = await cast.project('rtl');
  const page = await people.open('bo');
  await page.context().addInitScript(() => document.documentElement?.setAttribute('dir', 'rtl'));
  await page.context().addInitScript(() => addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('dir', 'rtl')));
  await walk(page, project, 'rtl', look, { schemes: ['light'], layoutOnly: true }, PLACES.slice(0, 4));
}

/** What a screen reader was heard to leave out or to say twice: names of fields around their values, what is chosen between, rows by their title, a count apart from its name. */
async function heard({ cast, people, look }) {
  const project = await cast.project('heard');
  const page = await people.open('bo');
  await page.goto(project.place + '/c/posts');
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: /^Posts\s*,\s*4$/ }).waitFor();
  const grid = page.getByRole('grid');
  await grid.getByRole('row', { name: /^Walking the city line Published Jonas Okafor/ }).waitFor();
  const header = (name) => grid.getByRole('columnheader', { name, exact: true });
  await header('Author').getByRole('button').click();
  await grid.locator('[aria-sort=ascending]').waitFor();
  assert.equal(await header('Author').getAttribute('aria-sort'), 'ascending');
  assert.equal(await header('Changed by').getAttribute('aria-sort'), null, 'a field that is called as another column is one of its own');

  await page.goto(project.place + POST);
  const form = page.getByRole('form', { name: 'Entry' });
  const title = form.getByRole('textbox', { name: 'Title', exact: true });
  assert.equal(await title.getAttribute('aria-required'), 'true');
  assert.equal(await form.getByRole('group', { name: 'Format', exact: true }).count() + (await form.getByRole('radiogroup', { name: 'Format', exact: true }).count()), 1, 'the name of a group is said once');
  await form.getByRole('toolbar', { name: 'Formatting of Body' }).getByRole('button', { name: 'Bold' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Italic');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Write', 'the signs of formatting are one stop of Tab');
  const author = form.getByRole('group', { name: 'Author', exact: true });
  await author.getByRole('button', { name: 'Remove Mara Lindqvist' }).press('Enter');
  const search = author.getByRole('combobox', { name: 'Find an entry for Author' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  assert.equal(await search.getAttribute('aria-activedescendant'), null, 'the field is heard before its first option');
  await page.keyboard.type('jonas');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Remove Jonas Okafor');
  await look(page, 'entry-heard');

  await title.fill('Mine');
  await page.getByRole('status').filter({ hasText: 'Draft kept on this device' }).first().waitFor();
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST.split('/').at(-1)]: { title: 'Hers' } } });
  await page.getByText('ada@example.com changed this meanwhile: Title').waitFor();
  await page.keyboard.press('Control+s');
  const choice = (name) => page.getByRole('dialog').getByRole('radio', { name, exact: true });
  const described = (one) => one.evaluate((radio) => document.getElementById(radio.getAttribute('aria-describedby')).textContent);
  await choice('Live').waitFor();
  assert.match(await described(page.getByRole('dialog')), /^Somebody else saved other values/);
  assert.deepEqual([await described(choice('Live')), await described(choice('Mine'))], ['Hers', 'Mine'], 'what is chosen is heard with its name');
}

export default { 'every place': everyPlace, german, '200 % zoom': enlarged, 'forced colours': forcedColours, 'right to left': rightToLeft, 'what is heard': heard };
