// Chats over each wire with aimock in the place of the provider: text, a loop over a tool, a write, a server that is busy
// once, one that cuts an answer short, one that answers nonsense. Judged by events and by what the project holds.
// Usage: node aimock.mjs <command that starts the service>
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LLMock } from '@copilotkit/aimock';

const models = { models: [
  { id: 'claude-aimock', provider: 'anthropic', tier: 'medium', contextTokens: 200000, outputTokens: 4096 },
  { id: 'gpt-aimock', provider: 'openai', tier: 'medium', contextTokens: 200000, outputTokens: 4096 },
] };
const folder = mkdtempSync(join(tmpdir(), 'cms-aimock-'));
writeFileSync(join(folder, 'models.json'), JSON.stringify(models));

for (const wire of ['messages', 'responses', 'chat']) {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  mock.on({ userMessage: 'row text' }, { content: 'Hello from the other side.' });
  mock.on({ userMessage: 'row read', hasToolResult: false }, { toolCalls: [{ name: 'list_models', arguments: '{}' }] });
  mock.on({ userMessage: 'row read', hasToolResult: true }, { content: 'I have looked.' });
  const save = { model: 'authors', data: { 'new-1': { name: 'Written over ' + wire } } };
  mock.on({ userMessage: 'row write', hasToolResult: false }, { toolCalls: [{ name: 'save_content', arguments: JSON.stringify(save) }] });
  mock.on({ userMessage: 'row write', hasToolResult: true }, { content: 'It is saved.' });
  mock.on({ userMessage: 'row busy' }, { content: 'Now I have time.' });
  mock.on({ userMessage: 'row cut' }, { content: 'This answer is long enough to be cut somewhere in its middle. '.repeat(20) }, { truncateAfterChunks: 6 });
  mock.on({ userMessage: 'row nonsense' }, { content: 'never seen' }, { chaos: { malformedRate: 1 } });
  await mock.start();

  const env = { ...process.env, CMS_PORT: '0', CMS_DATA: join(folder, wire), CMS_AI_MODELS: join(folder, 'models.json'), CMS_CHAT_RATE_PER_MINUTE: '1000' };
  const theirs = wire === 'messages'
    ? { CMS_AI_PROVIDER: 'anthropic', CMS_ANTHROPIC_API_KEY: 'k', CMS_ANTHROPIC_BASE_URL: mock.url }
    : { CMS_AI_PROVIDER: 'openai', CMS_OPENAI_API_KEY: 'k', CMS_OPENAI_BASE_URL: mock.url + '/v1', CMS_OPENAI_WIRE: wire };
  const service = spawn(process.argv[2], process.argv.slice(3), { env: { ...env, ...theirs }, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await rows(await ready(service), wire, mock);
  } finally {
    service.kill();
    await new Promise((gone) => service.on('exit', gone));
    await mock.stop();
  }
  console.log(`${wire}: six rows`);
}
rmSync(folder, { recursive: true, force: true });

async function ready(service) {
  for await (const line of createInterface({ input: service.stdout })) {
    if (line.startsWith('cms is ready at ')) return line.slice('cms is ready at '.length).replace(/\/$/, '');
  }
  throw new Error('the service did not start');
}

async function rows(base, wire, mock) {
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
  const chat = async (message) => {
    const context = { activeLocale: 'en', panelState: 'overview' };
    const answer = await call('POST', p + '/chat', { message, context, ...(conversationId ? { conversationId } : {}) }, token);
    const events = (await answer.text()).split('\n').filter((line) => line.startsWith('data: ')).map((line) => JSON.parse(line.slice(6)));
    conversationId = events[0].conversationId;
    const types = events.map((event) => event.type);
    assert.ok(['done', 'error'].includes(types.at(-1)), `${wire}: ${types}`);
    assert.equal(types.filter((type) => type === 'done' || type === 'error').length, 1);
    return { events, last: types.at(-1), text: events.filter((event) => event.type === 'text').map((event) => event.content).join('') };
  };
  const fine = async (message, text) => {
    const turn = await chat(message);
    assert.equal(turn.last, 'done', `${wire}, ${message}: ${JSON.stringify(turn.events.at(-1))}`);
    assert.ok(turn.text.includes(text), `${wire}, ${message}: ${turn.text}`);
    return turn;
  };

  await fine('row text', 'Hello from the other side.');
  const read = await fine('row read', 'I have looked.');
  assert.ok(JSON.stringify(read.events.find((event) => event.type === 'tool_result')).includes('authors'));
  await fine('row write', 'It is saved.');
  assert.ok(JSON.stringify(await json('GET', p + '/brain/sync', undefined, token)).includes('Written over ' + wire));
  mock.nextRequestError(429, { message: 'Too many requests', type: 'rate_limit_error' });
  await fine('row busy', 'Now I have time.');
  for (const row of ['row cut', 'row nonsense']) {
    const turn = await chat(row);
    assert.equal(turn.last, 'error', `${wire}, ${row}: ${JSON.stringify(turn.events.at(-1))}`);
    await fine('row text', 'Hello from the other side.');
  }
}
