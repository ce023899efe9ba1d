// Runs an issuer in this process and the service beside it, and signs people in: by the redirects, by a page, by a
// command line, after a change of keys; and tries what must not sign anybody in.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Browser } from './browser.mjs';
import { consent, Issuer, signingKey } from './issuer.mjs';
import { Service } from './service.mjs';

const [, , command, data] = process.argv;
// The service looks for unknown keys every ten seconds, and a slow machine signs somebody in for longer than that.
const KEYS_SEEN_MILLIS_MAX = 180_000;

const issuerServer = await Issuer.listen();
const issuer = issuerServer.url;

let base;
const service = new Service(command, data, issuer);
const code = await service.during((url) => {
  base = url;
  return prove();
});
issuerServer.close();
process.exit(code);

async function out(browser) {
  const sent = await browser.get(`${base}/api/auth/oauth/web_identity?redirect=/w`);
  assert.equal(sent.status, 302);
  assert.ok(sent.location.startsWith(`${issuer}/auth?`), sent.location);
  return sent.location;
}

async function signIn(login) {
  const browser = new Browser();
  const back = await consent(base, browser, await out(browser), login);
  const seen = await browser.get(back);
  const me = await browser.get(`${base}/api/auth/me`);
  return { browser, back, location: seen.location, status: me.status, user: me.status === 200 ? me.json.user : null };
}

async function refuses(what, browser, url) {
  const seen = await browser.get(url);
  assert.equal(seen.location, `${base}/auth/login?error=oauth`, what);
  assert.equal((await browser.get(`${base}/api/auth/me`)).status, 401, what);
  console.log(`refused: ${what}`);
}

async function prove() {
  issuerServer.issueWith(base, signingKey('first'));
  const ada = await signIn('ada');
  assert.equal(ada.location, `${base}/w`);
  assert.equal(ada.user.email, 'ada@example.com');
  assert.equal(ada.user.provider, 'web_identity');
  assert.equal(ada.user.providerAccountId, 'ada');
  console.log('signed in by the redirects');
  await byPage();
  await byCommandLine();
  await byLogin();
  await attacks(ada);
  await newKeys();
  console.log('oidc-provider passed: 5 ways in, 9 ways refused');
}

async function byPage() {
  const browser = new Browser();
  const login = (await browser.json(`${base}/api/auth/login`, { provider: 'web_identity' })).json;
  const back = new URL(await consent(base, browser, login.url, 'bo'));
  assert.equal(back.searchParams.get('iss'), issuer);
  const verified = await browser.json(`${base}/api/auth/verify`, Object.fromEntries(back.searchParams));
  assert.equal(verified.status, 200, verified.text);
  assert.equal((await browser.get(`${base}/api/auth/me`)).json.user.email, 'bo@example.com');
  console.log('signed in by the page');
}

async function byCommandLine() {
  const browser = new Browser();
  const callback = encodeURIComponent('http://127.0.0.1:9876/callback');
  const path = `/api/auth/login?provider=web_identity&redirect_uri=${callback}&state=mine`;
  const login = (await browser.send('POST', base + path)).json;
  const end = new URL((await browser.get(await consent(base, browser, login.url, 'cy'))).location);
  assert.equal(end.searchParams.get('state'), 'mine');
  const code = end.searchParams.get('code');
  const terminal = new Browser();
  const verified = await terminal.json(`${base}/api/auth/verify`, { code, source: 'cli' });
  assert.equal(verified.json.user.email, 'cy@example.com');
  assert.ok(verified.json.tokens.accessToken);
  const again = await terminal.json(`${base}/api/auth/verify`, { code, source: 'cli' });
  assert.equal(again.status, 401, 'a code for the command line used twice');
  console.log('signed in by the command line; its code counts once');
}

