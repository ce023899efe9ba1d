import './page';
import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { isLost, send } from '../../main/web/src/api/call';
import { SILENCE_MAX } from '../../main/web/src/api/silence';
import { stream } from '../../main/web/src/api/stream';

const turn = (): Promise<void> => new Promise((then) => setImmediate(then));
afterEach(() => mock.timers.reset());

/** A network that takes a request; what comes back of it, the test says. */
function network() {
  mock.timers.enable({ apis: ['setTimeout'] });
  const sent = { signal: null as AbortSignal | null, answer: (_type: string) => {}, put: (_text: string) => {}, end: () => {} };
  globalThis.fetch = ((_path, wish) => new Promise<Response>((answered, lost) => {
    let body: ReadableStreamDefaultController<Uint8Array>;
    const pieces = new ReadableStream<Uint8Array>({ start: (controller) => { body = controller; } });
    sent.signal = wish!.signal!;
    sent.signal.addEventListener('abort', () => { lost(sent.signal!.reason); body.error(sent.signal!.reason); });
    sent.answer = (type) => answered(new Response(pieces, { headers: { 'Content-Type': type } }));
    sent.put = (text) => body.enqueue(new TextEncoder().encode(text));
    sent.end = () => body.close();
  })) as typeof fetch;
  return sent;
}

test('a request of which nothing is heard counts as lost, and one that goes on does not', async () => {
  const sent = network();
  const asked = send('POST', '/posts', { body: {} });
  mock.timers.tick(SILENCE_MAX + 1);
  await assert.rejects(asked, (refused) => isLost(refused));
  const slow = send('GET', '/posts');
  for (const text of ['{"posts"', ':', '1}']) {
    mock.timers.tick(SILENCE_MAX - 1);
    if (text.startsWith('{')) sent.answer('application/json');
    await turn();
    sent.put(text);
    await turn();
  }
  sent.end();
  assert.deepEqual((await slow).json, { posts: 1 });
  mock.timers.tick(SILENCE_MAX + 1);
  assert.equal(sent.signal!.aborted, false, 'nobody waits any more');
});

test('an answer that falls silent in its middle counts as lost as well, and so does a stream', async () => {
  const sent = network();
  const asked = send('GET', '/posts');
  sent.answer('application/json');
  await turn();
  sent.put('{');
  await turn();
  mock.timers.tick(SILENCE_MAX + 1);
  await assert.rejects(asked, (refused) => isLost(refused));
  const events = stream('POST', '/chat', { body: {} });
  const first = events.next();
  sent.answer('text/event-stream');
  await turn();
  sent.put('id: 1\ndata: {"said":true}\n\n');
  assert.deepEqual((await first).value, { id: '1', data: { said: true } });
  const next = events.next();
  await turn();
  mock.timers.tick(SILENCE_MAX + 1);
  await assert.rejects(next, (refused) => isLost(refused));
});

test('what is large may take longer to be sent, and who leaves is not told that it is lost', async () => {
  const sent = network();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(1_000_000)]));
  const upload = send('POST', '/avatar', { form });
  mock.timers.tick(SILENCE_MAX + 100_000);
  assert.equal(sent.signal!.aborted, false);
  mock.timers.tick(100_000);
  await assert.rejects(upload, (refused) => isLost(refused));
  const leaving = new AbortController();
  const asked = send('GET', '/posts', { signal: leaving.signal });
  leaving.abort();
  await assert.rejects(asked, { name: 'AbortError' });
});
