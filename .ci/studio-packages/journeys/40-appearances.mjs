// The same screens for people who read German, who enlarge, who choose their own colours, and who read from right to left.
import assert from 'node:assert/strict';
import { told } from '../browser.mjs';

const POST = '/c/posts/0a8d5e27c419';
const PLACES = [['', 'overview'], ['/c/posts', 'list'], [POST, 'entry'], ['/c/home', 'singleton'], ['/c/labels', 'dictionary'], ['/c/guides/first-night-train', 'document'], ['/changes', 'changes'], ['/history', 'history'], ['/models', 'models'], ['/models/posts', 'model'], ['/vocabulary', 'vocabulary'], ['/settings', 'settings']];
/** Where what was done is told beside the control, at once. */
const SPEAKS = ['list', 'entry', 'singleton', 'dictionary', 'document', 'model', 'vocabulary', 'settings', 'members', 'general', 'profile', 'delivery'];
const shown = async (page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('status', { name: /Loading|Lädt/ }).waitFor({ state: 'detached' });
};
const WIDE = [{ width: 1280, height: 800 }];

async function walk(page, project, name, look, options, places = PLACES) {
  for (const [path, place] of places) {
    await page.goto(project.place + path);
    await shown(page);
    await look(page, `${name}-${place}`, options);
    if (options.told) assert.deepEqual(await told(page, SPEAKS.includes(place)), [], `what a screen reader is told of ${place}`);
  }
}

/** Every place of a project and of its workspace in English, at both widths and in both themes. */
async function everyPlace({ cast, people, look }) {
  const project = await cast.project('places');
  const page = await people.open('ada');
  await walk(page, project, 'place', look, { told: true });
  for (const [path, place] of [['/w/' + cast.workspace.slug, 'projects'], ['/w/' + cast.workspace.slug + '/settings/members', 'members'], ['/w/' + cast.workspace.slug + '/settings/general', 'general'], ['/settings/profile', 'profile'], [project.place + '/delivery', 'delivery'], [project.place + '/webhooks', 'webhooks'], [project.place + '/forms', 'forms'], [project.place + '/nowhere', 'nowhere']]) {
    await page.goto(path);
    await shown(page);
    await look(page, 'place-' + place);
    assert.deepEqual(await told(page, SPEAKS.includes(place)), [], `what a screen reader is told of ${place}`);
  }
}

/** German on every place: none is too long for its place. axe has seen the same places in English, and sees these with LOOK=every. */
async function german({ cast, people, look }) {
  const project = await cast.project('deutsch');
  const door = await people.open(null, { locale: 'de-DE' });
  await door.goto('/auth/login?error=magic-link');
  await door.getByRole('heading', { name: 'Anmelden', level: 1 }).waitFor();
  await door.getByRole('alert').filter({ hasText: 'Dieser Link gilt nicht mehr.' }).waitFor();
  await door.getByRole('button', { name: 'Link zusenden' }).waitFor();
  const page = await people.open('ada', { locale: 'de-DE' });
  await page.goto(project.place);
  await shown(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  await page.getByRole('navigation').getByText('Verlauf').or(page.getByRole('navigation').getByText('Einstellungen')).first().waitFor();
  await walk(page, project, 'german', look, { schemes: ['light'], layoutOnly: true });
}

/** At 200 % the window is half as wide: everything is still there and nothing goes sideways. */
async function enlarged({ cast, people, look }) {
  const project = await cast.project('enlarged');
  const page = await people.open('bo', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  await walk(page, project, 'enlarged', look, { sizes: [{ width: 640, height: 400 }], schemes: ['light'], layoutOnly: true });
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

export default { 'every place': everyPlace, german, '200 % zoom': enlarged, 'forced colours': forcedColours, 'right to left': rightToLeft };
