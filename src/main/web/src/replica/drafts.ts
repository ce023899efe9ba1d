import { forgetKept } from './kept';

/** What was typed into the form of an entry and is not saved yet. */
export type Draft = {
  key: string; person: string; project: string; model: string; locale: string; entry: string; base: string | null;
  values: Record<string, unknown>; before: Record<string, unknown>; branch: string | null; at: string; title: string;
};

const NAME = 'cms-studio';
let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('drafts', { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function within<T>(mode: IDBTransactionMode, work: (drafts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const rows = await database();
  return new Promise((resolve, reject) => {
    const transaction = rows.transaction('drafts', mode);
    const request = work(transaction.objectStore('drafts'));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

export const draftKey = (person: string, project: string, model: string, locale: string, entry: string): string =>
  [person, project, model, locale, entry].join('\n');

export const keep = (draft: Draft): Promise<unknown> => within('readwrite', (drafts) => drafts.put(draft));
export const forget = (key: string): Promise<unknown> => within('readwrite', (drafts) => drafts.delete(key));
export const find = (key: string): Promise<Draft | undefined> => within('readonly', (drafts) => drafts.get(key));

/** The drafts of one person in one project, the newest first; those of others are never shown. */
export async function mine(person: string, project: string): Promise<Draft[]> {
  const all: Draft[] = await within('readonly', (drafts) => drafts.getAll());
  return all.filter((draft) => draft.person === person && draft.project === project).sort((a, b) => b.at.localeCompare(a.at));
}

/** Whatever another person left here goes when somebody else works on this computer. */
export async function forgetOthers(person: string): Promise<void> {
  const all: Draft[] = await within('readonly', (drafts) => drafts.getAll());
  for (const draft of all) if (draft.person !== person) await forget(draft.key);
}

export async function forgetEverything(): Promise<void> {
  forgetKept();
  try {
    await within('readwrite', (drafts) => drafts.clear());
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}
