// An issuer that does on each line what cms.attacks.RealIssuer asks for, and answers with a line: "url", "serve <service>",
// and "mix-up", which carries answers of the Git host to the issuer's door and of the issuer to the Git host's, by each
// way of signing in. Ends with its input.
import assert from 'node:assert/strict';
import readline from 'node:readline';
import { Browser } from './browser.mjs';
import { consent, Issuer, signingKey } from './issuer.mjs';
import { CLIENT } from './service.mjs';

const ROUNDS = 4;
console.info = console.error; // what the package says of itself is no answer
const issuer = await Issuer.listen();
let base;

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [word, service] = line.split(' ');
  if (word === 'url') console.log(issuer.url);
  if (word === 'serve') {
    base = service;
    issuer.issueWith(base, signingKey('first'));
    console.log('serving');
  }
  if (word === 'mix-up') console.log(`refused ${await mixUp()}`);
}
process.exit(0);

async function mixUp() {
  await entersByItself();
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const attack of [byTheCommandLine, byThePage, byTheRedirects, ofTheHostByThePage, ofTheHostByTheCommandLine]) {
      await attack();
      refused++;
    }
  }
  return refused;
}

/** Otherwise everything would be refused, whatever the service looks at. */
async function entersByItself() {
  const browser = new Browser();
  const { url } = (await browser.json(`${base}/api/auth/login`, { provider: 'web_identity' })).json;
  const back = new URL(await consent(base, browser, url, 'gil'));
  const verified = await browser.json(`${base}/api/auth/verify`, Object.fromEntries(back.searchParams));
  assert.equal(verified.status, 200, verified.text);
}

/** What a Git host that turned bad does with a browser that came to sign in: on to the issuer, with everything it was sent. */
function onToTheIssuer(hostUrl, returnPath) {
  const sent = new URL(hostUrl).searchParams;
  const on = new URL(`${issuer.url}/auth`);
  for (const name of ['state', 'code_challenge', 'code_challenge_method']) on.searchParams.set(name, sent.get(name));
  on.searchParams.set('client_id', CLIENT);
  on.searchParams.set('response_type', 'code');
  on.searchParams.set('scope', 'openid email profile');
  on.searchParams.set('redirect_uri', base + returnPath);
  return on.href;
}

async function byTheCommandLine() {
  const browser = new Browser();
  const { url } = (await browser.send('POST', `${base}/api/auth/login?provider=git_host&redirect_uri=${terminal()}&state=s`)).json;
  const back = await consent(base, browser, onToTheIssuer(url, '/api/auth/cli/callback'), 'gil');
  await leadsNowhere(browser, back);
}

async function byThePage() {
  const browser = new Browser();
  const { url } = (await browser.json(`${base}/api/auth/login`, { provider: 'git_host' })).json;
  const back = new URL(await consent(base, browser, onToTheIssuer(url, '/auth/callback'), 'gil'));
  await isNotVerified(browser, back);
}

async function byTheRedirects() {
  const browser = new Browser();
  const { location } = await browser.get(`${base}/api/auth/oauth/git_host`);
  const back = await consent(base, browser, onToTheIssuer(location, '/api/auth/oauth/web_identity'), 'gil');
  await leadsNowhere(browser, back);
}

/** The host's code with the state of the attempt at the issuer. */
async function ofTheHostByThePage() {
  const browser = new Browser();
  const { state } = (await browser.json(`${base}/api/auth/login`, { provider: 'web_identity' })).json;
  await isNotVerified(browser, await codeOfTheHost(`${base}/auth/callback`, state));
}

async function ofTheHostByTheCommandLine() {
  const browser = new Browser();
  const { url } = (
    await browser.send('POST', `${base}/api/auth/login?provider=web_identity&redirect_uri=${terminal()}&state=s`)
  ).json;
  const state = new URL(url).searchParams.get('state');
  await leadsNowhere(browser, (await codeOfTheHost(`${base}/api/auth/cli/callback`, state)).href);
}

async function codeOfTheHost(returnTo, state) {
  const browser = new Browser();
  const out = new URL((await browser.json(`${base}/api/auth/login`, { provider: 'git_host' })).json.url);
  out.searchParams.set('redirect_uri', returnTo);
  out.searchParams.set('state', state);
  return new URL((await browser.get(out.href)).location);
}

function terminal() {
  return encodeURIComponent('http://127.0.0.1:9876/callback');
}

async function isNotVerified(browser, back) {
  const verified = await browser.json(`${base}/api/auth/verify`, Object.fromEntries(back.searchParams));
  assert.ok([401, 403].includes(verified.status), `${verified.status}: ${verified.text}`);
  await isNobody(browser);
}

async function leadsNowhere(browser, back) {
  const seen = await browser.get(back);
  assert.equal(seen.location, `${base}/auth/login?error=oauth`, `${seen.status}: ${seen.text}`);
  await isNobody(browser);
}

async function isNobody(browser) {
  assert.equal((await browser.get(`${base}/api/auth/me`)).status, 401);
}
