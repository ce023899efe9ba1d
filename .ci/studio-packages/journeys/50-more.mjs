// Reviewing several changes, times, keys, strange content, and what is left behind in the browser.
import assert from 'node:assert/strict';
import { drawn, tickAll } from '../browser.mjs';
import { until } from '../service.mjs';
import { rowsIn } from '../stored.mjs';

const POST = '0a8d5e27c419';
const posts = async (project) => (await project.call('GET', '/brain/sync')).content['posts:en'];
const form = (page) => page.getByRole('form', { name: 'Entry' });

/** How many rows of typed text this browser keeps. */
const draftsOf = async (page) => (await rowsIn(page, 'drafts')).length;
/** The page comes again once it has kept what was typed. */
async function loadedAgain(page, drafts) {
  await until('it is kept', async () => (await draftsOf(page)) === drafts);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/**
 * Readings of what has changed since: each has its answer, and gives it once it is let go. The first one is on its way when this
 * ends, from before whatever is done next.
 */
async function heldReadings(page) {
  const waiting = [];
  let isFree = false;
  await page.route('**/brain/changes**', async (route) => {
    const response = await route.fetch();
    if (!isFree) await new Promise((letGo) => waiting.push(letGo));
    await route.fulfill({ response });
  });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await until('what is new is being read', () => waiting.length === 1);
  return {
    /** The first one ends; what was done is read by the next. */
    next: async () => {
      waiting[0]();
      await until('what is new is read once more', () => waiting.length === 2);
      await drawn(page);
    },
    letGo: () => {
      isFree = true;
      waiting[1]();
    },
  };
}

/** Two changes accepted at once. */
async function severalAtOnce({ cast, people, look }) {
  const project = await cast.project('several');
  await project.call('PATCH', '/config', { workflow: 'review' });
  const save = (locale, id, data) => project.call('POST', '/content/posts', { locale, data: { [id]: data } }, 'bo');
  await save('en', POST, { title: 'First' });
  await save('de', POST, { title: 'Zweiter' });
  const cy = await people.open('cy');
  await cy.goto(project.place + '/changes');
  const list = cy.getByRole('list', { name: 'Open changes' });
  await until('both wait', async () => (await list.getByRole('checkbox').count()) === 2);
  await tickAll(list.getByRole('checkbox'));
  await look(cy, 'changes-several');
  await cy.getByRole('toolbar', { name: 'Selected changes' }).getByRole('button', { name: 'Accept selected' }).click();
  await cy.getByText('2 changes accepted.').waitFor();
  assert.equal((await posts(project))[POST].title, 'First');
}

/** A reason that was written stays when the page is loaded again, is found under the drafts, and is gone once its change is. */
async function aReasonIsKept({ cast, people, look }) {
  const project = await cast.project('reasons');
  await project.call('PATCH', '/config', { workflow: 'review' });
  const { branch } = await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: 'Too long a title' } } }, 'bo');
  const cy = await people.open('cy');
  await cy.goto(`${project.place}/changes/${encodeURIComponent(branch)}`);
  const reason = cy.getByRole('dialog', { name: 'Discard this change?' }).getByLabel('Reason');
  await cy.getByRole('button', { name: 'Discard', exact: true }).click();
  await reason.fill('Half of it would do.');
  await loadedAgain(cy, 1);
  await cy.goto(project.place);
  await cy.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: /^Reason: / }).click();
  await cy.getByRole('button', { name: 'Discard', exact: true }).click();
  await until('the reason is there', async () => (await reason.inputValue()) === 'Half of it would do.');
  await look(cy, 'discard', { schemes: ['light'] });
  await project.call('POST', '/content/posts', { branch, locale: 'en', data: { [POST]: { excerpt: 'Added since' } } }, 'bo');
  await reason.waitFor({ state: 'detached' }); // it was about another state of the change, and says so
  await cy.getByRole('button', { name: 'Discard', exact: true }).click();
  await cy.getByText('Half of it would do.').waitFor();
  assert.equal(await reason.inputValue(), '');
  await cy.getByRole('button', { name: 'Take it' }).click();
  await cy.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await until('the change is discarded', async () => (await project.call('GET', '/branches')).branches.length === 0);
  await until('no draft is left of it', async () => (await draftsOf(cy)) === 0);
  assert.equal((await project.call('GET', '/activity?action=reject_branch&limit=5')).data[0].note, 'Half of it would do.');
}

