import './page';
import assert from 'node:assert/strict';
import { test } from 'node:test';

Object.assign(globalThis, { requestAnimationFrame: (does: () => void) => setImmediate(does) });
const { Talk } = await import('../../main/web/src/replica/talk');
const context = { activeModelId: null, activeLocale: 'en', activeEntryId: null, panelState: 'overview', activeBranch: null };

/** What was sent, and the answers in their order. */
function service(...answers: (() => Response)[]) {
  const sent: { path: string; key: string | null; body: Record<string, unknown> | null }[] = [];
  globalThis.fetch = (async (path: string, wish: RequestInit) => {
    sent.push({ path, key: new Headers(wish.headers).get('Idempotency-Key'), body: wish.body ? JSON.parse(String(wish.body)) : null });
    return answers.shift()!();
  }) as typeof fetch;
  return sent;
}
const refused = (status: number) => () => Response.json({ statusCode: status, message: 'No.' }, { status });
const lost = (): Response => { throw new TypeError('the line broke'); };
const events = (...all: object[]) => () => new Response(all.map((one, at) => `id: t.${at}\ndata: ${JSON.stringify(one)}\n\n`).join(''), { headers: { 'Content-Type': 'text/event-stream' } });
const nothing = () => new Response(null, { status: 204 });
const begun = { type: 'conversation', conversationId: 'c' };
const texts = (talk: InstanceType<typeof Talk>) => talk.said.map((one) => one.text);

test('what the service did not take is not said; what may have got lost goes under its key, also from another page', async () => {
  const sent = service(refused(429), lost, events(begun, { type: 'text', content: 'Read.' }, { type: 'done' }));
  const talk = new Talk('/p', () => {});
  let heard = 0;
  const say = (panelState: string) => talk.say('Read this', { ...context, panelState }, () => { heard++; });
  await say('overview');
  await say('overview');
  assert.deepEqual([texts(talk), heard], [[], 0]);
  assert.ok(talk.problem);
  await say('changes');
  assert.deepEqual([texts(talk), heard, talk.problem], [['Read this', 'Read.'], 1, null]);
  assert.notEqual(sent[1]!.key, sent[0]!.key, 'a refusal was an answer');
  assert.deepEqual(sent[2], sent[1]);
});

test('what asks goes on asking where a decision was not taken', async () => {
  const confirmation = { code: 'k', summary: 'Delete all?' };
  service(events(begun, { type: 'tool_use', id: '1', name: 'delete_content' }, { type: 'tool_result', id: '1', result: { confirmation } }, { type: 'done' }), refused(503), events({ type: 'text', content: 'Gone.' }, { type: 'done' }));
  const talk = new Talk('/p', () => {});
  await talk.say('Delete all', context, () => {});
  const call = talk.said.at(-1)!.calls[0]!;
  await talk.confirm('k', true, context);
  assert.deepEqual(call.result, { confirmation });
  await talk.confirm('k', true, context);
  assert.deepEqual(call.result, { decided: true });
});

test('a turn that still runs is told from its first event, and one that is over stands as it is stored', async () => {
  const stored = () => Response.json([{ role: 'user', content: 'First' }, { role: 'assistant', content: 'Done.' }, { role: 'user', content: 'Second' }, { role: 'assistant', content: 'Half' }, { role: 'user', content: '' }]);
  service(stored, nothing, stored, events(begun, { type: 'text', content: 'Half, and all of it' }, { type: 'done' }));
  const talk = new Talk('/p', () => {});
  await talk.open('c');
  assert.deepEqual(texts(talk), ['First', 'Done.', 'Second', 'Half', '']);
  await talk.open('c');
  assert.deepEqual([texts(talk), talk.busy], [['First', 'Done.', 'Second', 'Half, and all of it'], false]);
});

test('a stop that fails is told, and a conversation that is gone begins anew', async () => {
  service(refused(404), lost);
  const talk = new Talk('/p', () => {});
  await talk.open('gone');
  assert.deepEqual([talk.id, talk.isUnread], [null, true]);
  talk.id = 'c';
  await assert.rejects(talk.stop());
});

test('what waits for the person waits on when the page is loaded anew, and of older calls nothing is claimed', async () => {
  const confirmation = { code: 'k', summary: 'Delete all?' };
  const stored = () => Response.json([
    { role: 'user', content: 'List' }, { role: 'assistant', content: '[tool calls]', tool_calls: [{ id: '0', name: 'get_content' }] }, { role: 'assistant', content: 'Two.' },
    { role: 'user', content: 'Delete all' }, { role: 'assistant', content: '[tool calls]', tool_calls: [{ id: '1', name: 'delete_content' }] }]);
  service(stored, events(begun, { type: 'tool_use', id: '1', name: 'delete_content' }, { type: 'tool_result', id: '1', result: { confirmation } }, { type: 'done' }));
  const talk = new Talk('/p', () => {});
  await talk.open('c');
  assert.deepEqual(texts(talk), ['List', '', 'Two.', 'Delete all', '']);
  assert.deepEqual(talk.said.flatMap((one) => one.calls.map((call) => call.result)), [{ isPast: true }, { confirmation }]);
});

test('what is stopped before it has begun is stopped once it has', async () => {
  let begin = (): void => {};
  const asked: string[] = [];
  globalThis.fetch = (async (path: string) => {
    asked.push(path);
    if (path.endsWith('/stop')) return Response.json({ stopped: true });
    await new Promise<void>((resolve) => { begin = resolve; });
    return events(begun, { type: 'done' })();
  }) as typeof fetch;
  const talk = new Talk('/p', () => {});
  const said = talk.say('Publish all', context, () => {});
  await new Promise((resolve) => setImmediate(resolve));
  await talk.stop();
  begin();
  await said;
  assert.deepEqual(asked, ['/p/chat', '/p/conversations/c/stop']);
});

test('an answer that ends with an error after the line broke says so', async () => {
  const parts = [new TextEncoder().encode(`id: t.0\ndata: ${JSON.stringify(begun)}\n\n`)];
  const line = new ReadableStream({ pull: (out) => { const part = parts.shift(); if (part) out.enqueue(part); else out.error(new TypeError('the line broke')); } }, { highWaterMark: 0 });
  const broken = () => new Response(line, { headers: { 'Content-Type': 'text/event-stream' } });
  service(broken, events({ type: 'error', message: 'The service was interrupted.' }));
  const talk = new Talk('/p', () => {});
  await talk.say('Read this', context, () => {});
  assert.equal((talk.problem as Error).message, 'The service was interrupted.');
});
