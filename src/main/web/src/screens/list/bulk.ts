import { intent, patch, post, Refusal, remove } from '../../api/call';
import type { Model, Saved } from '../../api/types';
import type { ProjectContent } from '../../replica/project';
import { findingsIn, isSaid } from '../../words/said';

/** What became of something done to several entries, and the commit of it, live or in its change: with that it is taken back in one step. */
export type Done = { merged: boolean; undo: string | null };

/** Things done to several entries of a model at once: one commit each, taken back by one. */
export class Bulk {
  private readonly target: string;

  constructor(content: ProjectContent, private readonly model: Model, private readonly locale: string) {
    this.target = `${content.path}/content/${encodeURIComponent(model.id)}`;
  }

  async status(ids: string[], status: 'published' | 'draft' | 'archived'): Promise<Done> {
    const answer = await patch<{ merged: boolean; commit: string | null }>(`${this.target}/status`, { locale: this.locale, entryIds: ids, status });
    return { merged: answer.merged, undo: answer.commit };
  }

  /** Those that the other locale lacks when the service has it before it: what somebody has translated since is never written over. */
  async copy(ids: string[], to: string): Promise<Done> {
    return this.done(await post<Saved>(`${this.target}/copy-locale`, { from: this.locale, to, entryIds: ids }, intent()));
  }

  async remove(ids: string[]): Promise<Done> {
    return this.done(await remove<Saved>(this.target, { locale: this.locale, [this.model.kind === 'document' ? 'slugs' : 'entryIds']: ids }));
  }

  private done(answer: Saved): Done {
    if (!answer.validation.valid) throw new Refusal(422, findingsIn(answer.validation.errors), '', { isSaid: isSaid(answer.validation.errors) }, 0);
    return { merged: answer.merged, undo: answer.commit.sha || null };
  }
}