/** `./cms login <url>` as somebody types it: afterwards Git pushes and fetches without a word about passwords. */
async function byLogin() {
  const home = `${data}-home`;
  mkdirSync(home);
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
  for (const name of ['JAVA_HOME', 'JDK_JAVA_OPTIONS']) if (process.env[name]) env[name] = process.env[name];
  const login = spawn(command, ['login', base], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const address = new Promise((found, lost) => {
    login.stdout.setEncoding('utf8').on('data', (part) => {
      said += part;
      const shown = said.match(/^ {2}(http\S+)\n/m);
      if (shown) found(shown[1]);
    });
    login.on('close', (status) => lost(new Error(`login ended with ${status}: ${said}`)));
  });
  const ended = new Promise((done) => login.on('close', done)); // and everything that it said was read
  const browser = new Browser();
  const back = await browser.get(await consent(base, browser, await address, 'fay'));
  const told = await browser.get(back.location);
  assert.equal(told.status, 200, told.text);
  assert.equal(await ended, 0, said);
  assert.match(said, /Signed in as fay@example\.com/);
  const git = (...words) => {
    const ran = spawnSync('git', words, { cwd: home, env, encoding: 'utf8' });
    assert.equal(ran.status, 0, `git ${words.join(' ')}: ${ran.stderr}`);
    return ran.stdout.trim();
  };
  git('init', '-q', '-b', 'main', 'site');
  git('-C', 'site', '-c', 'user.name=fay', '-c', 'user.email=fay@example.com', 'commit', '-q', '--allow-empty', '-m', 'A start');
  git('-C', 'site', 'push', '-q', `${base}/git/fay/site.git`, 'main');
  const pushed = git('ls-remote', `${base}/git/fay/site.git`, 'refs/heads/main').split('\t')[0];
  assert.equal(pushed, git('-C', join(home, 'site'), 'rev-parse', 'main'));
  console.log('signed in by ./cms login; git pushes and fetches with what it left');
}

async function attacks(ada) {
  await refuses('a place of return that was used before', new Browser(), ada.back);
  const [one, two, three] = [new Browser(), new Browser(), new Browser()];
  const [first, second] = [await consent(base, one, await out(one), 'ada'), await consent(base, two, await out(two), 'dee')];
  await refuses('the code and state of another browser', new Browser(), first);
  const swapped = new URL(first);
  swapped.searchParams.set('code', new URL(second).searchParams.get('code'));
  await refuses("another attempt's code (its PKCE verifier is not ours)", one, swapped.href);
  await out(three);
  await refuses('a state that nobody gave out', three, first);
  const four = new Browser();
  const renamed = new URL(await consent(base, four, await out(four), 'dee'));
  renamed.searchParams.set('iss', 'http://127.0.0.1:1');
  await refuses('another issuer in `iss`', four, renamed.href);
  const five = new Browser();
  const unnamed = new URL(await consent(base, five, await out(five), 'dee'));
  unnamed.searchParams.delete('iss');
  await refuses('no `iss` from an issuer that names itself', five, unnamed.href);
  const six = new Browser();
  const denied = new URL(await out(six));
  const state = denied.searchParams.get('state');
  await refuses(
    'a person who does not consent',
    six,
    `${base}/api/auth/oauth/web_identity?error=access_denied&state=${state}&iss=${encodeURIComponent(issuer)}`,
  );
  const unproven = await signIn('unproven-ada');
  assert.notEqual(unproven.user?.id, ada.user.id, 'an address that nobody has checked');
  console.log('refused: the account behind an address that nobody has checked');
}

/** The old key is gone at once; a token of a key that is not published is never believed. */
async function newKeys() {
  const hidden = signingKey('hidden');
  const { kty, n, e, alg, use } = signingKey('second');
  issuerServer.published = { keys: [{ kty, n, e, alg, use, kid: 'second' }] };
  issuerServer.issueWith(base, hidden);
  const forged = await signIn('ada');
  assert.equal(forged.status, 401, 'a token of a key that is not published');
  console.log('refused: a token of a key that is not published');
  issuerServer.published = null;
  issuerServer.issueWith(base, signingKey('third'));
  const deadline = Date.now() + KEYS_SEEN_MILLIS_MAX;
  for (;;) {
    const ada = await signIn('ada');
    if (ada.status === 200) break;
    assert.ok(Date.now() < deadline, 'the new key was never looked for');
    await new Promise((later) => setTimeout(later, 1_000));
  }
  console.log('signed in with a key that was made since');
}
