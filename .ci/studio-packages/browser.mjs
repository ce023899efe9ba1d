// People in a real browser: each has a context of its own, and whatever the page complains of is kept.
import { existsSync } from 'node:fs';
import { setTimeout as rest } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import axe from 'axe-core';
import { providerOf, turnToSignIn, until } from './service.mjs';

const WIDE = { width: 1280, height: 800 };
const SMALL = { width: 390, height: 844 };
const HIGHEST = 3000;
/** What a page may take on a machine that does much else, in milliseconds: a wait ends with what it waits for, so it costs nothing. */
const PATIENCE = 30_000;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What another theme can break: everything else that axe looks at is the same in both. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** Whether each step is looked at in both widths and both themes, with a picture of each; twice the time. */
const EVERY = process.env.LOOK === 'every';
/** How many times slower each page computes than it could, and how many tenths of a second each answer is on its way: what one machine passes by luck fails here each time. */
const SLOW = Number(process.env.SLOW ?? 0);
/** What the browser itself writes when an answer is no success, which several journeys are about. */
const EXPECTED = [/^Failed to load resource/, /net::ERR_/];

const BROWSER = {
  executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
};

export const launch = () => chromium.launch(BROWSER);

/** A browser of its own that keeps what it knows in a folder, so that it can be killed and come back. */
export async function launchOnDisk(folder, baseURL) {
  const context = await chromium.launchPersistentContext(folder, { ...BROWSER, baseURL, viewport: WIDE, locale: 'en-GB', timezoneId: 'UTC' });
  context.setDefaultTimeout(PATIENCE);
  return context;
}

export class People {
  constructor(browser, service, pictures, sessions) {
    Object.assign(this, { browser, service, pictures, sessions, contexts: [], complaints: [] });
  }

  /**
   * A browser of one person; with a name she is signed in. The service lets an address sign in ten times a minute, so that
   * journeys share one session of each person; whoever ends hers takes a session of her own.
   */
  async open(name, { own = false, ...options } = {}) {
    const context = await this.browser.newContext({ baseURL: this.service.url, viewport: WIDE, locale: 'en-GB', timezoneId: 'UTC', ...options });
    context.setDefaultTimeout(PATIENCE);
    this.contexts.push(context);
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
    });
    const page = await context.newPage();
    this.watch(page, name);
    if (SLOW) await slow(page);
    if (name && !own && this.sessions.has(name)) await context.addCookies(this.sessions.get(name));
    else if (name) {
      await turnToSignIn(this.service.url);
      const begun = await patient(() => context.request.post('/api/auth/login', { data: { provider: providerOf(name) } }));
      if (!begun.ok()) throw new Error(`${name} cannot sign in: ${begun.status()} ${await begun.text()}`);
      const { url } = await begun.json();
      let goes = () => page.goto(`${url}&login_hint=${name}%40example.com&name=${name}`);
      await patient(() => {
        const gone = goes();
        goes = () => page.reload(); // of whichever step was turned away
        return gone;
      });
      await page.waitForURL((url) => /^\/(w|welcome)\b/.test(url.pathname));
      if (!own) this.sessions.set(name, await context.cookies());
    }
    return page;
  }

  watch(page, name = 'nobody') {
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.some((one) => one.test(message.text()))) this.complaints.push(`${name}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`${name}: ${error.message}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.service.url) && !/^(data|blob|about):/.test(url)) this.complaints.push(`${name}: asked another host: ${url}`);
    });
  }

  async close() {
    for (const context of this.contexts) await context.close().catch(() => {});
  }
}

async function slow(page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  await browser.send('Network.enable');
  const setOffline = page.context().setOffline.bind(page.context());
  const connect = (offline) => browser.send('Network.emulateNetworkConditions', { offline, latency: 100 * SLOW, downloadThroughput: -1, uploadThroughput: -1 });
  await connect(false);
  page.context().setOffline = (offline) => Promise.all([setOffline(offline), connect(offline)]); // the network is there where one of both says so
}

/** Asks again where the service has no time for a request, when it says. */
async function patient(ask, tries = 5) {
  const answer = await ask();
  if (answer.status() !== 503 || tries === 0) return answer;
  await rest(1000 * Number(answer.headers()['retry-after'] ?? 1));
  return patient(ask, tries - 1);
}

