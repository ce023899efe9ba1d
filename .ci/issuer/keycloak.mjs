// Signs a person in through a Keycloak that runs already, before and after it has made a new key.
import assert from 'node:assert/strict';
import { Browser } from './browser.mjs';
import { CLIENT, RETURNS, SECRET, Service } from './service.mjs';

const [, , command, data, keycloak, password] = process.argv;
const issuer = `${keycloak}/realms/team`;
const KEYS_SEEN_MILLIS_MAX = 180_000;
let base;
let token;

await administer();
const code = await new Service(command, data, issuer).during((url) => {
  base = url;
  return prove();
});
process.exit(code);

async function api(path, body) {
  const answer = await fetch(`${keycloak}/admin/realms${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${answer.status} from ${path}: ${body ? await answer.text() : ''}`);
  return answer;
}

async function logIn() {
  const answer = await fetch(`${keycloak}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username: 'admin', password }),
  });
  token = (await answer.json()).access_token;
  assert.ok(token, 'no token of the administrator');
}

async function administer() {
  await logIn();
  await api('', { realm: 'team', enabled: true, sslRequired: 'none' });
  for (const [username, emailVerified] of [['ada', true], ['eve', false]]) {
    await api('/team/users', {
      username,
      email: `${username}@example.com`,
      emailVerified,
      firstName: username,
      lastName: 'Example',
      enabled: true,
      credentials: [{ type: 'password', value: 'secret', temporary: false }],
    });
  }
}

async function prove() {
  await logIn();
  await api('/team/clients', {
    clientId: CLIENT,
    secret: SECRET,
    redirectUris: RETURNS.map((path) => base + path),
    attributes: { 'pkce.code.challenge.method': 'S256' },
  });
  const ada = await signIn('ada');
  assert.equal(ada.location, `${base}/w`);
  assert.equal(ada.user.email, 'ada@example.com');
  console.log('signed in by the redirects');
  const thief = new Browser();
  assert.equal((await thief.get(ada.back)).location, `${base}/auth/login?error=oauth`);
  const eve = await signIn('eve');
  assert.equal(eve.status, 200, 'somebody whose address nobody has checked');

  const realm = await (await api('/team')).json();
  await api('/team/components', {
    name: 'fresh',
    providerId: 'rsa-generated',
    providerType: 'org.keycloak.keys.KeyProvider',
    parentId: realm.id,
    config: { priority: ['500'], enabled: ['true'], active: ['true'], algorithm: ['RS256'] },
  });
  const deadline = Date.now() + KEYS_SEEN_MILLIS_MAX;
  for (let again = await signIn('ada'); again.user?.id !== ada.user.id; again = await signIn('ada')) {
    assert.ok(Date.now() < deadline, 'the new key was never looked for');
    await new Promise((later) => setTimeout(later, 1_000));
  }
  console.log('signed in with a key that was made since');
}

async function signIn(username) {
  const browser = new Browser();
  let next = (await browser.get(`${base}/api/auth/oauth/web_identity?redirect=/w`)).location;
  assert.ok(next.startsWith(issuer), next);
  for (let hop = 0; !next.startsWith(base); hop++) {
    assert.ok(hop < 10, 'the issuer never sent the browser back');
    const seen = await browser.get(next);
    const action = seen.text.match(/<form[^>]*action="([^"]+)"/)?.[1].replaceAll('&amp;', '&');
    next = action ? (await browser.form(action, { username, password: 'secret' })).location : seen.location;
    assert.ok(next, `${seen.status}: ${seen.text.slice(0, 500)}`);
  }
  const seen = await browser.get(next);
  const me = await browser.get(`${base}/api/auth/me`);
  return { back: next, location: seen.location, status: me.status, user: me.status === 200 ? me.json.user : null };
}
