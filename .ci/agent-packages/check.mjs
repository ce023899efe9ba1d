// The vendors' own programs read the stand-in's streams: what they gather must be what the script says. Then each recorded
// request is written down as a value of the vendors' own type, for their compiler to judge.
import { createServer } from 'node:http';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';

const folder = process.argv[2];
const stream = name => readFileSync(`${folder}/${name}.stream`, 'utf8');
// The vendors' own readers of Messages take the kind of an event from its `event:` line.
const named = text => text.replace(/^data: (\{.*)$/gm, (line, json) => `event: ${JSON.parse(json).type}\n${line}`);
const server = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'text/event-stream');
  if (request.url.endsWith('/messages')) response.end(named(stream('messages')));
  else if (request.url.endsWith('/responses')) response.end(stream('responses'));
  else response.end(stream('chat'));
});
await new Promise(ready => server.listen(0, '127.0.0.1', ready));
const base = `http://127.0.0.1:${server.address().port}`;
const input = { model: 'posts', limit: 2 };

const message = await new Anthropic({ apiKey: 'k', baseURL: base, maxRetries: 0 }).messages
  .stream({ model: 'stand-in', max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] }).finalMessage();
assert.equal(message.content[0].text, 'Looking üp');
assert.deepEqual([message.content[1].name, message.content[1].input], ['get_content', input]);
assert.equal(message.stop_reason, 'tool_use');

const openai = new OpenAI({ apiKey: 'k', baseURL: `${base}/v1`, maxRetries: 0 });
const chat = await openai.chat.completions
  .stream({ model: 'stand-in', messages: [{ role: 'user', content: 'Hi' }] }).finalChatCompletion();
assert.equal(chat.choices[0].message.content, 'Looking üp');
const call = chat.choices[0].message.tool_calls[0].function;
assert.deepEqual([call.name, JSON.parse(call.arguments)], ['get_content', input]);

let text = '';
let items = [];
for await (const event of await openai.responses.create({ model: 'stand-in', input: 'Hi', stream: true })) {
  if (event.type === 'response.output_text.delta') text += event.delta;
  if (event.type === 'response.output_item.done') items.push(event.item);
}
assert.equal(text, 'Looking üp');
assert.deepEqual(JSON.parse(items.find(item => item.type === 'function_call').arguments), input);
server.close();

const types = { messages: 'MessageCreateParamsStreaming', chat: 'ChatCompletionCreateParamsStreaming', responses: 'ResponseCreateParamsStreaming' };
let source = `import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses';
`;
let count = 0;
// What the model has said goes back without an id, a status and annotations, in the form in which the vendor's own command line sends
// it (openai/codex, codex-rs/protocol/src/models.rs: `ResponseItem::Message` never writes its id). The vendor's types demand all three
// of an array of `output_text`; without them they know only a bare string, which llama-server refuses ("'type' must be 'output_text'").
// So the compiler gets what we send with these three put in; that the vendor itself takes it without them, nobody here has seen.
const completed = item => item.role !== 'assistant' || !Array.isArray(item.content) || item.type !== 'message' ? item
  : { ...item, id: 'msg_0', status: 'completed', content: item.content.map(part => ({ ...part, annotations: [] })) };
for (const file of readdirSync(folder).filter(name => name.endsWith('.json')).sort()) {
  const request = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
  if (Array.isArray(request.input)) request.input = request.input.map(completed);
  source += `export const r${count++} = ${JSON.stringify(request)} satisfies ${types[file.split('-')[0]]};\n`;
}
writeFileSync('requests.ts', source);
writeFileSync('wrong.ts', source.replaceAll('"stream":true', '"stream":true,"mispelt":1'));
console.log(`${count} requests recorded`);
