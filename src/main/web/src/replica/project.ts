import { createContext, useContext, useSyncExternalStore } from 'react';
import { get, onSignedIn, Refusal, send } from '../api/call';
import type { Project, Snapshot } from '../api/types';
import { forward, type Difference } from './difference';
import { listen } from './news';
import { keepSnapshot, snapshotOf } from './snapshots';

export type OpenBranch = { name: string; sha: string };

/** The content of one project on this page: read once, kept on this computer, brought forward by differences when the service tells of news. */
export class ProjectContent {
  snapshot: Snapshot | null = null;
  branches: OpenBranch[] = [];
  /** A commit that the snapshot has for certain: what forms name as their base. */
  commit: string | null = null;
  /** Changes that were discarded while the page was open, with the reason where there was one. */
  readonly discarded = new Map<string, string>();
  problem: unknown = null;
  private etag: string | null = null;
  private version = 0;
  private readonly listeners = new Set<() => void>();
  private reading: Promise<void> | null = null;
  private again = false;

  constructor(readonly path: string, readonly place: string, public project: Project, private readonly person: string) {}

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
      const [, branches] = await Promise.all([this.readContent(), this.may('read_branches') ? get(this.path + '/branches') : { branches: [] }]);
      this.branches = branches.branches;
      this.problem = null;
    } catch (refused) {
      this.problem = refused;
    }
    this.tell();
  }

  /** What differs since the commit that is here; everything where the service cannot tell. */
  private async readContent(): Promise<void> {
    if (this.snapshot && this.etag && this.commit) {
      const news: Difference = await get(`${this.path}/brain/changes?since=${this.commit}&tag=${encodeURIComponent(this.etag)}`);
      if (!news.reset) return news.tag === this.etag ? undefined : this.take(forward(this.snapshot, news), news.tag);
    }
    const sync = await send('GET', this.path + '/brain/sync', { headers: this.etag && this.snapshot ? { 'If-None-Match': this.etag } : {} });
    if (sync.status === 200) this.take(sync.json, sync.etag);
  }

  private take(snapshot: Snapshot, etag: string | null): void {
    this.snapshot = snapshot;
    this.etag = etag;
    this.commit = /[0-9a-f]{40}/.exec(etag ?? '')?.[0] ?? null;
    if (etag) keepSnapshot(this.person, this.project.id, etag, snapshot);
  }

  /** What this computer has kept is on the page at once, and brought forward then. */
  private async begin(): Promise<void> {
    const kept = await snapshotOf(this.person, this.project.id).catch(() => undefined);
    if (kept && !this.snapshot) {
      this.snapshot = kept.snapshot;
      this.etag = kept.tag;
      this.commit = /[0-9a-f]{40}/.exec(kept.tag)?.[0] ?? null;
      this.tell();
    }
    await this.refresh();
  }

  async refreshProject(): Promise<void> {
    this.project = await get(this.path);
    this.tell();
  }

  open(): () => void {
    void this.begin();
    const news = () => void this.refresh();
    const leave = listen(this.path, (one) => {
      if (one.type === 'change.rejected' && one.branch) this.discarded.set(one.branch, one.reason ?? '');
      news();
    });
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
    for (const listener of this.listeners) listener();
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
