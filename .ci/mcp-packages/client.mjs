// The vendor's own client does an agent's first edit. Usage: node client.mjs <endpoint> <key>
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [endpoint, key] = process.argv.slice(2);
const client = new Client({ name: 'ci', version: '1' });
await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { requestInit: { headers: { Authorization: `Bearer ${key}` } } }));
const tools = (await client.listTools()).tools.map((tool) => tool.name);
assert.equal(tools.length, 9);
const call = async (name, args, options) => (await client.callTool({ name, arguments: args }, undefined, options)).structuredContent;
assert.equal((await call('cms_status', {})).initialized, true);
const saved = await call('cms_content_save', { model: 'posts', entries: [{ data: { title: 'By the client' } }] });
assert.equal(saved.status, 'committed');
const listed = await call('cms_content_list', { model: 'posts', search: 'By the client' });
assert.equal(listed.total, 1);
let part = 0;
const validated = await call('cms_validate', {}, { onprogress: (progress) => { part = progress.progress; } });
assert.equal(validated.status, 'validated');
assert.equal(part, 1);
assert.equal((await call('cms_content_delete', { model: 'posts', id: listed.data[0].id, confirm: true })).deleted, true);
assert.equal((await client.listPrompts()).prompts.length, 4);
await client.close();
console.log('client: nine tools, a save, a list, progress, a delete');
