import { useSyncExternalStore } from 'react';
import { post } from '../api/quiet';

export type PersonHere = { user: string; name: string; model: string; locale?: string; entry?: string };
type Place = { model: string; locale: string; entry: string };

/** The service takes a report a second: they are so long apart. In milliseconds. */
const APART = 1200;
/** Who stays says so this often, in milliseconds: after 45 seconds of silence the service takes her for gone. */
const STAYS = 20_000;
/** Who goes from one entry to the next has left none, in milliseconds. */
const GOES = 200;

/** Who is where in a project, and where this person is while the page is looked at. It is told to others, and keeps nobody from anything. */
export class Presence {
  private people: PersonHere[] = [];
  private readonly listeners = new Set<() => void>();
  private place: Place | null = null;
  private isTold = false;
  private toldAt = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly path: string, private readonly person: string) {}

  /** The others, as the service tells of everybody. */
  hear(all: PersonHere[]): void {
    const people = all.filter((one) => one.user !== this.person);
    if (JSON.stringify(people) === JSON.stringify(this.people)) return;
    this.people = people;
    for (const listener of this.listeners) listener();
  }

  /** This person is there until what is given back is called. */
  stay(place: Place): () => void {
    this.place = place;
    this.plan(GOES);
    return () => {
      if (this.place !== place) return;
      this.place = null;
      this.plan(GOES);
    };
  }

  open(): () => void {
    const shown = () => this.plan(GOES);
    document.addEventListener('visibilitychange', shown);
    return () => {
      document.removeEventListener('visibilitychange', shown);
      clearTimeout(this.timer);
      if (this.isTold) void post(`${this.path}/presence`, { leave: true });
      this.isTold = false;
    };
  }

  private plan(after: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.report(), Math.max(after, this.toldAt + APART - performance.now()));
  }

  private report(): void {
    if (!this.place && this.isTold) void post(`${this.path}/presence`, { leave: true });
    this.isTold = this.place !== null;
    if (!this.place || document.visibilityState === 'hidden') return; // who does not look falls silent
    this.toldAt = performance.now();
    void post(`${this.path}/presence`, this.place);
    this.plan(STAYS);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  state = (): PersonHere[] => this.people;
}

/** The others who are in an entry now. */
export function useOthers(presence: Presence, model: string, entry: string): PersonHere[] {
  const people = useSyncExternalStore(presence.subscribe, presence.state);
  return people.filter((one) => one.model === model && (one.entry ?? '') === entry);
}
