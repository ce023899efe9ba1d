import { useEffect, useRef, useState, type RefObject } from 'react';
import { get } from '../../api/call';
import type { Model } from '../../api/types';
import { DETAILS_MAX, pagesOfDetails, type Altered, type Details } from '../../replica/changes';
import type { ProjectContent } from '../../replica/project';

type Place = { model: string | null; locale: string | null; entry: string | null };
/** Open changes that one entry waits in: the newest of this person, and all others. */
export type Waiting = { mine: Details | null; others: Details[] };

const isOf = (one: Place, model: Model, locale: string, id: string): boolean => one.model === model.id && (one.entry ?? '') === id && (one.locale === null || one.locale === locale);

/** Whether a change is about an entry; null where only its difference tells: its entries are too many to be named, or have no names. */
export function isAbout(one: Details, model: Model, locale: string, id: string): boolean | null {
  if (one.entries.some((each) => isOf(each, model, locale, id))) return true;
  return one.models.includes(model.id) && (id === '' || one.counts.entries > one.entries.length) ? null : false;
}

/** What was read for one state of the open changes: who goes from one entry to the next does not read it again. */
const known = new WeakMap<ProjectContent, { tips: string; all: Promise<Details[]> }>();

/** How often this page has saved: what was asked for before and is answered after may show what stood before the save. */
const saves = new WeakMap<ProjectContent, number>();
export const savesOf = (content: ProjectContent): number => saves.get(content) ?? 0;
/** A save has moved a change, or has opened one, that no reading of the page knows yet. */
export function countSave(content: ProjectContent): void {
  saves.set(content, savesOf(content) + 1);
  known.delete(content);
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

function detailsOf(content: ProjectContent): Promise<Details[]> {
  const tips = content.branches.map((one) => one.name + one.sha).join();
  const before = known.get(content);
  if (before?.tips === tips) return before.all;
  const read = async () => {
    const all: Details[] = [];
    for await (const page of pagesOfDetails(content)) {
      all.push(...page);
      if (all.length >= DETAILS_MAX) break;
    }
    return all;
  };
  const all = read();
  known.set(content, { tips, all });
  all.catch(() => known.get(content)?.all === all && known.delete(content)); // told of by who waits for it
  return all;
}

/** Open changes that one entry waits in, wherever they were made: first those of this person, which a save has to know. */
export async function waitingIn(content: ProjectContent, isOwn: boolean, model: Model, locale: string, id: string): Promise<Details[]> {
  const found: Details[] = [];
  for (const one of await detailsOf(content)) {
    if ((one.author?.id === content.person) !== isOwn) continue;
    const is = isAbout(one, model, locale, id) ?? (await placesOf(content, one)).some((each) => isOf(each, model, locale, id));
    if (is && content.branches.some((branch) => branch.name === one.name)) found.push(one);
  }
  return found;
}

/** What a change is about, for each state of it that was read: a difference is counted by the service, and may be large. */
const read = new WeakMap<ProjectContent, Map<string, Promise<Place[]>>>();

/** The entries whose values a change alters. */
export function placesOf(content: ProjectContent, { name, sha }: Pick<Details, 'name' | 'sha'>): Promise<Place[]> {
  const all = read.get(content) ?? new Map<string, Promise<Place[]>>();
  read.set(content, all);
  const state = `${name} ${sha}`;
  const before = all.get(state);
  if (before) return before;
  const others = new Set(content.branches.map((one) => one.name).filter((one) => one !== name));
  for (const old of all.keys()) if (!others.has(old.split(' ')[0]!)) all.delete(old); // a change that has moved or is closed; no name has a blank
  const places = get<{ changes: Altered[] }>(`${content.path}/branches/${encodeURIComponent(name)}/diff`).then(({ changes }) => {
    const found = new Map<string, Place>();
    for (const { path, model, locale, entry } of changes) if (!path.includes('/models/')) found.set([model, locale, entry].join('\n'), { model, locale, entry });
    return [...found.values()];
  });
  all.set(state, places);
  places.catch(() => all.delete(state)); // told of by who waits for it
  return places;
}

/**
 * The same for an entry that is looked at, once the open changes are known, and again when one comes or goes; nothing is read for one that
 * was never sent (null). `onFound` is told of the newest own change, and whether that is old by the time it is asked; a save waits for
 * that alone (`reading`), not for the changes of others.
 */
export function useWaiting(content: ProjectContent, model: Model, locale: string, id: string | null, onFound: (mine: Details | null, isOld: () => boolean) => Promise<void>): { found: Waiting | null; lost: boolean; /** Whether there is an answer for what the page knows of open changes. */ isRead: boolean; again: () => void; reading: RefObject<Promise<void> | null> } {
  const [known, set] = useState<{ found: Waiting | null; lost: boolean; isRead: boolean }>({ found: null, lost: false, isRead: false });
  const [asked, ask] = useState(0);
  const reading = useRef<Promise<void> | null>(null);
  const names = content.branches.map((one) => one.name).join();
  useEffect(() => {
    if (names === '' || id === null) return set({ found: null, lost: false, isRead: content.knowsBranches || content.problem !== null });
    let gone = false;
    let found: Waiting | null = null;
    const own = readCurrent(content, () => gone, () => waitingIn(content, true, model, locale, id), async ([mine = null, ...others], isOld) => {
      found = { mine, others };
      set({ found, lost: false, isRead: false });
      await onFound(mine, isOld);
    });
    reading.current = own;
    own.catch(() => {}).finally(() => { // told of below
      if (reading.current === own) reading.current = null;
    });
    const read = async () => {
      await own;
      if (gone) return;
      const theirs = await waitingIn(content, false, model, locale, id);
      if (found && !gone) set({ found: { ...found, others: [...found.others, ...theirs] }, lost: false, isRead: true });
    };
    read().catch(() => gone || set({ found, lost: true, isRead: true }));
    return () => {
      gone = true;
    };
  }, [names, content.knowsBranches || content.problem !== null, model.id, locale, id, asked]);
  return { ...known, again: () => ask((count) => count + 1), reading };
}
