import type { Model, Saved } from '../../api/types';
import { isSame } from '../../fields/kinds';
import { draftKey, draftLocale, find, type Draft, type Found } from '../../replica/drafts';
import type { Entry } from '../../replica/entries';
import type { ProjectContent } from '../../replica/project';
import { defaults, taking, valuesOf, type Values } from './values';

/** What stands in a form, what it began with on which commit, and where it goes. */
export type Shown = {
  values: Values; before: Values; base: string | null; branch: string | null;
  /** What was live when the change of this form began. */
  opened: Values | null;
  /** The change of this form is gone, and what waited in it goes on waiting with the next save. */
  waits: boolean;
  /** Something new was stored by this form: live, or in its change. */
  stored: boolean;
  /** What stands in the change of this form was saved by it. */
  saved: boolean;
  /** The name under which a new document was sent. */
  tried: string | null;
};
/** A form on top of what is live: its values, and the commit that has what is live. */
export type Ahead = Pick<Shown, 'values' | 'before' | 'base'>;
/** What became of a save: its commits, the newest first, the change that it waits in, and whether there was no such entry before it: one that is new, or one that came back. */
export type Done = { id: string; merged: boolean; commits: string[]; branch: string | null; made: 'new' | 'back' | null };

/** What may stand in the form before it is opened: the draft of this person, else the saved entry. */
export async function opened(person: string, content: ProjectContent, model: Model, locale: string, entry: string): Promise<Found | undefined> {
  const { id } = content.project;
  const inLocale = (one: string) => find(draftKey(person, id, model.id, one, entry));
  // A studio of before kept those without a language under the default one.
  return inLocale(draftLocale(model, locale)).then((found) => found ?? inLocale(locale)).catch(() => undefined);
}

/** What a form begins with: the draft, else the saved entry, else what its model says. */
export function begun(model: Model, isNew: boolean, saved: Entry | undefined, commit: string | null, draft: Draft | undefined): Shown {
  const first = isNew ? defaults(model) : valuesOf(model, saved);
  const { values, before, base, branch } = draft ?? { values: first, before: first, base: commit, branch: null };
  return { values, before, base, branch, opened: draft?.opened ?? null, waits: draft?.waits ?? false, stored: draft?.stored ?? false, saved: draft?.saved ?? false, tried: draft?.tried ?? null };
}

/** What follows from the answer to a save: what was sent is what the form begins with now; what came from others meanwhile stays as it came. */
export function afterSave({ before: live, branch: was, opened }: Shown, sent: Pick<Shown, 'values' | 'before'>, answer: Saved): Partial<Shown> {
  const stands = Object.keys({ ...sent.before, ...sent.values }).filter((name) => isSame(live[name], sent.before[name]));
  return { before: taking(live, sent.values, stands), base: answer.commit.sha, branch: answer.merged ? null : answer.branch, opened: answer.merged ? null : was === null ? live : opened, waits: false, stored: true, saved: true };
}

/** A form whose entry is nowhere any more, as the save that made it was taken back: what stands in it stays, and is still to be saved, in its change where that is open. */
export function unmade(model: Model, made: 'new' | 'back', commit: string | null, branch: string | null): Partial<Shown> {
  const before = made === 'new' ? defaults(model) : valuesOf(model, undefined);
  return { before, base: commit, branch, opened: branch === null ? null : before, waits: false, stored: false, saved: false, tried: null };
}

/** What a draft is listed by. */
export function titleIn(values: Values, otherwise: string): string {
  const title = values[Object.keys(values).find((name) => ['title', 'name', 'headline'].includes(name)) ?? ''];
  return typeof title === 'string' ? title : otherwise;
}