/** No change moves once one is ticked, though what they are sorted by comes later than their names. A reason for several is not lost while somebody writes it and one of them lands, nor where discarding ends halfway: it is there for what is left. */
async function aReasonForSeveral({ cast, people }) {
  const project = await cast.project('reasons-several');
  await project.call('PATCH', '/config', { workflow: 'review' });
  const save = async (locale, id, title) => (await project.call('POST', '/content/posts', { locale, data: { [id]: { title } } }, 'bo')).branch;
  const lands = await save('en', POST, 'Lands meanwhile');
  await save('de', POST, 'Erster');
  await save('en', 'c0ffee000001', 'Another');
  await project.call('POST', '/content/posts', { branch: lands, locale: 'en', data: { [POST]: { excerpt: 'As well' } } }, 'bo'); // so that it is the newest
  const cy = await people.open('cy');
  let letGo;
  const free = new Promise((go) => { letGo = go; });
  await cy.route('**/branches?details=true**', async (route) => {
    await free;
    await route.continue();
  });
  await cy.goto(project.place + '/changes');
  const rows = cy.getByRole('list', { name: 'Open changes' }).getByRole('listitem');
  const boxes = rows.getByRole('checkbox');
  await until('all three wait', async () => (await boxes.count()) === 3);
  await boxes.first().check();
  letGo();
  await until('all is known of each', async () => (await rows.filter({ hasText: 'bo@example.com' }).count()) === 3);
  assert.equal(await boxes.first().isChecked(), true, 'the one that was ticked stands where it stood');
  for (const box of await boxes.all()) await box.check();
  const several = cy.getByRole('toolbar', { name: 'Selected changes' }).getByRole('button', { name: 'Discard selected' });
  const ask = () => several.click();
  const reason = cy.getByRole('dialog', { name: 'Discard this change?' }).getByLabel('Reason');
  await ask();
  await reason.fill('We write of other things now.');
  const { sha } = (await project.call('GET', '/branches')).branches.find((one) => one.name === lands);
  await project.call('POST', `/branches/${encodeURIComponent(lands)}/merge`, { sha });
  await until('it is heard', async () => (await boxes.count()) === 2);
  assert.equal(await reason.inputValue(), 'We write of other things now.');
  assert.equal(await reason.evaluate((one) => one === document.activeElement), true, 'the keys still go into it');

  let asked = 0;
  await cy.route('**/reject', (route) => (++asked === 2 ? route.fulfill({ status: 503, json: { statusCode: 503, message: 'Refused by the journey.' } }) : route.continue()));
  const discard = cy.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true });
  const readings = []; // of the open changes: each has its answer, and gives it once it is let go
  let isFree = false;
  await cy.route(/\/branches(\?atLeast=\w+)?$/, async (route) => {
    const response = await route.fetch();
    if (!isFree) await new Promise((letGo) => readings.push(letGo));
    await route.fulfill({ response });
  });
  await cy.evaluate(() => window.dispatchEvent(new Event('online')));
  await until('the open changes are read', () => readings.length === 1);
  await discard.click();
  await cy.getByText(/^This ended at the change “/).waitFor();
  readings[0]();
  await until('they are read once more', () => readings.length === 2);
  await drawn(cy);
  assert.equal(await several.isDisabled(), true, 'what was read before they were discarded is not what is discarded next');
  isFree = true;
  readings[1]();
  await ask();
  await until('the reason is there for what is left', async () => (await reason.inputValue()) === 'We write of other things now.');
  await discard.click();
  await until('the rest is discarded', async () => (await project.call('GET', '/branches')).branches.length === 0);
  await until('no draft is left of it', async () => (await draftsOf(cy)) === 0);
}

