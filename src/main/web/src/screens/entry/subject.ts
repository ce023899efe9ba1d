import { get } from '../../api/call';
import type { Model, Snapshot } from '../../api/types';
import { entriesOf, type Entry } from '../../replica/entries';
import type { ProjectContent } from '../../replica/project';
import type { Shown } from './shown';
import { bodyOf, nameOf, valuesOf, type Body, type Values } from './values';

/** The entry that a form is about, as it is live and elsewhere; a new document goes by the name that it was sent under. */
export function subjectOf(content: ProjectContent, model: Model, locale: string, id: string, isNew: boolean, now: () => Shown) {
  const isNewDocument = isNew && model.kind === 'document';
  const find = (snapshot: Snapshot, name: string | null): Entry | undefined => entriesOf(snapshot, model, locale).find((one) => one.id === name);
  const newest = (): Entry | undefined => {
    const { stored, tried, values } = now();
    return find(content.snapshot!, isNewDocument ? (stored || tried === nameOf(values) ? tried : null) : id);
  };
  const ownName = (): string => (isNewDocument ? (now().tried ?? '') : id);
  /** The same where a change may have it already; null for a new document that was never sent. */
  const sentName = (): string | null => (isNewDocument ? now().tried : id);
  /** What a save sends; with `isBack` everything, on top of what is live. */
  const payload = (isBack = false): Body => {
    const fresh = isBack || (isNew && !now().stored && !newest());
    const body = bodyOf(model, locale, fresh && isNewDocument ? nameOf(now().values) : ownName(), fresh, now());
    return isBack ? { ...body, base: content.commit ?? undefined } : body;
  };
  /** What the form would hold at a commit; undefined where that has no such entry. */
  const valuesAt = async (commit: string): Promise<Values | undefined> => valuesIn(content, model, locale, ownName(), isNew, commit);
  return { newest, ownName, sentName, payload, valuesAt };
}

/** The values of an entry at a commit; the slug of a new document stands in its form, though its model has no such field. */
export async function valuesIn(content: ProjectContent, model: Model, locale: string, name: string, isNew: boolean, commit: string): Promise<Values | undefined> {
  const snapshot = await get<Snapshot>(`${content.path}/brain/sync?model=${encodeURIComponent(model.id)}&locale=${encodeURIComponent(locale)}&at=${commit}&atLeast=${commit}`); // a change that was saved a moment ago, perhaps at another instance
  const entry = entriesOf(snapshot, model, locale).find((one) => one.id === name);
  return entry && { ...valuesOf(model, entry), ...(isNew && model.kind === 'document' && !('slug' in (model.fields ?? {})) ? { slug: name } : {}) };
}
