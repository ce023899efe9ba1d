import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Model } from '../../api/types';
import { pagesOfDetails, type Details } from '../../replica/changes';
import type { ProjectContent } from '../../replica/project';

/** Open changes that one entry waits in: the newest of this person, and all others. */
export type Waiting = { mine: Details | null; others: Details[] };

/** How often this page has saved: what was asked for before and is answered after may show what stood before the save. */
const saves = new WeakMap<ProjectContent, number>();
export const savesOf = (content: ProjectContent): number => saves.get(content) ?? 0;
/** A save has moved a change, or has opened one, that no reading of the page knows yet. */
export function countSave(content: ProjectContent): void {
  saves.set(content, savesOf(content) + 1);
}

/** Reads until no save came in between, and tells of each reading; `isOld` says whether a save came since, or nobody looks any more. */
export async function readCurrent<Read>(content: ProjectContent, isGone: () => boolean, read: () => Promise<Read>, tell: (found: Read, isOld: () => boolean) => Promise<void>): Promise<void> {
  for (let isRead = false; !isRead && !isGone(); ) {
    const before = savesOf(content);
    const isOld = (): boolean => isGone() || savesOf(content) !== before;
    const found = await read();
    if (!isOld()) await tell(found, isOld);
    isRead = !isOld();
  }
}

/** Open changes that one entry waits in, wherever they were made: the newest of this person, and the others, as many as are read. */
export async function waitingIn(content: ProjectContent, model: Model, locale: string, id: string, signal: AbortSignal): Promise<Waiting> {
  const found: Waiting = { mine: null, others: [] };
  for await (const { changes } of pagesOfDetails(content, { model: model.id, locale, ...(id ? { entry: id } : {}) }, signal)) {
    for (const one of changes) {
      if (!content.branches.some((branch) => branch.name === one.name)) continue;
      const hasEntry = !id || (one.matches?.entries.includes(id) ?? true); // a file that cannot be read may have it or not
      if (!found.mine && hasEntry && one.author?.id === content.person) found.mine = one;
      else found.others.push(one);
    }
  }
  return found;
}

/**
 * The same for an entry that is looked at, once the open changes are known, and again when one comes or goes; nothing is read for one that
 * was never sent (null). `onFound` is told of the newest own change, and whether that is old by the time it is asked; a save waits for
 * that (`reading`).
 */
export function useWaiting(content: ProjectContent, model: Model, locale: string, id: string | null, onFound: (mine: Details | null, isOld: () => boolean) => Promise<void>): { found: Waiting | null; lost: boolean;
  /** Whether there is an answer for what the page knows of open changes. */ isRead: boolean;
  again: () => void; reading: RefObject<Promise<void> | null> } {
  const [known, set] = useState<{ found: Waiting | null; lost: boolean; isRead: boolean }>({ found: null, lost: false, isRead: false });
  const [asked, ask] = useState(0);
  const reading = useRef<Promise<void> | null>(null);
  const names = content.branches.map((one) => one.name).join();
  useEffect(() => {
    if (names === '' || id === null) return set({ found: null, lost: false, isRead: content.knowsBranches || content.problem !== null });
    const leaving = new AbortController();
    const isGone = () => leaving.signal.aborted;
    let found: Waiting | null = null;
    const under = readCurrent(content, isGone, () => waitingIn(content, model, locale, id, leaving.signal), async (all, isOld) => {
      found = all;
      set({ found, lost: false, isRead: false });
      await onFound(all.mine, isOld);
    }).catch((refused) => {
      if (!isGone()) throw refused;
    });
    reading.current = under;
    const done = (lost: boolean) => {
      if (reading.current === under) reading.current = null;
      if (!isGone()) set({ found, lost, isRead: true });
    };
    under.then(() => done(false), () => done(true));
    return () => leaving.abort();
  }, [names, content.knowsBranches || content.problem !== null, model.id, locale, id, asked]);
  return { ...known, again: () => ask((count) => count + 1), reading };
}
