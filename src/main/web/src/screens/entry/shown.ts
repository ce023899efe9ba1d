import type { Model } from '../../api/types';
import { draftKey, find, type Draft, type Found } from '../../replica/drafts';
import type { Entry } from '../../replica/entries';
import type { ProjectContent } from '../../replica/project';
import { defaults, valuesOf, type Values } from './values';

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
/** What became of a save: its commits, the newest first, and the change that it waits in. */
export type Done = { id: string; merged: boolean; commits: string[]; branch: string | null };

/** What may stand in the form before it is opened: the draft of this person, else the saved entry. */
export async function opened(person: string, content: ProjectContent, model: Model, locale: string, entry: string): Promise<Found | undefined> {
  return find(draftKey(person, content.project.id, model.id, locale, entry)).catch(() => undefined);
}

/** What a form begins with: the draft, else the saved entry, else what its model says. */
export function begun(model: Model, isNew: boolean, saved: Entry | undefined, commit: string | null, draft: Draft | undefined): Shown {
  const first = isNew ? defaults(model) : valuesOf(model, saved);
  const { values, before, base, branch } = draft ?? { values: first, before: first, base: commit, branch: null };
  return { values, before, base, branch, opened: draft?.opened ?? null, waits: draft?.waits ?? false, stored: draft?.stored ?? false, saved: draft?.saved ?? false, tried: draft?.tried ?? null };
}
