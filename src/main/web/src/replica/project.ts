import { createContext, useContext, useSyncExternalStore } from 'react';
import { get, onForbidden, onSignedIn, onWritten, Refusal, send, type Answer } from '../api/call';
import type { Project, Snapshot } from '../api/types';
import { forward, type Difference } from './difference';
import { listen } from './news';
import { Presence } from './presence';
import { forgetSnapshot, keepSnapshot, type Kept } from './snapshots';
import { commitIn, Told } from './told';

/** How long a reading that failed in passing is left alone, in milliseconds: at first, and at most. */
const AGAIN_FIRST = 1000;
const AGAIN_LAST = 60_000;
/** A page that was out of sight for so long reads what is new at once, in milliseconds. */
const ASLEEP = 60_000;
/** News that nobody answers for so long are asked for anew, in milliseconds: the page is old until then, and says nothing of it. */
const NEWS_WITHIN = 30_000;

export type OpenBranch = { name: string; sha: string };
export type Discarded = { branch: string; reason: string; at: string };

/** The content of one project on this page: read once, kept on this computer, brought forward by differences when the service tells of news. */
export class ProjectContent {
  snapshot: Snapshot | null = null;
  branches: OpenBranch[] = [];
  /** A commit that the snapshot has for certain: what forms name as their base. */
  commit: string | null = null;
  /** Changes that were discarded, as far as the page has heard or asked, with the reason where there was one. */
  readonly discarded = new Map<string, string>();
  readonly presence: Presence;
  problem: unknown = null;
  /** Why content itself could not be read the last time; null when it could. */
  unread: unknown = null;
  /** Whether the open changes have been read at least once. */
  knowsBranches = false;
  /** How often a build has ended, or may have, since the page was opened: what shows builds, or a picture that was not there, reads again then. */
  builds = 0;
  private readonly told = new Told();
  private asking = false;
  /** How often access was lost: what was asked for before and is answered after is not taken. */
  private losses = 0;
  private etag: string | null = null;
  private version = 0;
  private readonly listeners = new Set<() => void>();
  private reading: Promise<void> | null = null;
  private again = false;
  private isOpen = false;
  private wait = AGAIN_FIRST;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** With what this computer has kept, or with a first reading of everything that is on its way already. */
  constructor(readonly path: string, readonly place: string, public project: Project, readonly person: string, kept?: Kept, private first: Promise<Answer> | null = null) {
    this.presence = new Presence(path, person);
    if (kept) this.hold(JSON.parse(kept.text), kept.tag);
  }

  may(capability: string): boolean {
    return this.project.access.may.includes(capability);
  }

  /** Reads what is new; one reading at a time, and once more when it was asked meanwhile. */
  refresh(): Promise<void> {
    if (this.reading) {
      this.again = true;
      return this.reading;
    }
    clearTimeout(this.timer);
    this.reading = this.read().finally(() => {
      this.reading = null;
      if (this.again) {
        this.again = false;
        void this.refresh();
      }
    });
    return this.reading;
  }

  /** Done once a reading has ended that began after this was asked for: one that is on its way may show what stood before. */
  async readAnew(): Promise<void> {
    if (!this.reading) return this.refresh();
    this.again = true;
    await this.reading;
    return this.reading ?? this.refresh();
  }

  /** Content is shown as soon as it is there; how many changes are open is told when that is known. */
  private async read(): Promise<void> {
    const asked: Promise<{ json: { branches: OpenBranch[] }; least?: string | null }> = this.may('read_branches') ? this.told.read((atLeast) => send('GET', `${this.path}/branches`, { within: NEWS_WITHIN, atLeast })) : Promise.resolve({ json: { branches: [] } });
    asked.catch(() => {}); // told of below
    const [shown, failed, losses] = [this.snapshot, this.problem, this.losses];
    try {
      let least: string | null;
      try {
        least = await this.readContent();
        this.unread = null;
      } catch (refused) {
        this.unread = refused;
        throw refused;
      }
      if (this.snapshot !== shown) this.tell();
      const { json: { branches }, least: listed = least } = await asked;
      if (losses !== this.losses) return;
      if (listed === least) this.told.has(least);
      const isNew = JSON.stringify(branches) !== JSON.stringify(this.branches);
      this.branches = branches;
      this.knowsBranches = true;
      this.problem = null;
      this.wait = AGAIN_FIRST;
      if (isNew || failed) this.tell();
    } catch (refused) {
      this.problem = refused;
      this.tell();
      if (refused instanceof Refusal && refused.status === 404) this.readRights(); // of a project that is gone, or of whoever is in its workspace no more
      this.tryAgain(refused);
    }
  }

  /** Reads once more by itself, ever later, what nobody answered or the service had no time for: no other event may come for hours. */
  private tryAgain(refused: unknown): void {
    if (!this.isOpen || !(refused instanceof Refusal) || (refused.status !== 0 && refused.status < 429)) return;
    this.timer = setTimeout(() => void this.refresh(), Math.max(refused.retryAfter * 1000, this.wait * (0.75 + Math.random() / 2)));
    this.wait = Math.min(this.wait * 2, AGAIN_LAST);
  }

