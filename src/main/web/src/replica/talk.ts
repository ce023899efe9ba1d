import { get, intent, isLost, post, Refusal, send } from '../api/call';
import { stream, type StreamEvent } from '../api/stream';

/** A tool that the assistant called; a result that waits for the person carries what it asks. */
// biome-ignore lint/suspicious/noExplicitAny: content is of whatever form its models say
export type Call = { id: string; name: string; result: any | null };
type Message = { role: Said['role']; content: string; tool_calls?: { id?: string; name?: string; result?: unknown }[] | null };
export type Said = { role: 'user' | 'assistant' | 'system'; text: string; calls: Call[] };
export type Context = { activeModelId: string | null; activeLocale: string; activeEntryId: string | null; panelState: string; activeBranch: string | null };
const TRIES = 4;

/** One conversation with the assistant. Its parts change as they come; whoever draws it is told at most once a frame. */
export class Talk {
  said: Said[] = [];
  id: string | null = null;
  busy = false;
  problem: unknown = null;
  wrote = false;
  /** An earlier conversation could not be read. */
  isUnread = false;
  private opening: Promise<void> = Promise.resolve();
  /** What was said and may have got lost on the way: the same once more goes under its key, so that the service does it once. */
  private sent: { message: string; context: Context; key: string } | null = null;
  /** Whether the service has taken what this turn is about. */
  private isHeard = false;
  private onHeard = () => {};
  private last = '';
  private over = false;
  /** Somebody wants it to stop of which the service knows nothing yet. */
  private isUnwanted = false;
  private waiting = false;
  private version = 0;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly path: string, private readonly onWritten: () => void) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  state = (): number => this.version;

  /** Reads an earlier conversation again. */
  open(id: string): Promise<void> {
    this.id = id;
    this.problem = null;
    this.opening = this.readEarlier(id);
    return this.opening;
  }

  private async readEarlier(id: string): Promise<void> {
    this.isUnread = false;
    try {
      const messages = await get<Message[]>(`${this.path}/conversations/${id}/messages`);
      this.said = messages.map(stored);
      this.wrote = this.said.some((one) => one.calls.length > 0);
      this.tell();
      await this.goOn(id);
    } catch (refused) {
      this.problem = refused;
      this.isUnread = true;
      if (refused instanceof Refusal && refused.status === 404) this.id = null; // it is gone, and what is said next begins another
    }
    this.tell();
  }

  /** Says something; `onHeard` is called once the service has it. What it did not take does not stand there as said. */
  async say(message: string, context: Context, onHeard: () => void): Promise<void> {
    this.busy = true;
    this.tell();
    await this.opening;
    const sent = this.sent?.message === message ? this.sent : { message, context, key: intent() };
    this.sent = sent;
    const one: Said = { role: 'user', text: message, calls: [] };
    this.said.push(one);
    await this.turn({ message, context: sent.context }, sent.key, onHeard);
    if (!this.isHeard) this.said = this.said.filter((each) => each !== one);
    if (this.isHeard || !isLost(this.problem)) this.sent = null;
  }

  /** Lets a call go on that waits for the person, or not; it goes on waiting where the service did not take that. */
  async confirm(code: string, approve: boolean, context: Context): Promise<void> {
    const decided = this.said.flatMap((one) => one.calls).filter((call) => call.result?.confirmation?.code === code).map((call) => ({ call, asks: call.result }));
    for (const { call } of decided) call.result = { decided: approve };
    await this.turn({ confirm: { code, approve }, context }, intent());
    if (!this.isHeard) for (const { call, asks } of decided) call.result = asks;
  }

  /** Stops the answer; one that has not begun yet as soon as it does, as the service may be about to begin it. */
  async stop(): Promise<void> {
    if (this.busy && !this.isHeard) this.isUnwanted = true;
    else if (this.id) await post(`${this.path}/conversations/${this.id}/stop`);
  }

  async undo(scope: 'turn' | 'all'): Promise<{ reverted: number; skipped: unknown[]; merged: boolean }> {
    const done = await post<{ reverted: number; skipped: unknown[]; merged: boolean }>(`${this.path}/conversations/${this.id}/undo`, { scope });
    this.onWritten();
    return done;
  }

  /**
   * The last turn is told from its first event, whether it still runs or waits for the person: what its calls came to, and what it
   * asks, is in its events alone. What is stored of its answer already is part of that.
   */
  private async goOn(id: string): Promise<void> {
    const events = stream('GET', `${this.path}/conversations/${id}/stream`, { headers: { 'Last-Event-ID': 'first' } });
    const first = await events.next();
    if (first.done) return;
    this.said = this.said.slice(0, this.said.findLastIndex((one) => one.role === 'system' || (one.role === 'user' && one.text !== '')) + 1);
    this.begin();
    await this.hear(following(first.value, events));
  }

  private async turn(body: object, key: string, onHeard?: () => void): Promise<void> {
    this.begin(onHeard);
    await this.hear(stream('POST', `${this.path}/chat`, { body: { ...body, ...(this.id ? { conversationId: this.id } : {}) }, key }));
  }

  private begin(onHeard = () => {}): void {
    this.busy = true;
    this.problem = null;
    this.over = this.isHeard = false;
    this.onHeard = onHeard;
    this.last = '';
    this.said.push({ role: 'assistant', text: '', calls: [] });
    this.tell();
  }

  private async hear(events: AsyncGenerator<StreamEvent>): Promise<void> {
    try {
      await this.read(events);
    } catch (refused) {
      this.problem = refused;
    }
    if (!this.isHeard) this.problem ??= new Refusal(0, '', '', null, 0);
    for (let tries = 0; this.isHeard && !this.over && this.id && tries < TRIES && (this.problem === null || isBroken(this.problem)); tries++) await this.again(tries);
    if (this.said.at(-1)?.role === 'assistant' && !this.said.at(-1)!.text && this.said.at(-1)!.calls.length === 0) this.said.pop();
    this.busy = this.isUnwanted = false;
    this.tell();
  }

  /** A line that broke is read on from its last event; nothing is ever sent twice. */
  private async again(tries: number): Promise<void> {
    await new Promise((resume) => setTimeout(resume, 500 * 2 ** tries));
    try {
      this.problem = null; // before it is read: what it says of an end is kept
      await this.read(stream('GET', `${this.path}/conversations/${this.id}/stream`, { headers: this.last ? { 'Last-Event-ID': this.last } : {} }));
    } catch (refused) {
      this.problem = refused;
    }
  }

  private async read(events: AsyncGenerator<StreamEvent>): Promise<void> {
    for await (const event of events) {
      this.last = event.id || this.last;
      this.take(event.data);
      if (!this.isHeard) this.onHeard();
      this.isHeard = true;
      if (this.isUnwanted) {
        this.isUnwanted = false;
        this.stop().catch((refused) => {
          this.problem = refused;
        });
      }
      this.tell();
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: content is of whatever form its models say
  private take(event: any): void {
    const answer = this.said.at(-1)!;
    if (event.type === 'conversation') this.id = event.conversationId;
    else if (event.type === 'text') answer.text += event.content;
    else if (event.type === 'tool_use') answer.calls.push({ id: event.id, name: event.name, result: null });
    else if (event.type === 'tool_result') {
      const call = answer.calls.find((one) => one.id === event.id);
      if (call) call.result = event.result ?? {};
      else answer.calls.push({ id: event.id, name: event.name, result: event.result ?? {} });
    } else if (event.type === 'error') {
      this.problem = new Refusal(1, event.message, '', null, 0);
      this.over = true;
    } else if (event.type === 'done') {
      this.over = true;
      if (event.affected?.snapshotChanged || event.affected?.branchesChanged) {
        this.wrote = true;
        this.onWritten();
      }
    }
  }

  private tell(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.version++;
      for (const listener of this.listeners) listener();
    });
  }
}

async function* following(first: StreamEvent, events: AsyncGenerator<StreamEvent>): AsyncGenerator<StreamEvent> {
  yield first;
  yield* events;
}

/** What is stored of a message: of a call that it was made, and not what came of it. */
function stored(one: Message): Said {
  const calls = (one.tool_calls ?? []).map((call, at) => ({ id: String(call.id ?? at), name: call.name ?? '', result: call.result ?? { isPast: true } }));
  return { role: one.role, text: calls.length > 0 && one.content === '[tool calls]' ? '' : one.content, calls };
}

const isBroken = (problem: unknown): boolean => problem instanceof Refusal && problem.status === 0;

export const conversations = (path: string): Promise<{ id: string; title: string; updated_at: string }[]> => get(`${path}/conversations`);
export const forget = async (path: string, id: string): Promise<void> => void (await send('DELETE', `${path}/conversations/${id}`));
