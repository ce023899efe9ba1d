import { SILENCE_MAX, Silence } from './silence';

/** An answer that is no success, with the sentence of the service. */
export class Refusal extends Error {
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is known to who asked
  constructor(readonly status: number, message: string, readonly code: string, readonly data: any, readonly retryAfter: number) {
    super(message);
  }
}

/** `within` is how long nothing may come of it, in milliseconds; `atLeast` the commit that the answer is to have. */
export type Wish = { body?: unknown; key?: string; headers?: Record<string, string>; signal?: AbortSignal; form?: FormData; within?: number; atLeast?: string | null };
/** `isBehind` where what answered has not heard yet of the commit that was asked for. */
// biome-ignore lint/suspicious/noExplicitAny: what a server answers is known to who asked
export type Answer = { status: number; json: any; etag: string | null; isBehind?: boolean };

let missed = false;
let signInAgain: () => void = () => { missed = true; };
/** What happens when the service no longer knows who asks; at once where that was heard before anybody listened. */
export function onSignedOut(does: () => void): void {
  signInAgain = does;
  if (missed) does();
  missed = false;
}

const refused = new Set<() => void>();
/** Hears of each call that the person may not make: what she may do can have changed since the page has read it. */
export function onForbidden(does: () => void): () => void {
  refused.add(does);
  return () => void refused.delete(does);
}

const written = new Set<(path: string, json: unknown) => void>();
/** Hears of each write of this page that was answered with success, before whoever has asked for it. */
export function onWritten(does: (path: string, json: unknown) => void): () => void {
  written.add(does);
  return () => void written.delete(does);
}

const waiting = new Set<() => void>();
/** Goes on once the person who was signed out is signed in again. */
export function onSignedIn(does: () => void): () => void {
  waiting.add(does);
  return () => void waiting.delete(does);
}
export const signedInAgain = (): void => {
  for (const does of waiting) does();
};

/** One request. Status 304 is no failure; every other refusal is thrown as a Refusal, no answer at all, or one that falls silent, as status 0. */
export async function send(method: string, path: string, wish: Wish = {}): Promise<Answer> {
  const headers: Record<string, string> = { Accept: 'application/json', ...wish.headers };
  if (wish.body !== undefined) headers['Content-Type'] = 'application/json';
  if (wish.key) headers['Idempotency-Key'] = wish.key;
  const body = wish.form ?? (wish.body === undefined ? undefined : JSON.stringify(wish.body));
  const silence = new Silence(wish.within ?? SILENCE_MAX, wish.signal, body);
  let answer: Response;
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is known to who asked
  let json: any = null;
  try {
    const least = wish.atLeast ? `${path.includes('?') ? '&' : '?'}atLeast=${wish.atLeast}` : '';
    answer = await fetch(path + least, { method, headers, body, signal: silence.signal });
    if ((answer.headers.get('Content-Type') ?? '').startsWith('application/json')) json = await new Response(answer.body && silence.heard(answer.body)).json();
  } catch (lost) {
    if (wish.signal?.aborted) throw lost;
    throw new Refusal(0, '', '', null, 3);
  } finally {
    silence.over();
  }
  if (!answer.ok && answer.status !== 304) throw refusal(answer, json);
  if (method !== 'GET') for (const does of written) does(path, json);
  return { status: answer.status, json, etag: answer.headers.get('ETag'), isBehind: answer.headers.has('X-Cms-Behind') };
}

/** What an answer that is no success says; asks to sign in again where nobody is signed in any more, and for the rights where one is missing. */
// biome-ignore lint/suspicious/noExplicitAny: what a server answers is known to who asked
export function refusal(answer: Response, json: any): Refusal {
  if (answer.status === 401 && json?.data?.code !== 'GITHUB_REAUTH_REQUIRED') signInAgain();
  if (answer.status === 403) for (const does of refused) does();
  return new Refusal(answer.status, json?.message ?? '', json?.data?.code ?? json?.code ?? '', json?.data ?? null, Number(answer.headers.get('Retry-After') ?? 0));
}

/** The type is what OpenAPI says of the answer; whoever asks names it. */
export const get = async <Read>(path: string, signal?: AbortSignal): Promise<Read> => (await send('GET', path, { signal })).json;
export const post = async <Done = unknown>(path: string, body: unknown = {}, key?: string): Promise<Done> => (await send('POST', path, { body, key })).json;
export const put = async <Done = unknown>(path: string, body: unknown): Promise<Done> => (await send('PUT', path, { body })).json;
export const patch = async <Done = unknown>(path: string, body: unknown): Promise<Done> => (await send('PATCH', path, { body })).json;
export const remove = async <Done = unknown>(path: string, body?: unknown): Promise<Done> => (await send('DELETE', path, { body })).json;

/** A name for one intent, sent again with it after a lost answer, so that nothing is done twice. */
export const intent = (): string => crypto.randomUUID();

/** Whether nobody knows what became of a request: its answer was lost on the way, or is no answer of the service. */
export const isLost = (refused: unknown): boolean => !(refused instanceof Refusal) || refused.status === 0 || refused.status >= 500 || refused.code === 'idempotency.in_progress';

/** What is asked for, one intent after the other: sent again under its key until its answer came, and under another key once anything was answered or something else was asked. */
export class Intents {
  /** The key that waits, by what it was sent with; a page that keeps it goes on with it when it is loaded again. */
  constructor(readonly waiting: Record<string, string> = {}) {}

  keyOf(method: string, path: string, body: unknown): string {
    const what = JSON.stringify([method, path, body]);
    const key = this.waiting[what] ?? intent();
    this.ended();
    this.waiting[what] = key;
    return key;
  }

  /** The answer came; a refusal is one, unless nobody knows what became of the request. */
  ended(refused?: unknown): void {
    if (refused !== undefined && isLost(refused)) return;
    for (const what of Object.keys(this.waiting)) delete this.waiting[what];
  }

  /** Asks once, however often it is called before the answer came; `kept` is what has to be done before, as keeping the key. */
  async once<Done>(method: string, path: string, body: unknown, kept?: () => Promise<unknown>): Promise<Done> {
    const key = this.keyOf(method, path, body);
    await kept?.();
    try {
      const { json } = await send(method, path, { body, key });
      this.ended();
      return json;
    } catch (refused) {
      this.ended(refused);
      throw refused;
    }
  }

  /**
   * Makes what the service shows in one answer only, as a key. Where that answer was lost, what was made is of no use to anybody: it is
   * removed, and another one takes its place.
   */
  async made<Made>(path: string, body: unknown, kept?: () => Promise<unknown>): Promise<Made> {
    const key = this.keyOf('POST', path, body);
    try {
      return await this.once<Made>('POST', path, body, kept);
    } catch (refused) {
      if (!(refused instanceof Refusal && refused.code === 'idempotency.done')) throw refused;
      if (refused.data?.id) {
        await remove(`${path}/${refused.data.id}`).catch((left) => {
          if (left instanceof Refusal && left.status === 404) return; // somebody else has removed it
          this.waiting[JSON.stringify(['POST', path, body])] = key; // it is still there, and is removed when it is asked for again
          throw left;
        });
      }
      return this.once<Made>('POST', path, body, kept);
    }
  }
}