  /** What differs since the commit that is here; everything where the service cannot tell. Never what stood before a commit that this page was told of; answers which of them it has. */
  private async readContent(): Promise<string | null> {
    const { losses } = this;
    if (this.snapshot && this.etag && this.commit) {
      const [commit, tag] = [this.commit, encodeURIComponent(this.etag)];
      const { json, least } = await this.told.read((atLeast) => send('GET', `${this.path}/brain/changes?since=${commit}&tag=${tag}`, { within: NEWS_WITHIN, atLeast }));
      const news: Difference = json;
      if (losses !== this.losses) return null;
      // The compressed form of the same content has a tag of its own, which ends in -gzip.
      if (!news.reset && news.tag !== this.etag.replace(/-gzip"$/, '"')) this.take(forward(this.snapshot, news), news.tag);
      if (!news.reset) return least;
      this.readRights(); // also what somebody may read has another tag
      this.told.hear(news.commit); // everything is asked for anew, and perhaps of another instance
    }
    const begun = this.first;
    this.first = null;
    const headers: Record<string, string> = this.etag && this.snapshot ? { 'If-None-Match': this.etag } : {};
    const { least, ...sync } = begun ? { ...(await begun), least: null } : await this.told.read((atLeast) => send('GET', `${this.path}/brain/sync`, { headers, atLeast }));
    if (sync.status === 200 && losses === this.losses) this.take(sync.json, sync.etag);
    this.again ||= begun !== null && this.told.least() !== null; // told since it was asked for
    return least;
  }

  private take(snapshot: Snapshot, etag: string | null): void {
    this.hold(snapshot, etag);
    if (etag) keepSnapshot(this.person, this.project, etag, snapshot);
  }

  private hold(snapshot: Snapshot, etag: string | null): void {
    this.snapshot = snapshot;
    this.etag = etag;
    this.commit = /[0-9a-f]{40}/.exec(etag ?? '')?.[0] ?? null;
  }

  /** What the service says of the project and of the person's rights in it. */
  takeProject(project: Project): void {
    if (JSON.stringify(project) === JSON.stringify(this.project)) return;
    this.project = project;
    this.tell();
  }

  /** Which changes were discarded lately and why, also before this page was opened. */
  async readDiscarded(): Promise<Discarded[]> {
    const { data }: { data: { recordId: string | null; note: string | null; createdAt: string }[] } = await get(`${this.path}/activity?action=reject_branch&limit=50`);
    const all = data.flatMap((one) => (one.recordId === null ? [] : [{ branch: one.recordId, reason: one.note ?? '', at: one.createdAt }]));
    for (const one of all) if (!this.discarded.has(one.branch)) this.discarded.set(one.branch, one.reason);
    this.tell();
    return all;
  }

  /** Reads again what the person may do here; whoever may not even see the project any more sees nothing of it. */
  private readRights(): void {
    if (this.asking) return;
    this.asking = true;
    get<Project>(this.path).then((project) => {
      const was = this.project;
      this.takeProject(project);
      if (this.project !== was) void this.refresh(); // what was refused may be readable now, or not asked for any more
    }, (lost) => {
      if (!(lost instanceof Refusal) || (lost.status !== 403 && lost.status !== 404)) return; // the next refusal asks again
      forgetSnapshot(this.person, this.project.id);
      this.losses++;
      this.snapshot = this.etag = this.commit = null;
      this.problem = lost;
      this.tell();
    }).finally(() => { this.asking = false; });
  }

  open(): () => void {
    this.isOpen = true;
    void this.refresh();
    const news = () => void this.refresh();
    const alone = this.presence.open();
    const writes = onWritten((path, json) => {
      const commit = path.startsWith(`${this.path}/`) ? commitIn(path, json) : null;
      if (commit && commit !== this.commit) this.told.wrote(commit);
    });
    const leave = listen(this.path, (one) => {
      if (one.type === 'snapshot' && one.commit && one.commit !== this.commit) this.told.hear(one.commit);
      if (one.type === 'presence') return this.presence.hear(one.people ?? []);
      if (!one.type) this.presence.hear([]); // who is there is told next
      if (one.type === 'change.rejected' && one.branch) this.discarded.set(one.branch, one.reason ?? '');
      if (!one.type || one.type === 'build.finished' || one.type === 'reset') {
        this.builds++;
        this.tell();
      }
      if (one.type !== 'build.finished' && one.type !== 'asset.changed') news(); // neither is a part of content
    });
    window.addEventListener('online', news);
    let hiddenAt = Number.POSITIVE_INFINITY;
    const shown = () => {
      if (document.visibilityState === 'hidden') hiddenAt = Date.now();
      else if (Date.now() - hiddenAt > ASLEEP) news(); // a stream that slept may still look open
    };
    document.addEventListener('visibilitychange', shown);
    const quiet = onSignedIn(news);
    const rights = onForbidden(() => this.readRights());
    return () => {
      this.isOpen = false;
      clearTimeout(this.timer);
      quiet();
      rights();
      leave();
      writes();
      alone();
      window.removeEventListener('online', news);
      document.removeEventListener('visibilitychange', shown);
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
