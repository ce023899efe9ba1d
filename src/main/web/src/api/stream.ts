import { refusal, Refusal, type Wish } from './call';
import { SILENCE_MAX, Silence } from './silence';

// biome-ignore lint/suspicious/noExplicitAny: what a server tells is known to who listens
export type StreamEvent = { id: string; data: any };

/** Events of one answer, as they come. Ends with the answer; a line that breaks or falls silent, where the service gives a sign of life every ten seconds, is a Refusal of status 0, nothing to read ends at once. */
export async function* stream(method: string, path: string, wish: Wish = {}): AsyncGenerator<StreamEvent> {
  const headers: Record<string, string> = { Accept: 'text/event-stream', ...wish.headers };
  if (wish.body !== undefined) headers['Content-Type'] = 'application/json';
  if (wish.key) headers['Idempotency-Key'] = wish.key;
  const body = wish.body === undefined ? undefined : JSON.stringify(wish.body);
  const silence = new Silence(wish.within ?? SILENCE_MAX, wish.signal, body);
  try {
    const answer = await fetch(path, { method, headers, body, signal: silence.signal });
    if (!answer.ok) throw refusal(answer, await answer.json().catch(() => null));
    if (!answer.body) return;
    yield* events(silence.heard(answer.body).pipeThrough(new TextDecoderStream()).getReader());
  } catch (lost) {
    if (wish.signal?.aborted || lost instanceof Refusal) throw lost;
    throw new Refusal(0, '', '', null, 3);
  } finally {
    silence.over();
  }
}

/** Blocks of lines parted by an empty one, wherever the pieces of the network end. */
async function* events(reader: ReadableStreamDefaultReader<string>): AsyncGenerator<StreamEvent> {
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value.replaceAll('\r', '');
    const blocks = rest.split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const lines = block.split('\n');
      const part = (name: string) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, '')).join('\n');
      const data = part('data');
      if (data) yield { id: part('id'), data: JSON.parse(data) };
    }
  }
}
