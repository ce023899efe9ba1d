import { get, post, Refusal, send } from '../api/call';
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
  private last = '';
  private over = false;
  private stopping: AbortController | null = null;
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
  async open(id: string): Promise<void> {
    this.id = id;
    this.problem = null;
    try {
      const messages = await get<Message[]>(`${this.path}/conversations/${id}/messages`);
      this.said = messages.map((one) => ({ role: one.role, text: one.content, calls: (one.tool_calls ?? []).map((call, at) => ({ id: String(call.id ?? at), name: call.name ?? '', result: call.result ?? {} })) }));
      this.wrote = this.said.some((one) => one.calls.length > 0);
    } catch (refused) {
      this.problem = refused;
    }
    this.tell();
  }

  say(message: string, context: Context): Promise<void> {
    this.said.push({ role: 'user', text: message, calls: [] });
    return this.turn({ message, context });
  }

  /** Lets a call go on that waits for the person, or not. */
  confirm(code: string, approve: boolean, context: Context): Promise<void> {
    for (const call of this.said.flatMap((one) => one.calls)) if (call.result?.confirmation?.code === code) call.result = { decided: approve };
    return this.turn({ confirm: { code, approve }, context });
  }

  async stop(): Promise<void> {
    if (this.id) await post(`${this.path}/conversations/${this.id}/stop`).catch(() => {});
    else this.stopping?.abort();
  }

  async undo(scope: 'turn' | 'all'): Promise<{ reverted: number; skipped: unknown[]; merged: boolean }> {
    const done = await post<{ reverted: number; skipped: unknown[]; merged: boolean }>(`${this.path}/conversations/${this.id}/undo`, { scope });
    this.onWritten();
    return done;
  }

  private async turn(body: object): Promise<void> {
    this.busy = true;
    this.problem = null;
    this.over = false;
    this.last = '';
    this.stopping = new AbortController();
    this.said.push({ role: 'assistant', text: '', calls: [] });
    this.tell();
    try {
      await this.read(stream('POST', `${this.path}/chat`, { body: { ...body, ...(this.id ? { conversationId: this.id } : {}) }, signal: this.stopping.signal }));
    } catch (refused) {
      if (!this.stopping.signal.aborted) this.problem = refused;
    }
    for (let tries = 0; !this.over && this.id && tries < TRIES && (this.problem === null || isLost(this.problem)); tries++) await this.again(tries);
    if (this.said.at(-1)?.role === 'assistant' && !this.said.at(-1)!.text && this.said.at(-1)!.calls.length === 0) this.said.pop();
    this.busy = false;
    this.tell();
  }

  /** A line that broke is read on from its last event; nothing is ever sent twice. */
  private async again(tries: number): Promise<void> {
    await new Promise((resume) => setTimeout(resume, 500 * 2 ** tries));
    try {
      await this.read(stream('GET', `${this.path}/conversations/${this.id}/stream`, { headers: this.last ? { 'Last-Event-ID': this.last } : {} }));
      this.problem = null;
    } catch (refused) {
      this.problem = refused;
    }
  }

  private async read(events: AsyncGenerator<StreamEvent>): Promise<void> {
    for await (const event of events) {
      this.last = event.id || this.last;
      this.take(event.data);
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

const isLost = (problem: unknown): boolean => problem instanceof Refusal && problem.status === 0;

export const conversations = (path: string): Promise<{ id: string; title: string; updated_at: string }[]> => get(`${path}/conversations`);
export const forget = async (path: string, id: string): Promise<void> => void (await send('DELETE', `${path}/conversations/${id}`));
