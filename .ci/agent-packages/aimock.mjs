// Chats over each wire with aimock in the place of the provider: text, a loop over a tool, a write, a server that is busy
// once, one that cuts an answer short, one that answers nonsense. Judged by events and by what the project holds.
// Usage: node aimock.mjs <command that starts the service>
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { withService } from './service.mjs';

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

  const theirs = wire === 'messages'
    ? { CMS_AI_PROVIDER: 'anthropic', CMS_ANTHROPIC_API_KEY: 'k', CMS_ANTHROPIC_BASE_URL: mock.url }
    : { CMS_AI_PROVIDER: 'openai', CMS_OPENAI_API_KEY: 'k', CMS_OPENAI_BASE_URL: mock.url + '/v1', CMS_OPENAI_WIRE: wire };
  const ours = { CMS_DATA: join(folder, wire), CMS_AI_MODELS: join(folder, 'models.json') };
  try {
    await withService(process.argv.slice(2), { ...ours, ...theirs }, (talk) => rows(talk, wire, mock));
  } finally {
    await mock.stop();
  }
  console.log(`${wire}: six rows`);
}
rmSync(folder, { recursive: true, force: true });

async function rows({ chat, fine, get }, wire, mock) {
  await fine('row text', 'Hello from the other side.');
  const read = await fine('row read', 'I have looked.');
  assert.ok(JSON.stringify(read.events.find((event) => event.type === 'tool_result')).includes('authors'));
  await fine('row write', 'It is saved.');
  assert.ok(JSON.stringify(await get('/brain/sync')).includes('Written over ' + wire));
  mock.nextRequestError(429, { message: 'Too many requests', type: 'rate_limit_error' });
  await fine('row busy', 'Now I have time.');
  for (const row of ['row cut', 'row nonsense']) {
    const turn = await chat(row);
    assert.equal(turn.last, 'error', `${wire}, ${row}: ${JSON.stringify(turn.events.at(-1))}`);
    await fine('row text', 'Hello from the other side.');
  }
}