/** Settings of a form that are not saved are kept, what somebody else has set since is told of, and only what was changed is sent. */
async function formSettingsAreKept({ cast, people }) {
  const project = await cast.project('formdrafts');
  const page = await people.open('ada');
  await page.goto(project.place + '/forms/posts');
  const message = page.getByLabel('What visitors read after sending');
  await message.fill('Thank you, slowly.');
  await loadedAgain(page, 1);
  assert.equal(await message.inputValue(), 'Thank you, slowly.');
  await page.getByText('Your unsaved changes are back.').waitFor();
  await project.call('PATCH', '/models/posts', { form: { exposedFields: ['excerpt'], successMessage: 'Hers' } });
  await page.getByText('Somebody else has written “Hers” here meanwhile; saving replaces it.').waitFor();
  await page.getByRole('checkbox', { name: 'Title', exact: true }).check();
  const readings = await heldReadings(page);
  const saved = page.waitForResponse((one) => one.request().method() === 'PATCH' && one.ok());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
  await readings.next();
  assert.equal(await message.inputValue(), 'Thank you, slowly.', 'what stood there before does not come back');
  readings.letGo();
  await page.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
  assert.equal(await message.inputValue(), 'Thank you, slowly.');
  const { form: stored } = (await project.call('GET', '/brain/sync')).models.find((one) => one.id === 'posts');
  assert.deepEqual([stored.successMessage, stored.exposedFields, stored.enabled === true], ['Thank you, slowly.', ['excerpt', 'title'], false]);
  await until('no draft is left of it', async () => (await draftsOf(page)) === 0);
  await page.goto(project.place + '/models/posts');
  await page.getByRole('tab', { name: 'Form' }).click();
  await until('they are a part of the model', async () => (await page.getByRole('tabpanel', { name: 'Form' }).getByLabel('What visitors read after sending').inputValue()) === 'Thank you, slowly.');
}

