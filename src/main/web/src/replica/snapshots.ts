import type { Project, Snapshot } from '../api/types';
import { within } from './database';
import { whenIdle } from './idle';
import { keepThis, kept, OF_CONTENT } from './kept';

/** The snapshot is kept as the text of its JSON, which a browser reads several times as fast as a tree of objects. */
export type Kept = { key: string; person: string; tag: string; project: Project; text: string };
const OFF = 'keep-nothing';
/** Opening a database takes a browser longer than reading an entry of its own: whether there is anything to find stands there. */
const hint = (project: string): string => OF_CONTENT + project;
export const isHinted = (project: string): boolean => mayKeep() && kept(hint(project), false);
/** A larger one would take longer to keep than to read again. */
const ENTRIES_MAX = 30_000;
/** How long the page goes on with what it has kept, in milliseconds. */
const KEPT_EVERY = 30_000;

let over = false;
export const isOver = (): boolean => over;
/** Somebody signs out: what still waits to be kept is not. */
export const stopKeeping = (): void => {
  over = true;
};

/** Whether content may stay on this computer after the page is closed. */
export function mayKeep(): boolean {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    return false;
  }
}

export async function switchKeeping(on: boolean): Promise<void> {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, '1');
  if (!on) await within('snapshots', 'readwrite', (rows) => rows.clear());
}

/** The content of a project that somebody has kept here; whose it is stands in it. */
export async function keptHere(project: string): Promise<Kept | undefined> {
  if (!isHinted(project)) return undefined;
  const keys = await within('snapshots', 'readonly', (rows) => rows.getAllKeys());
  const key = keys.find((one) => String(one).endsWith(`\n${project}`));
  return key === undefined ? undefined : within('snapshots', 'readonly', (rows) => rows.get(key));
}

/** The content of a project as this person has last seen it here. */
export const snapshotOf = async (person: string, project: string): Promise<Kept | undefined> =>
  isHinted(project) ? within('snapshots', 'readonly', (rows) => rows.get(`${person}\n${project}`)) : undefined;

/** Projects that ended on this page: an answer that comes later is not kept any more. */
const ended = new Set<string>();
export const endSnapshot = (person: string, project: string): Promise<void> => {
  ended.add(`${person}\n${project}`);
  return forgetSnapshot(person, project);
};

/** The service no longer shows the project to this person, so that this computer does not either. */
export async function forgetSnapshot(person: string, project: string): Promise<void> {
  if (waiting?.key === `${person}\n${project}`) stopWaiting();
  keepThis(hint(project), undefined);
  await within('snapshots', 'readwrite', (rows) => rows.delete(`${person}\n${project}`)).catch(() => {});
}

const keptAt = new Map<string, number>();
let waiting: { key: string; write: () => void; stop: () => void } | null = null;

/** What waits to be kept is not. */
function stopWaiting(): void {
  waiting?.stop();
  waiting = null;
}

/**
 * Keeps it once the page has nothing else to do: the first one at once, others after a while or when the page is hidden. To print ten
 * thousand entries takes a tenth of a second in which no key is answered, and what was not kept is read as a difference.
 */
export function keepSnapshot(person: string, project: Project, tag: string, snapshot: Snapshot): void {
  const entries = Object.values(snapshot.content).reduce((sum, one) => sum + (one && typeof one === 'object' ? Object.keys(one).length : 0), 0);
  stopWaiting();
  if (!mayKeep() || entries > ENTRIES_MAX) return;
  const key = `${person}\n${project.id}`;
  const write = () => {
    stopWaiting();
    if (over || ended.has(key) || !mayKeep()) return;
    keptAt.set(key, performance.now());
    keepThis(hint(project.id), true);
    within('snapshots', 'readwrite', (rows) => rows.put({ key, person, tag, project, text: JSON.stringify(snapshot) })).catch(() => {});
  };
  const wait = (keptAt.get(key) ?? Number.NEGATIVE_INFINITY) + KEPT_EVERY - performance.now();
  let idle = () => {};
  const timer = setTimeout(() => { idle = whenIdle(write); }, Math.max(0, wait));
  waiting = { key, write, stop: () => { clearTimeout(timer); idle(); } };
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') waiting?.write();
});
