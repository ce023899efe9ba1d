// An app asks for access in a browser that runs no script: from its address over sign-in and consent to a code and a call.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { identify } from '../browser.mjs';

/** bo signs in on the way, picks the project, takes one box back, allows the rest; the app lists entries and saves none. */
async function anAppIsConnectedWithoutScript({ service, cast, people, look }) {
  const project = await cast.project('connected');
  const app = createServer((request, response) => response.end(`<!doctype html><title>Back</title><h1>${new URL(request.url, 'http://app').search ? 'Back at the app' : ''}</h1>`));
  await new Promise((listening) => app.listen(0, '127.0.0.1', listening));
  const callback = `http://127.0.0.1:${app.address().port}/callback`;
  try {
    const send = async (path, type, body) => (await fetch(service.url + path, { method: 'POST', headers: { 'Content-Type': type }, body })).json();
    const { client_id: client } = await send('/api/oauth/register', 'application/json', JSON.stringify({ client_name: 'An editor', redirect_uris: [callback] }));
    const verifier = randomBytes(32).toString('base64url');
    const wanted = new URLSearchParams({
      client_id: client, redirect_uri: callback, response_type: 'code', state: 'its own', scope: 'project:metadata content:read content:write',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256',
    });
    const address = `/api/oauth/authorize?${wanted}`;

    const page = await people.open(null, { javaScriptEnabled: false });
    await page.goto(address);
    await page.getByRole('heading', { name: 'Sign in to connect an app', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Continue with a web identity' }).click();
    await identify(page, 'bo');
    await page.getByRole('heading', { name: 'Connect An editor?', level: 1 }).waitFor();
    assert.match(await page.locator('body').innerText(), /127\.0\.0\.1[^]*bo@example\.com/, 'the page says where the app is answered and who one is');

    // The same pages where axe can run; looking asks nothing of anybody.
    const seen = await people.open('ada');
    for (const [name, at] of [['connect-problem', address.replace('callback', 'elsewhere')], ['connect-app', address]]) {
      await seen.goto(at);
      await look(seen, name);
    }
    const stranger = await people.open(null);
    await stranger.goto(address);
    await look(stranger, 'connect-sign-in');

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel('Project', { exact: true }).selectOption(project.id);
    await page.getByRole('checkbox').last().uncheck();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
    const back = new URL(page.url());
    assert.equal(`${back.origin}${back.pathname}`, callback);
    assert.equal(back.searchParams.get('state'), 'its own');
    assert.equal(back.searchParams.get('iss'), service.url);
    const tokens = await send('/api/oauth/token', 'application/x-www-form-urlencoded', new URLSearchParams({
      grant_type: 'authorization_code', client_id: client, redirect_uri: callback, code: back.searchParams.get('code'), code_verifier: verifier,
    }));
    assert.equal(tokens.scope, 'project:metadata content:read');
    const call = (name, more) => fetch(`${service.url}/api/mcp/v1/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.access_token}`, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { model: 'posts', ...more } } }),
    });
    assert.equal((await (await call('cms_content_list', {})).json()).result.isError, false);
    assert.equal((await call('cms_content_save', { entries: [{ data: { title: 'No' } }] })).status, 403);

    // Leaving the service for the app is what this journey is about.
    people.complaints = people.complaints.filter((one) => !one.includes(`asked another host: ${callback}`));
  } finally {
    app.closeAllConnections();
    app.close();
  }
}

export default { 'an app is connected without script': anAppIsConnectedWithoutScript };
