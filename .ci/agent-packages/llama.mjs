// Chats over each wire with llama.cpp's own server in the place of the provider. Its model is made by the build and says, after
// the n-th result of a tool, the n-th sentence below; everything between is the server's: tokens, template, grammar, the reading
// of calls out of text, streams. Usage: node llama.mjs <maker of the model> <llama-server> ... -- <command that starts the service>
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withService } from './service.mjs';

const call = (name, input) => `<tool_call>\n{"name": "${name}", "arguments": ${JSON.stringify(input)}}\n</tool_call>`;
const sentences = [
  'I look at what there is first.' + call('list_models', {}),
  'Now the new author is written.' + call('save_content', { model: 'authors', data: { 'new-1': { name: 'Lena Lama' } } }),
  'She is there; öäü 🦙 went through as well.',
];
const [maker, ...rest] = process.argv.slice(2);
const server = rest.slice(0, rest.indexOf('--'));
const command = rest.slice(rest.indexOf('--') + 1);
const folder = mkdtempSync(join(tmpdir(), 'cms-llama-'));
const model = join(folder, 'scripted.gguf');
const made = spawnSync(join(process.env.JAVA_HOME, 'bin', 'java'), [maker, model, ...sentences], { encoding: 'utf8' });
assert.equal(made.status, 0, made.stderr);

const key = 'sesame';
let base;
let said = '';
let llama;
try {
  for (let tries = 1; !(await started()); tries++) assert.ok(tries < 3, 'llama-server ended');
  const openai = { CMS_AI_PROVIDER: 'openai', CMS_OPENAI_API_KEY: key, CMS_OPENAI_BASE_URL: base + '/v1' };
  const wires = {
    messages: { CMS_AI_PROVIDER: 'anthropic', CMS_ANTHROPIC_API_KEY: key, CMS_ANTHROPIC_BASE_URL: base },
    responses: { ...openai, CMS_OPENAI_WIRE: 'responses', CMS_AI_CONTEXT_TOKENS: '65536' },
    chat: { ...openai, CMS_AI_CONTEXT_TOKENS: '65536' },
  };
  for (const [wire, settings] of Object.entries(wires)) {
    await withService(command, { CMS_DATA: join(folder, wire), ...settings }, loop);
    console.log(`llama-server over ${wire}: text, two calls, their results, text`);
  }
  await withService(command, { CMS_DATA: join(folder, 'refused'), ...wires.messages, CMS_ANTHROPIC_API_KEY: 'wrong' }, refused);
  console.log('llama-server with a wrong key: one error');
} catch (failed) {
  console.error(said);
  throw failed;
} finally {
  llama?.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function loop({ fine, get }) {
  const turn = await fine('Add Lena Lama.', sentences[2]);
  assert.ok(turn.text.startsWith('I look at what there is first.'), turn.text);
  assert.ok(!turn.text.includes('tool_call'), turn.text);
  const kinds = turn.events.map((event) => event.type).filter((kind, n, all) => kind !== all[n - 1]);
  assert.deepEqual(kinds, ['conversation', 'text', 'tool_use', 'tool_result', 'text', 'tool_use', 'tool_result', 'text', 'done']);
  const results = turn.events.filter((event) => event.type === 'tool_result');
  assert.deepEqual(results.map((event) => event.name), ['list_models', 'save_content']);
  assert.ok(results[0].result.models.some((known) => known.id === 'authors'), JSON.stringify(results[0]));
  assert.equal(results[1].result.valid, true, JSON.stringify(results[1]));
  assert.ok(turn.events.filter((event) => event.type === 'text').length > 8, 'the text came in one piece');
  const { usage, affected } = turn.events.at(-1);
  assert.ok(usage.inputTokens > 1000 && usage.outputTokens > 30, JSON.stringify(usage));
  assert.deepEqual(affected.models, ['authors']);
  const authors = Object.values((await get('/brain/sync')).content['authors:en']).map((author) => author.name);
  assert.equal(authors.filter((name) => name === 'Lena Lama').length, 1, `${authors}`);
  assert.equal((await get('/history')).history[0].tool, 'save_content');
  const next = await fine('Is she there?', sentences[2]);
  assert.ok(next.events.every((event) => event.type !== 'tool_use'));
}

async function refused({ chat }) {
  const turn = await chat('Anybody there?');
  assert.equal(turn.last, 'error');
  assert.ok(!JSON.stringify(turn.events).includes('wrong'), JSON.stringify(turn.events));
}

async function freePort() {
  const probe = createServer();
  await new Promise((ready) => probe.listen(0, '127.0.0.1', ready));
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  return port;
}

// False when the server has ended: somebody else may have taken the free port while it was loading its libraries.
async function started() {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  llama = spawn(server[0], [...server.slice(1), '-m', model, '--jinja', '-c', '65536', '-np', '1', '--no-warmup',
    '--api-key', key, '--host', '127.0.0.1', '--port', `${port}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [llama.stdout, llama.stderr]) stream.on('data', (chunk) => { said = (said + chunk).slice(-4000); });
  return answers();
}

async function answers() {
  for (let tries = 0; tries < 3_000; tries++) {
    if (llama.exitCode !== null || llama.signalCode !== null) return false;
    const answer = await fetch(base + '/health').catch(() => undefined);
    if (answer?.ok) return true;
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error('llama-server did not answer');
}
