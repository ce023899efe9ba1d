import { get, intent, patch, post, remove } from '../../api/call';
import type { Model, Saved } from '../../api/types';
import type { Entry } from '../../replica/entries';
import type { ProjectContent } from '../../replica/project';

type Landing = { commit: string; tool: string | null; changes: { entry: string | null }[] };

/** What became of something done to several entries: where it can be taken back in one step, how. */
export type Done = { merged: boolean; undo: (() => Promise<unknown>) | null };

const NEWEST = 10;

/** Things done to several entries of a model at once: one commit each, taken back by one. */
export class Bulk {
  private readonly target: string;

  constructor(private readonly content: ProjectContent, private readonly model: Model, private readonly locale: string) {
    this.target = `${content.path}/content/${encodeURIComponent(model.id)}`;
  }

  async status(ids: string[], status: 'published' | 'draft' | 'archived'): Promise<Done> {
    const answer = await patch<{ merged: boolean }>(`${this.target}/status`, { locale: this.locale, entryIds: ids, status });
    if (!answer.merged) return { merged: false, undo: null };
    const landed = await this.landing(ids);
    return { merged: true, undo: landed ? this.reverting(landed) : null };
  }

  async copy(entries: Entry[], to: string): Promise<Done> {
    const answer = this.model.kind === 'document'
      ? await post<Saved>(`${this.target}/batch`, { items: entries.map((entry) => ({ locale: to, slug: entry.id, data: entry.data, body: entry.body })) }, intent())
      : await post<Saved>(this.target, { locale: to, data: Object.fromEntries(entries.map((entry) => [entry.id, entry.data])) }, intent());
    return this.done(answer);
  }

  async remove(ids: string[]): Promise<Done> {
    return this.done(await remove<Saved>(this.target, { locale: this.locale, [this.model.kind === 'document' ? 'slugs' : 'entryIds']: ids }));
  }

  private done(answer: { merged: boolean; commit: { sha: string } }): Done {
    return { merged: answer.merged, undo: answer.merged ? this.reverting(answer.commit.sha) : null };
  }

  private reverting(commit: string): () => Promise<unknown> {
    return () => post(`${this.content.path}/history/${commit}/revert`, {}, intent());
  }

  /** A change of status answers no commit: it is the newest landing about exactly these entries. */
  private async landing(ids: string[]): Promise<string | null> {
    const { history } = await get<{ history: Landing[] }>(`${this.content.path}/history?model=${encodeURIComponent(this.model.id)}&limit=${NEWEST}`);
    const wanted = new Set(ids);
    const found = history.find((one) => one.tool === 'update_status' && one.changes.length > 0 && one.changes.every((change) => wanted.has(change.entry ?? '')));
    return found?.commit ?? null;
  }
}
