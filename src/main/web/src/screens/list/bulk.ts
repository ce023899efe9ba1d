import { type Intents, Refusal } from '../../api/call';
import type { Model, Saved } from '../../api/types';
import type { ProjectContent } from '../../replica/project';
import { findingsIn, isSaid } from '../../words/said';

/** What became of something done to several entries, and the commit of it, live or in its change: with that it is taken back in one step. */
export type Done = { merged: boolean; undo: string | null };

/** Things done to several entries of a model at once: one commit each, taken back by one, and done once however often it is asked for before the answer came. */
export class Bulk {
  private readonly target: string;

  constructor(content: ProjectContent, private readonly model: Model, private readonly locale: string, private readonly intents: Intents) {
    this.target = `${content.path}/content/${encodeURIComponent(model.id)}`;
  }

  async status(ids: string[], status: 'published' | 'draft' | 'archived'): Promise<Done> {
    const answer = await this.intents.once<{ merged: boolean; commit: string | null }>('PATCH', `${this.target}/status`, { locale: this.locale, entryIds: ids, status });
    return { merged: answer.merged, undo: answer.commit };
  }

  /** Those that the other locale lacks when the service has it before it: what somebody has translated since is never written over. */
  async copy(ids: string[], to: string): Promise<Done> {
    return this.done(await this.intents.once<Saved>('POST', `${this.target}/copy-locale`, { from: this.locale, to, entryIds: ids }));
  }

  async remove(ids: string[]): Promise<Done> {
    return this.done(await this.intents.once<Saved>('DELETE', this.target, { locale: this.locale, [this.model.kind === 'document' ? 'slugs' : 'entryIds']: ids }));
  }

  private done(answer: Saved): Done {
    if (!answer.validation.valid) throw new Refusal(422, findingsIn(answer.validation.errors), '', { isSaid: isSaid(answer.validation.errors) }, 0);
    return { merged: answer.merged, undo: answer.commit.sha || null };
  }
}