/** Times of an entry, formatting by a button, the sheet of keys, and places by letters. */
async function timesAndKeys({ cast, people, look }) {
  const project = await cast.project('times');
  const page = await people.open('bo');
  await page.goto(`${project.place}/c/posts/${POST}`);
  const schedule = page.getByRole('form', { name: 'Schedule' });
  await schedule.getByLabel('Expire at').fill('2031-05-01T12:00');
  await loadedAgain(page, 1);
  assert.equal(await schedule.getByLabel('Expire at').inputValue(), '2031-05-01T12:00', 'a time that was not set yet is kept');
  const readings = await heldReadings(page);
  const set = page.waitForResponse((one) => one.request().method() === 'PATCH' && one.ok());
  await schedule.getByRole('button', { name: 'Set times' }).click();
  await set;
  await readings.next();
  assert.equal(await schedule.getByLabel('Expire at').inputValue(), '2031-05-01T12:00', 'what stood there before does not come back');
  readings.letGo();
  await schedule.getByRole('status').filter({ hasText: /^Saved/ }).waitFor();
  await until('the time is kept', async () => (await project.call('GET', '/brain/sync')).meta['posts:en'][POST].expire_at?.startsWith('2031-05-01T12:00'));
  await until('nothing of it is left as a draft', async () => (await draftsOf(page)) === 0);
  const body = form(page).getByRole('textbox', { name: 'Body' });
  await body.fill('word');
  await body.selectText();
  await form(page).getByRole('toolbar', { name: 'Formatting of Body' }).getByRole('button', { name: 'Bold' }).click();
  assert.equal(await body.inputValue(), '**word**');
  await look(page, 'entry-scheduled');
  await form(page).getByRole('button', { name: 'Read', exact: true }).click();
  await page.frameLocator('iframe').locator('strong').waitFor();
  await look(page, 'entry-reading');
  await page.getByRole('button', { name: 'Back to saved' }).first().click();
  await form(page).getByRole('group', { name: 'View of Body' }).getByRole('button', { name: 'Write', exact: true }).click();
  await takenBack(page, body);
  await drawn(page); // the last step takes the focus with it
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await look(page, 'keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
}

/** With a finger, on a small screen: to an entry by the navigation, a tag dragged to another place, a word typed, and saved. */
async function byTouch({ cast, people, look }) {
  const project = await cast.project('touch');
  const page = await people.open('bo', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(project.place);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Navigation' }).tap();
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: /^Posts/ }).tap();
  await page.getByRole('gridcell', { name: 'The last sleeper north', exact: true }).tap();
  await form(page).waitFor();
  const small = await page.getByRole('main').getByRole('button').evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => [one.getAttribute('aria-label') ?? one.textContent, one.getBoundingClientRect()]).filter(([, box]) => box.width < 24 || box.height < 24).map(([name]) => name));
  assert.deepEqual(small, [], 'nothing is too small for a finger');
  const tags = form(page).getByRole('list', { name: 'Tags' }).getByRole('listitem');
  const before = await tags.allInnerTexts();
  const grip = tags.filter({ hasText: before.at(-1).trim() }).locator('.grip');
  const finger = await page.context().newCDPSession(page);
  const touch = (type, x, y) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  let to;
  const take = async () => {
    await grip.scrollIntoViewIfNeeded();
    await drawn(page); // what comes into sight gets its height a frame later
    const from = await grip.boundingBox();
    to = await tags.first().boundingBox();
    await touch('touchStart', from.x + from.width / 2, from.y + from.height / 2);
  };
  await take();
  let shaken = 0;
  await until('the last tag is the first', async () => {
    await touch('touchMove', to.x + 3 + (shaken++ % 2), to.y + 4); // above the middle of the first
    if ((await tags.allInnerTexts())[0] === before.at(-1)) return true;
    if (await tags.evaluateAll((all) => all.some((one) => 'held' in one.dataset))) return false;
    await touch('touchEnd'); // the finger came down beside it
    await take();
    return false;
  });
  await touch('touchEnd');
  const title = form(page).getByRole('textbox', { name: 'Title', exact: true });
  await until('the title has the focus', async () => {
    await title.tap(); // again where the page was still moving under the finger
    return title.evaluate((one) => one === document.activeElement);
  });
  await page.keyboard.insertText('Typed on glass: ');
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await page.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
  const saved = (await posts(project))[POST];
  assert.match(saved.title, /Typed on glass: /);
  assert.deepEqual(saved.tags, [before.at(-1), ...before.slice(0, -1)].map((one) => one.trim()));
  await look(page, 'entry-by-touch', { sizes: [{ width: 390, height: 844 }], schemes: ['light'] });
}

/** What was typed in several fields is taken back one after the other and done again; so is all that was thrown away at once. */
async function takenBack(page, body) {
  const text = (name) => form(page).getByRole('textbox', { name, exact: true });
  const [title, excerpt] = [await text('Title').inputValue(), await text('Excerpt').inputValue()];
  const saved = await body.inputValue();
  await page.keyboard.press('Control+z');
  assert.equal(await body.inputValue(), '**word**', 'what was thrown away is back');
  await page.keyboard.press('Control+Shift+z');
  assert.equal(await body.inputValue(), saved);
  await text('Title').fill('One');
  await takenBackAtOnce(text('Excerpt'));
  await text('Excerpt').fill('Two');
  await page.keyboard.press('Control+z');
  assert.deepEqual([await text('Title').inputValue(), await text('Excerpt').inputValue()], ['One', excerpt]);
  await page.keyboard.press('Control+z');
  assert.deepEqual([await text('Title').inputValue(), await text('Excerpt').inputValue()], [title, excerpt]);
  await until('the focus is where it was taken back', () => text('Title').evaluate((one) => one === document.activeElement));
  await page.keyboard.press('Control+y');
  assert.equal(await text('Title').inputValue(), 'One');
  await page.keyboard.press('Control+z');
  assert.equal(await text('Title').inputValue(), title);
}

/** What is typed and taken back before the form was drawn is as it was on the screen, too. */
async function takenBackAtOnce(field) {
  const before = await field.inputValue();
  await field.evaluate(async (control) => {
    control.setRangeText(' too', control.value.length, control.value.length);
    control.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await null; // the field draws itself, and the form does not yet
    control.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }));
  });
  await until('it is taken back', async () => (await field.inputValue()) === before);
}

