import { get, send, type Answer } from '../api/call';
import type { Project, User, Workspace } from '../api/types';
import { isHinted, keptHere, type Kept } from './snapshots';

/** What a project is opened with: what this computer keeps, and what the service is asked for beside it. */
export type Begun = { kept: Promise<Kept | undefined>; project: Promise<Project | undefined>; first: Promise<Answer | undefined> | null };

const [, area, slug, kind, projectId = ''] = location.pathname.split('/');

/** What every page asks for first, on its way before anything of the page is drawn. */
export const begun = { me: get<{ user: User }>('/api/auth/me'), workspaces: get<Workspace[]>('/api/workspaces') };

let opening: Begun | null = area === 'w' && kind === 'p' && projectId ? begin() : null;

/** Whoever kept content of the project here: it is shown to nobody else. Where nothing is kept, all of it is asked for. */
function begin(): Begun {
  const path = begun.workspaces.then((all) => {
    const workspace = all.find((one) => one.slug === slug);
    return workspace && `/api/workspaces/${workspace.id}/projects/${projectId}`;
  });
  const project = path.then((there) => (there ? get<Project>(there) : undefined));
  const first = isHinted(projectId) ? null : path.then((there) => (there ? send('GET', `${there}/brain/sync`) : undefined));
  return { kept: keptHere(projectId).catch(() => undefined), project, first };
}

/** Taken once: a project that is opened later on begins with what was kept since. */
export function takeBegun(project: string): Begun | null {
  const taken = project === projectId ? opening : null;
  opening = null;
  return taken;
}

for (const asked of [begun.me, begun.workspaces, opening?.project, opening?.first]) asked?.catch(() => {}); // who waits for it tells of it