/** Says who one is on the built-in identity page. */
export async function identify(page, name, seen = async () => {}) {
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await page.getByLabel('E-mail').fill(name + '@example.com');
  await page.getByLabel('Name, for the first time').fill(name);
  await seen();
  await turnToSignIn(new URL(page.url()).origin);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/**
 * Ends the sign-in of a page by the save that it sends next, and says with which status that was answered. Not before: a page asks by itself
 * for more than a click, and its dialog would lie over the button.
 */
export async function signOutAtSave(page) {
  const answered = {};
  await page.route('**/content/posts', async (route) => {
    await page.context().clearCookies();
    const { cookie: _gone, ...headers } = await route.request().allHeaders();
    const response = await route.fetch({ headers });
    answered.status = response.status();
    await route.fulfill({ response });
  }, { times: 1 });
  return answered;
}

/** What a step is looked at in: as wide and light, and small and dark, which differ in both; or in all of the four. */
const states = (sizes, schemes) => sizes.flatMap((size, row) => schemes.map((scheme, column) => ({ size, scheme, isNeeded: EVERY || row === column || schemes.length === 1 || sizes.length === 1 }))).filter((one) => one.isNeeded);

/**
 * What must hold on every screen in every state: a picture, axe, one heading, nothing sideways, a focus that one sees. Where only
 * the layout differs from a state that axe has seen, it is asked with LOOK=every alone.
 */
export async function look(people, page, name, { sizes = [WIDE, SMALL], schemes = ['light', 'dark'], focus = true, without = [], layoutOnly = false } = {}) {
  const wrong = [];
  await page.locator('h1:visible').first().waitFor().catch(() => {}); // a place that was gone to a moment ago may be on its way; one without a heading is told of below
  const asked = states(sizes, schemes);
  for (const [at, { size, scheme }] of asked.entries()) {
    const state = `${name}-${size.width}-${scheme}`;
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    // As high as its content, so that axe and the picture see all of it and nothing lies below a bar that stays.
    // What comes into sight is drawn only then, and may be higher than it was taken for.
    for (let before = size.height, high = 0; (high = Math.min(await page.evaluate(() => document.documentElement.scrollHeight), HIGHEST)) > before; before = high) await page.setViewportSize({ width: size.width, height: high });
    wrong.push(...(await page.evaluate(shape)).map((what) => `${state}: ${what}`));
    const isOtherTheme = at > 0 && asked[at - 1].size === size;
    if (EVERY || (!layoutOnly && (at === 0 || scheme !== asked[0].scheme))) wrong.push(...(await violations(page, !isOtherTheme, without)).map((what) => `${state}: ${what}`));
    if (EVERY || at === 0) await people.pictures.take(page, state);
  }
  await page.setViewportSize(sizes[0]);
  await page.emulateMedia({ colorScheme: schemes[0], reducedMotion: 'reduce' });
  if (focus) wrong.push(...(await focusOf(page)).map((what) => `${name}: ${what}`));
  wrong.push(...people.complaints.splice(0));
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

const shape = () => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1).slice(0, 3);
    wrong.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth}px: ${wide.map((one) => one.outerHTML.slice(0, 120)).join(' | ')}`);
  }
  const headings = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility());
  if (headings.length !== 1) wrong.push(`has ${headings.length} h1`);
  if (!document.title || document.title === 'cms') wrong.push('has no title of its own');
  return wrong;
};

async function violations(page, all, without) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source); // it is large, and lasts as long as the document
  const wanted = all
    ? { runOnly: RULES, rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) }
    : { runOnly: { type: 'rule', values: RULES_OF_COLOURS.filter((rule) => !without.includes(rule)) } };
  // A frame of the studio runs no script, so axe would wait for it in vain.
  const found = await page.evaluate((options) => window.axe.run(options), { ...wanted, iframes: false, preload: false, resultTypes: ['violations'] });
  return found.violations.map((one) => `axe ${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? '')).join(' | ')}`);
}

/** How often a landmark stands on a page at least and at most; a place outside of a project has no navigation. */
const LANDMARKS = { banner: [1, 1], navigation: [0, 1], main: [1, 1] };
const property = (node, name) => node.properties?.find((one) => one.name === name)?.value.value;

/** What a screen reader is told, by Chromium's accessibility tree: a name of everything that takes the focus, the landmarks, headings in their order, and on a place where something is done a region that speaks. */
export async function told(page, isWorkedOn) {
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send('Accessibility.getFullAXTree');
  await browser.detach();
  const said = nodes.filter((node) => !node.ignored).map((node) => ({ node, role: node.role.value, name: (node.name?.value ?? '').trim() }));
  const wrong = said.filter(({ node, role, name }) => property(node, 'focusable') && role !== 'RootWebArea' && name === '').map(({ node, role }) => `a ${role} that takes the focus has no name: ${JSON.stringify(node).slice(0, 200)}`);
  for (const [role, [least, most]] of Object.entries(LANDMARKS)) {
    const all = said.filter((one) => one.role === role);
    if (all.length < least || all.length > most) wrong.push(`has ${all.length} of ${role}`);
  }
  let last = 0;
  for (const { node, role, name } of said) {
    if (role !== 'heading') continue;
    const level = property(node, 'level');
    if (level > last + 1) wrong.push(`the heading "${name}" of level ${level} follows one of level ${last}`);
    last = level;
  }
  if (isWorkedOn && !said.some(({ node }) => ['polite', 'assertive'].includes(property(node, 'live')))) wrong.push('has no region that speaks of what happens');
  return wrong;
}

/** Two frames later what was asked of a page is drawn; a page that draws none is not waited for. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 2000);
}));

/** Ticks each of these, also where the rows that they stand in come in another order meanwhile. */
export async function tickAll(boxes) {
  await until('all are ticked', async () => {
    for (const box of await boxes.all()) if (!(await box.isChecked())) await box.check();
    return !(await Promise.all((await boxes.all()).map((box) => box.isChecked()))).includes(false);
  });
}

/** The next Tab lands on something that shows it; the focus then goes back where it was. */
async function focusOf(page) {
  const before = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press('Tab');
  const wrong = await page.evaluate(() => {
    const on = document.activeElement;
    if (!on || on === document.body) return [];
    const style = getComputedStyle(on);
    const wide = parseFloat(style.outlineWidth);
    return style.outlineStyle !== 'none' && wide >= 2 ? [] : [`the focus cannot be seen on ${on.outerHTML.slice(0, 120)}`];
  });
  await before.evaluate((one) => one?.focus?.({ preventScroll: true }));
  return wrong;
}
