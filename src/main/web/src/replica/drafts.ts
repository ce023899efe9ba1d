import { within } from './database';
import { forgetKept } from './kept';
import { stopKeeping, type Kept } from './snapshots';

/** What was typed into the form of an entry and is not saved yet. */
export type Draft = {
  key: string; person: string; project: string; model: string; locale: string; entry: string; base: string | null;
  values: Record<string, unknown>; before: Record<string, unknown>; branch: string | null; at: string; title: string;
};

export const draftKey = (person: string, project: string, model: string, locale: string, entry: string): string =>
  [person, project, model, locale, entry].join('\n');

export const keep = (draft: Draft): Promise<unknown> => within('drafts', 'readwrite', (drafts) => drafts.put(draft));
export const forget = (key: string): Promise<unknown> => within('drafts', 'readwrite', (drafts) => drafts.delete(key));
export const find = (key: string): Promise<Draft | undefined> => within('drafts', 'readonly', (drafts) => drafts.get(key));

/** The drafts of one person in one project, the newest first; those of others are never shown. */
export async function mine(person: string, project: string): Promise<Draft[]> {
  const all: Draft[] = await within('drafts', 'readonly', (drafts) => drafts.getAll());
  return all.filter((draft) => draft.person === person && draft.project === project).sort((a, b) => b.at.localeCompare(a.at));
}

/** Whatever another person left here goes when somebody else works on this computer. */
export async function forgetOthers(person: string): Promise<void> {
  const all: Draft[] = await within('drafts', 'readonly', (drafts) => drafts.getAll());
  for (const draft of all) if (draft.person !== person) await forget(draft.key);
  const keys = await within('snapshots', 'readonly', (rows) => rows.getAllKeys());
  for (const key of keys as Kept['key'][]) if (!key.startsWith(`${person}\n`)) await within('snapshots', 'readwrite', (rows) => rows.delete(key));
}

export async function forgetEverything(): Promise<void> {
  forgetKept();
  stopKeeping();
  try {
    await within('drafts', 'readwrite', (drafts) => drafts.clear());
    await within('snapshots', 'readwrite', (rows) => rows.clear());
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}