const STRANGE = ['<script>document.title="ran"</script>', '"><img src=x onerror="document.title=\'ran\'">', 'javascript:document.title="ran"', '{{constructor.constructor("document.title=1")()}}', '\u202etxt.exe', '${7*7}', "'; DROP TABLE entries; --", '👩‍👩‍👧‍👦 ﷽ Z̷̢a̵l̷g̸o̶'];

/** Content of any kind is shown as text, is never run, loads nothing from elsewhere, and survives a save. */
async function strangeContent({ cast, people, look }) {
  const project = await cast.project('strange');
  const text = STRANGE.join(' ');
  const body = STRANGE.join('\n\n') + '\n\n![far](https://elsewhere.example/a.png)\n\n<iframe src="https://elsewhere.example/"></iframe>';
  await project.call('POST', '/content/posts', { locale: 'en', data: { [POST]: { title: text.slice(0, 110), excerpt: text.slice(0, 290), body, tags: STRANGE } } });
  const before = (await posts(project))[POST];
  const page = await people.open('bo');
  for (const path of ['/c/posts', '/c/posts/' + POST, '/history']) {
    await page.goto(project.place + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path === '/history') await page.getByRole('button', { name: /fields?$/ }).first().click();
    await look(page, 'strange' + path.replaceAll('/', '-').slice(0, 12), { schemes: ['light'], layoutOnly: true }); // axe sees the whole corpus in `hostile strings`
    assert.notEqual(await page.title(), 'ran');
  }
  await page.goto(project.place + '/c/posts/' + POST);
  await form(page).getByRole('button', { name: 'Read', exact: true }).click();
  await page.frameLocator('iframe').locator('p').first().waitFor();
  await form(page).getByRole('button', { name: 'Read', exact: true }).or(form(page).getByRole('button', { name: 'Write', exact: true })).first().click();
  await form(page).getByRole('spinbutton').or(form(page).getByRole('textbox', { name: 'Reading minutes' })).first().fill('9');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('status').filter({ hasText: /^Saved/ }).first().waitFor();
  assert.deepEqual((await posts(project))[POST], { ...before, reading_minutes: 9 });
}

/** Who signs out leaves no draft, and neither page nor storage ever held a token. */
async function nothingIsLeft({ cast, people }) {
  const project = await cast.project('left');
  const page = await people.open('bo', { own: true });
  await page.goto(`${project.place}/c/posts/${POST}`);
  await form(page).getByRole('textbox', { name: 'Title' }).fill('Not for everybody');
  await page.getByRole('status').filter({ hasText: 'Draft kept on this device' }).first().waitFor();
  const storage = () => page.evaluate(async () => {
    const open = (name) => new Promise((done) => { const asked = indexedDB.open(name); asked.onsuccess = () => done(asked.result); });
    const rows = [];
    for (const { name } of await indexedDB.databases()) {
      const base = await open(name);
      for (const store of base.objectStoreNames) rows.push(...(await new Promise((done) => { const all = base.transaction(store).objectStore(store).getAll(); all.onsuccess = () => done(all.result); })));
      base.close();
    }
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, rows]);
  });
  assert.match(await storage(), /Not for everybody/);
  await page.evaluate(() => localStorage.setItem('list views of a list', '["Hers"]'));
  await until('the content is kept', async () => /Walking the city line/.test(await storage()));
  assert.doesNotMatch(await storage(), /token|Bearer|cms_live/i);
  assert.equal(await page.evaluate(() => document.cookie), '', 'scripts see no cookie');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('dialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click(); // it asks, as there is a draft
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  assert.doesNotMatch(await storage(), /Not for everybody|Walking the city line|list snapshot/);
  assert.match(await storage(), /Hers/, 'how somebody looks at lists is there when she comes back');
}

export default { 'several changes at once': severalAtOnce, 'a reason is kept': aReasonIsKept, 'a reason for several': aReasonForSeveral, 'settings of a form are kept': formSettingsAreKept, 'times and keys': timesAndKeys, 'by touch': byTouch, 'strange content': strangeContent, 'nothing is left in the browser': nothingIsLeft };
