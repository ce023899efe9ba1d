// The vendor's newest client finds its way from a bare 401 through consent to a call, asks its person before a delete, and
// goes on after its access token was lost. Usage: node app.mjs <url of the service> <id of a project>
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { person } from './person.mjs';

const [base, project] = process.argv.slice(2);
const endpoint = new URL(`${base}/api/mcp/v1/mcp`);
const callback = 'http://127.0.0.1:8976/callback';

/** What the person does with the page that the client opens. */
async function consent(url) {
  const { page, back } = await ada.consent(url, project);
  assert.ok(!page.includes('<script'), 'the page needs no script');
  assert.ok(page.includes('ci of a client'), page);
  return new URL(back).searchParams;
}

class Provider {
  redirectUrl = callback;
  clientMetadata = {
    client_name: 'ci of a client', redirect_uris: [callback], grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'], token_endpoint_auth_method: 'none',
  };
  registered = 0;
  state() { return 'its own'; }
  clientInformation() { return this.information; }
  saveClientInformation(information) { this.information = information; this.registered++; }
  tokens() { return this.kept; }
  saveTokens(tokens) { this.kept = tokens; }
  redirectToAuthorization(url) { this.asked = url; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }
  codeVerifier() { return this.verifier; }
  saveDiscoveryState(discovery) { this.discovery = discovery; }
  discoveryState() { return this.discovery; }
  invalidateCredentials(scope) { if (scope !== 'client') this.kept = undefined; }
}

const ada = await person(base);
const provider = new Provider();
const transport = () => new StreamableHTTPClientTransport(endpoint, { authProvider: provider });
const options = (mode) => ({ versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } });

const first = transport();
await assert.rejects(new Client({ name: 'ci', version: '1' }, options('auto')).connect(first), UnauthorizedError);
await first.finishAuth(await consent(provider.asked));
assert.match(provider.kept.access_token, /^cms_at_/);
assert.equal(provider.registered, 1);

for (const mode of ['auto', 'legacy', { pin: '2026-07-28' }]) {
  const client = new Client({ name: 'ci', version: '1' }, options(mode));
  let asked = 0;
  client.setRequestHandler('elicitation/create', () => { asked++; return { action: 'accept', content: { confirm: true } }; });
  await client.connect(transport());
  const call = async (name, args) => (await client.callTool({ name, arguments: args })).structuredContent;
  assert.equal((await client.listTools()).tools.length, 9);
  const saved = await call('cms_content_save', { model: 'posts', entries: [{ data: { title: `By an app, ${JSON.stringify(mode)}` } }] });
  assert.equal(saved.git.landed, true);
  const ids = [saved.results[0].id];
  const gone = await call('cms_content_delete', { model: 'posts', ids });
  if (mode === 'legacy') {
    assert.equal(gone.error, 'CONFIRMATION_REQUIRED');
    assert.equal((await call(gone.next.tool, gone.next.arguments)).deleted, true);
  } else {
    assert.equal(gone.deleted, true, JSON.stringify(gone));
    assert.equal(asked, 1, 'the person was asked');
  }
  await client.close();
}

// An access token that the service does not know any more: the client refreshes by itself.
const before = provider.kept.refresh_token;
provider.kept = { ...provider.kept, access_token: 'cms_at_lost' };
const late = new Client({ name: 'ci', version: '1' }, options('auto'));
await late.connect(transport());
assert.equal((await late.callTool({ name: 'cms_status', arguments: {} })).structuredContent.initialized, true);
assert.notEqual(provider.kept.refresh_token, before);
assert.notEqual(provider.kept.access_token, 'cms_at_lost');
await late.close();
console.log('app: from a bare 401 through consent, three ways to connect, a delete that asks, a refresh');
