import type { Project, Snapshot } from '../api/types';
import { within } from './database';
import { whenIdle } from './idle';
import { keepThis, kept } from './kept';

/** The snapshot is kept as the text of its JSON, which a browser reads several times as fast as a tree of objects. */
export type Kept = { key: string; person: string; tag: string; project: Project; text: string };
const OFF = 'keep-nothing';
/** Opening a database takes a browser longer than reading an entry of its own: whether there is anything to find stands there. */
const hint = (project: string): string => `snapshot ${project}`;
export const isHinted = (project: string): boolean => mayKeep() && kept(hint(project), false);
/** A larger one would take longer to keep than to read again. */
const ENTRIES_MAX = 30_000;

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

/** The service no longer shows the project to this person, so that this computer does not either. */
export function forgetSnapshot(person: string, project: string): void {
  keepThis(hint(project), undefined);
  within('snapshots', 'readwrite', (rows) => rows.delete(`${person}\n${project}`)).catch(() => {});
}

/** Keeps it once the page has nothing else to do. */
export function keepSnapshot(person: string, project: Project, tag: string, snapshot: Snapshot): void {
  const entries = Object.values(snapshot.content).reduce((sum, one) => sum + (one && typeof one === 'object' ? Object.keys(one).length : 0), 0);
  if (!mayKeep() || entries > ENTRIES_MAX) return;
  whenIdle(() => {
    if (over) return;
    keepThis(hint(project.id), true);
    within('snapshots', 'readwrite', (rows) => rows.put({ key: `${person}\n${project.id}`, person, tag, project, text: JSON.stringify(snapshot) })).catch(() => {});
  });
}
