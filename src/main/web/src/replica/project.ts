import { createContext, useContext, useSyncExternalStore } from 'react';
import { get, onSignedIn, Refusal, send } from '../api/call';
import type { Project, Snapshot } from '../api/types';
import { listen } from './news';

export type OpenBranch = { name: string; sha: string };

/** The content of one project on this page: read once, asked again with its entity tag when the service tells of news. */
export class ProjectContent {
  snapshot: Snapshot | null = null;
  branches: OpenBranch[] = [];
  /** A commit that the snapshot has for certain: what forms name as their base. */
  commit: string | null = null;
  problem: unknown = null;
  private etag: string | null = null;
  private version = 0;
  private readonly listeners = new Set<() => void>();
  private reading: Promise<void> | null = null;
  private again = false;

  constructor(readonly path: string, readonly place: string, public project: Project) {}

  may(capability: string): boolean {
    return this.project.access.may.includes(capability);
  }

  /** Reads what is new; one reading at a time, and once more when it was asked meanwhile. */
  refresh(): Promise<void> {
    if (this.reading) {
      this.again = true;
      return this.reading;
    }
    this.reading = this.read().finally(() => {
      this.reading = null;
      if (this.again) {
        this.again = false;
        void this.refresh();
      }
    });
    return this.reading;
  }

  private async read(): Promise<void> {
    try {
      const { history } = await get(this.path + '/history?limit=1');
      const [sync, branches] = await Promise.all([
        send('GET', this.path + '/brain/sync', { headers: this.etag ? { 'If-None-Match': this.etag } : {} }),
        this.may('read_branches') ? get(this.path + '/branches') : { branches: [] },
      ]);
      if (sync.status === 200) {
        this.snapshot = sync.json;
        this.etag = sync.etag;
      }
      this.commit = history[0]?.commit ?? null;
      this.branches = branches.branches;
      this.problem = null;
    } catch (refused) {
      this.problem = refused;
    }
    this.tell();
  }

  async refreshProject(): Promise<void> {
    this.project = await get(this.path);
    this.tell();
  }

  open(): () => void {
    void this.refresh();
    const news = () => void this.refresh();
    const leave = listen(this.path, news);
    window.addEventListener('online', news);
    const quiet = onSignedIn(news);
    return () => {
      quiet();
      leave();
      window.removeEventListener('online', news);
    };
  }

  private tell(): void {
    this.version++;
    this.listeners.forEach((listener) => listener());
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  state = (): number => this.version;
}

export const ProjectContext = createContext<ProjectContent | null>(null);

/** The project of the page, which is drawn anew when it changes. */
export function useProject(): ProjectContent {
  const content = useContext(ProjectContext);
  if (!content) throw new Refusal(0, '', '', null, 0);
  useSyncExternalStore(content.subscribe, content.state);
  return content;
}
