import { useEffect, useRef, useState, type RefObject } from 'react';
import { get } from '../../api/call';
import type { Model } from '../../api/types';
import { pagesOfDetails, type Altered, type Details } from '../../replica/changes';
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

function detailsOf(content: ProjectContent): Promise<Details[]> {
  const tips = content.branches.map((one) => one.name + one.sha).join();
  const before = known.get(content);
  if (before?.tips === tips) return before.all;
  const read = async () => {
    const all: Details[] = [];
    for await (const page of pagesOfDetails(content)) all.push(...page);
    return all;
  };
  const all = read();
  known.set(content, { tips, all });
  all.catch(() => known.delete(content)); // told of by who waits for it
  return all;
}

/** Which open changes an entry waits in, wherever they were made. */
export async function waitingOf(content: ProjectContent, model: Model, locale: string, id: string): Promise<Waiting> {
  const found: Details[] = [];
  for (const one of await detailsOf(content)) {
    const is = isAbout(one, model, locale, id) ?? (await differs(content, one, model, locale, id));
    if (is && content.branches.some((branch) => branch.name === one.name)) found.push(one);
  }
  const mine = found.find((one) => one.author?.id === content.person) ?? null;
  return { mine, others: found.filter((one) => one !== mine) };
}

async function differs(content: ProjectContent, one: Details, model: Model, locale: string, id: string): Promise<boolean> {
  const { changes } = await get<{ changes: Altered[] }>(`${content.path}/branches/${encodeURIComponent(one.name)}/diff`);
  return changes.some((each) => isOf(each, model, locale, id) && !each.path.includes('/models/'));
}

/** The same for an entry that is looked at, once the open changes are known, and again when one comes or goes. `onFound` is told of it. */
export function useWaiting(content: ProjectContent, model: Model, locale: string, id: string, onFound: (found: Waiting) => Promise<void>): { found: Waiting | null; lost: boolean; /** Whether there is an answer for what the page knows of open changes. */ isRead: boolean; again: () => void; reading: RefObject<Promise<void> | null> } {
  const [known, set] = useState<{ found: Waiting | null; lost: boolean; isRead: boolean }>({ found: null, lost: false, isRead: false });
  const [asked, ask] = useState(0);
  const reading = useRef<Promise<void> | null>(null);
  const names = content.branches.map((one) => one.name).join();
  useEffect(() => {
    if (names === '') return set({ found: null, lost: false, isRead: content.knowsBranches || content.problem !== null });
    let gone = false;
    const read = async () => {
      const found = await waitingOf(content, model, locale, id);
      if (gone) return;
      set({ found, lost: false, isRead: false });
      await onFound(found);
      if (!gone) set({ found, lost: false, isRead: true });
    };
    const now = read();
    reading.current = now;
    now.catch(() => gone || set({ found: null, lost: true, isRead: true })).finally(() => {
      if (reading.current === now) reading.current = null;
    });
    return () => {
      gone = true;
    };
  }, [names, content.knowsBranches || content.problem !== null, model.id, locale, id, asked]);
  return { ...known, again: () => ask((count) => count + 1), reading };
}
