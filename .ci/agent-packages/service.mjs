// A service that has just started and talks to somebody else's program in the place of the provider: ada has a blog in it and
// chats. What a witness drives, whoever the witness is.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Runs `play(talk)` against a service with these settings and ends it; `command` is what starts the service. */
export async function withService(command, settings, play) {
  const env = { ...process.env, CMS_PORT: '0', CMS_CHAT_RATE_PER_MINUTE: '1000', ...settings };
  const service = spawn(command[0], command.slice(1), { env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await play(await talk(await ready(service)));
  } finally {
    service.kill();
    if (service.exitCode === null && service.signalCode === null) await new Promise((gone) => service.on('exit', gone));
  }
}

async function ready(service) {
  for await (const line of createInterface({ input: service.stdout })) {
    if (line.startsWith('cms is ready at ')) return line.slice('cms is ready at '.length).replace(/\/$/, '');
  }
  throw new Error('the service did not start');
}

async function talk(base) {
  const call = async (method, path, body, token) => {
    const answer = await fetch(base + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const json = async (...all) => (await call(...all)).json();
  const back = 'http://127.0.0.1:9876/callback';
  const begun = await json('POST', `/api/auth/login?provider=git_host&redirect_uri=${encodeURIComponent(back)}&state=s`);
  let at = `${begun.url}&login_hint=ada%40example.com&name=ada`;
  while (!at.startsWith(back)) at = new URL((await fetch(at, { redirect: 'manual' })).headers.get('location'), at).href;
  const { tokens } = await json('POST', '/api/auth/verify', { code: new URL(at).searchParams.get('code'), source: 'cli' });
  const token = tokens.accessToken;
  const workspaceId = (await json('GET', '/api/workspaces', undefined, token))[0].id;
  const found = await json('GET', `/api/git_host/installations/available?workspaceId=${workspaceId}`, undefined, token);
  await json('POST', '/api/git_host/installations/connect', { workspaceId, installationId: found.installations[0].id }, token);
  const made = await json('POST', '/api/git_host/create-from-template', { workspaceId, templateRepo: 'starters/blog', name: 'blog' }, token);
  const project = await json('POST', `/api/workspaces/${workspaceId}/projects`, { repoFullName: made.fullName, name: 'blog' }, token);
  const p = `/api/workspaces/${workspaceId}/projects/${project.id}`;

  let conversationId;
  /** One turn of the conversation, ended once and by its last event. */
  const chat = async (message) => {
    const context = { activeLocale: 'en', panelState: 'overview' };
    const answer = await call('POST', p + '/chat', { message, context, ...(conversationId ? { conversationId } : {}) }, token);
    const events = (await answer.text()).split('\n').filter((line) => line.startsWith('data: ')).map((line) => JSON.parse(line.slice(6)));
    conversationId = events[0].conversationId;
    const types = events.map((event) => event.type);
    assert.equal(types.filter((type) => type === 'done' || type === 'error').length, 1, `${message}: ${types}`);
    assert.ok(['done', 'error'].includes(types.at(-1)), `${message}: ${types}`);
    return { events, last: types.at(-1), text: events.filter((event) => event.type === 'text').map((event) => event.content).join('') };
  };
  return {
    chat,
    /** A turn that ends well and says some words. */
    fine: async (message, text) => {
      const turn = await chat(message);
      assert.equal(turn.last, 'done', `${message}: ${JSON.stringify(turn.events.at(-1))}`);
      assert.ok(turn.text.includes(text), `${message}: ${turn.text}`);
      return turn;
    },
    /** What a route below the project answers. */
    get: (path) => json('GET', p + path, undefined, token),
  };
}
