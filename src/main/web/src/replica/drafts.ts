import { within } from './database';
import { newId } from './entries';
import { forgetKept, OF_CONTENT } from './kept';
import { isOver, stopKeeping, type Kept } from './snapshots';

/** What was typed into the form of an entry and is not saved yet. */
export type Draft = {
  key: string; person: string; project: string; model: string; locale: string; entry: string; base: string | null;
  values: Record<string, unknown>; before: Record<string, unknown>; branch: string | null; at: string; title: string;
  opened?: Record<string, unknown> | null; waits?: boolean; stored?: boolean; saved?: boolean; tried?: string | null;
};

/** This page: two tabs with one entry have a row each. The lock lasts as long as the page, so that others know whose rows are still written. */
const TAB = Math.random().toString(36).slice(2);
const lockOf = (tab: string): string => `tab ${tab}`;
navigator.locks?.request(lockOf(TAB), () => new Promise(() => {})).catch(() => {});
const PAGES_MAX = 50;
/** The pages that this tab has shown before: a tab that is loaded again finds its own rows, however many others are. */
const BEFORE = pagesBefore();

function pagesBefore(): string[] {
  try {
    const before = (sessionStorage.getItem('tab') ?? '').split(' ');
    sessionStorage.setItem('tab', [TAB, ...before].slice(0, PAGES_MAX).join(' '));
    return before;
  } catch {
    return []; // a browser that keeps nothing
  }
}

/** What the rows of one entry begin with, one row a tab; a studio of before kept a single one under it. */
export const draftKey = (person: string, project: string, model: string, locale: string, entry: string): string =>
  [person, project, model, locale, entry].join('\n');
/** The language that drafts go by: none where a model has no translation, as the language that its content is told under is the default, which may become another one. */
export const draftLocale = (model: { i18n: boolean }, locale: string): string => (model.i18n ? locale : '');
/** A new entry goes by the id that it will have, so that there may be several, and one is not made twice. */
const NEW = 'new ';
export const entryOfNew = (id: string): string => NEW + id;
/** Where a draft is written on, below the place of its project. */
export function placeOfDraft(draft: Draft): string {
  if (draft.model === '') return draft.entry.startsWith('?') ? draft.entry : `/${draft.entry}`; // no entry, but a model or the vocabulary, or what is beside every page
  const place = `/c/${encodeURIComponent(draft.model)}`;
  if (draft.entry.startsWith(NEW)) return `${place}/new?${new URLSearchParams({ draft: draft.entry.slice(NEW.length), locale: draft.locale })}`;
  return `${place}${draft.entry ? `/${encodeURIComponent(draft.entry)}` : ''}?locale=${draft.locale}`;
}
export const rowOf = (key: string): string => `${key}\n${TAB}`;

export const keep = async (draft: Draft): Promise<unknown> => (isOver() ? undefined : within('drafts', 'readwrite', (drafts) => drafts.put(draft)));
export const forget = (key: string): Promise<unknown> => within('drafts', 'readwrite', (drafts) => drafts.delete(key));

/** What a form is opened with, and whether another tab that is open goes on writing it, so that its row is left alone. */
export type Found = { draft: Draft; isElsewhere: boolean };

/** The row of this page, else of this tab, else the newest that no tab holds any more, else the newest. */
export async function find(key: string): Promise<Found | undefined> {
  const rows: Draft[] = await within('drafts', 'readonly', (drafts) => drafts.getAll(IDBKeyRange.bound(key, `${key}\n\uffff`)));
  const own = rows.find((row) => row.key === rowOf(key));
  if (own || rows.length === 0) return own && { draft: own, isElsewhere: false };
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const tabOf = (row: Draft): string => row.key.slice(key.length + 1);
  const isElsewhere = (row: Draft): boolean => held.some((lock) => lock.name === lockOf(tabOf(row)));
  rows.sort((a, b) => b.at.localeCompare(a.at));
  const free = rows.filter((row) => !isElsewhere(row));
  const left = free.find((row) => BEFORE.includes(tabOf(row))) ?? free[0];
  if (left) return { draft: left, isElsewhere: false };
  return { draft: rows[0]!, isElsewhere: true };
}

/** The content of a model goes by another id now, and so do this person's drafts of it. */
export async function follow(person: string, project: string, model: string, newId: string): Promise<void> {
  for (const draft of await all(person, project)) {
    if (draft.model !== model) continue;
    const was = draftKey(person, project, model, '', '').slice(0, -2);
    await keep({ ...draft, model: newId, key: draftKey(person, project, newId, '', '').slice(0, -2) + draft.key.slice(was.length) });
    await forget(draft.key);
  }
}

/** A new entry of a studio of before has no id yet. */
async function named(draft: Draft): Promise<Draft> {
  if (draft.entry !== 'new') return draft;
  const entry = entryOfNew(newId());
  const next = { ...draft, entry, key: rowOf(draftKey(draft.person, draft.project, draft.model, draft.locale, entry)) };
  await keep(next);
  await forget(draft.key);
  return next;
}

async function all(person: string, project: string): Promise<Draft[]> {
  const drafts: Draft[] = await Promise.all((await within<Draft[]>('drafts', 'readonly', (rows) => rows.getAll())).map(named));
  return drafts.filter((draft) => draft.person === person && draft.project === project).sort((a, b) => b.at.localeCompare(a.at));
}

/** Whether anything in it is not saved: what is new and waits in its change is kept without, so that its form finds it. */
const isTyped = (draft: Draft): boolean => !draft.stored || JSON.stringify(draft.values) !== JSON.stringify(draft.before);

/** The entries with drafts of one person in one project, the newest first; those of others are never shown. */
export async function mine(person: string, project: string): Promise<Draft[]> {
  const drafts = await all(person, project);
  return drafts.filter(isTyped).filter((draft, at, drafts) => at === drafts.findIndex((one) => one.model === draft.model && one.locale === draft.locale && one.entry === draft.entry));
}

/** In how many places something is typed and not saved, each once, however many tabs keep it. */
export const countTyped = (drafts: Draft[]): number => new Set(drafts.filter(isTyped).map((draft) => draft.key.split('\n').slice(0, 5).join('\n'))).size;

/** How much this person has typed and not saved, in all projects. */
export async function countDrafts(person: string): Promise<number> {
  const drafts: Draft[] = await within('drafts', 'readonly', (rows) => rows.getAll());
  return countTyped(drafts.filter((draft) => draft.person === person));
}

/** Entries of a model that this person has begun and not stored, but the one that is being written. */
export const unfinished = async (person: string, project: string, model: string, id: string): Promise<Draft[]> =>
  (await mine(person, project)).filter((draft) => draft.model === model && draft.entry.startsWith(NEW) && draft.entry !== entryOfNew(id) && !draft.stored);

/** Whatever another person left here goes when somebody else works on this computer. */
export async function forgetOthers(person: string): Promise<void> {
  const all: Draft[] = await within('drafts', 'readonly', (drafts) => drafts.getAll());
  for (const draft of all) if (draft.person !== person) await forget(draft.key);
  const keys = await within('snapshots', 'readonly', (rows) => rows.getAllKeys());
  for (const key of keys as Kept['key'][]) if (!key.startsWith(`${person}\n`)) await within('snapshots', 'readwrite', (rows) => rows.delete(key));
}

/** What was typed and read here goes; with an account also how its lists looked. */
export async function forgetEverything(only = OF_CONTENT): Promise<void> {
  forgetKept(only);
  stopKeeping();
  try {
    await within('drafts', 'readwrite', (drafts) => drafts.clear());
    await within('snapshots', 'readwrite', (rows) => rows.clear());
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}
