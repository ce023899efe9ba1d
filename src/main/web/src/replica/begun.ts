import { get } from '../api/call';
import type { User, Workspace } from '../api/types';
import { keptHere, type Kept } from './snapshots';

const [, area, , kind, projectId] = location.pathname.split('/');

/** What every page asks for first, on its way before anything of the page is drawn. */
export const begun = {
  me: get<{ user: User }>('/api/auth/me'),
  workspaces: get<Workspace[]>('/api/workspaces'),
  /** Content of the project that the address names, whoever kept it here: it is shown to nobody else. */
  kept: area === 'w' && kind === 'p' && projectId ? keptHere(projectId).catch(() => undefined) : Promise.resolve(undefined),
};
for (const asked of [begun.me, begun.workspaces]) asked.catch(() => {}); // who waits for it tells of it

/** Taken once: a project that is opened later on begins with what was kept since. */
export function takeKept(): Promise<Kept | undefined> {
  const kept = begun.kept;
  begun.kept = Promise.resolve(undefined);
  return kept;
}
