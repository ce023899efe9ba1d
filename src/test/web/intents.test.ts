import './page';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Intents, Refusal } from '../../main/web/src/api/call';

/** What the service was sent, and how it answers in turn: a status, or nothing at all. */
const sent: { method: string; key: string | null }[] = [];
const answers: (number | null)[] = [];
globalThis.fetch = async (_path, wish) => {
  sent.push({ method: wish!.method!, key: new Headers(wish!.headers).get('Idempotency-Key') });
  const status = answers.shift();
  if (typeof status !== 'number') throw new TypeError('the line broke');
  return new Response(JSON.stringify({ done: true }), { status, headers: { 'Content-Type': 'application/json' } });
};

/** The keys under which the same is asked until each of the answers came. */
async function keys(intents: Intents, given: (number | null)[], body: unknown = {}): Promise<(string | null)[]> {
  sent.length = 0;
  answers.splice(0, answers.length, ...given);
  for (const _ of given) await intents.once('PATCH', '/status', body).catch((refused) => assert.ok(refused instanceof Refusal));
  return sent.map((one) => one.key);
}

test('the same is asked under one key until its answer came', async () => {
  const [first, second, third, later] = await keys(new Intents(), [null, 503, 200, 200]);
  assert.ok(first);
  assert.deepEqual([second, third], [first, first]);
  assert.notEqual(later, first, 'what was answered is another intent when it is asked anew');
});

test('a request that is still being carried out was not answered', async () => {
  const fetched = globalThis.fetch;
  globalThis.fetch = async () => new Response(JSON.stringify({ statusCode: 409, message: 'Later.', code: 'idempotency.in_progress' }), { status: 409, headers: { 'Content-Type': 'application/json' } });
  const intents = new Intents();
  await assert.rejects(intents.once('PATCH', '/status', {}), (refused: Refusal) => refused.code === 'idempotency.in_progress');
  assert.equal(Object.keys(intents.waiting).length, 1);
  globalThis.fetch = fetched;
});

test('a refusal is an answer: what is asked after it is not answered by it again', async () => {
  const [first, second] = await keys(new Intents(), [403, 200]);
  assert.notEqual(second, first);
});

test('what was given up for something else is asked anew', async () => {
  const intents = new Intents();
  const [first] = await keys(intents, [null], { status: 'published' });
  await keys(intents, [200], { status: 'draft' });
  const [second] = await keys(intents, [200], { status: 'published' });
  assert.notEqual(second, first, 'or the service would answer as if it were published still');
});

/** A service whose first answer with a secret is lost, and that answers removals as it is told: what it is asked, and what comes of one more try. */
function losesASecret(refusals: number[]): { asked: string[]; tell: () => Promise<string> } {
  const asked: string[] = [];
  const done = new Map<string, string>();
  const answer = (status: number, json: unknown) => new Response(JSON.stringify(json), { status, headers: { 'Content-Type': 'application/json' } });
  globalThis.fetch = async (path, wish) => {
    asked.push(`${wish!.method} ${path}`);
    const key = new Headers(wish!.headers).get('Idempotency-Key');
    if (wish!.method === 'DELETE') return answer(refusals.shift() ?? 200, { message: '' });
    if (done.has(key!)) return answer(409, { message: 'Done.', data: { code: 'idempotency.done', id: done.get(key!) } });
    done.set(key!, `${done.size + 1}`);
    if (done.size === 1) throw new TypeError('the line broke');
    return answer(200, { id: done.get(key!), key: 'secret' });
  };
  const intents = new Intents();
  return { asked, tell: () => intents.made<{ id: string }>('/keys', { name: 'Site' }).then((one) => one.id, () => 'lost') };
}

test('what was shown in an answer that got lost is removed, and another takes its place', async () => {
  const fetched = globalThis.fetch;
  const { asked, tell } = losesASecret([]);
  assert.deepEqual([await tell(), await tell()], ['lost', '2']);
  assert.deepEqual(asked, ['POST /keys', 'POST /keys', 'DELETE /keys/1', 'POST /keys']);
  globalThis.fetch = fetched;
});

test('where it could not be removed it is still known, and somebody else may have removed it', async () => {
  const fetched = globalThis.fetch;
  const { asked, tell } = losesASecret([503, 404]);
  assert.deepEqual([await tell(), await tell(), await tell()], ['lost', 'lost', '2']);
  assert.deepEqual(asked.slice(3), ['POST /keys', 'DELETE /keys/1', 'POST /keys']);
  globalThis.fetch = fetched;
});

test('a page that is loaded again goes on under the key that it has kept, which was there before it was sent', async () => {
  const waiting: Record<string, string> = {};
  let kept = '';
  sent.length = 0;
  answers.splice(0, answers.length, null);
  await new Intents(waiting).once('PATCH', '/status', {}, async () => { kept = JSON.stringify(waiting); }).catch(() => {});
  const first = sent[0]!.key;
  assert.deepEqual(await keys(new Intents(JSON.parse(kept)), [200]), [first]);
});
