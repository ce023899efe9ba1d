import { Refusal, type Answer } from '../api/call';

/** The pauses between readings while an instance answers that does not have the newest commit yet, in milliseconds: the first, and the last. */
const PAUSE_FIRST = 250;
const PAUSE_LAST = 4000;
/** A commit that no reading has shown for so long, in milliseconds, may be gone from the repository: what is there is taken then. */
const ENDS = 60_000;

/** The commit that the answer of a write names; null where it names none, or has only tried. */
// biome-ignore lint/suspicious/noExplicitAny: what a server answers is known to who asked
export function commitIn(path: string, json: any): string | null {
  const named = json?.commit?.sha ?? json?.commit ?? json?.sha;
  return typeof named === 'string' && /^[0-9a-f]{40}$/.test(named) && !path.includes('dryRun') ? named : null;
}

/**
 * The newest commit that this page was told of and has not read: behind a balancer, the next reading may come to an instance of the
 * service that has not heard of it yet. What was written here comes before what others did, as that may be older.
 */
export class Told {
  private written: string | null = null;
  private heard: string | null = null;
  private writtenAt = 0;
  private heardAt = 0;

  constructor(private readonly now: () => number = Date.now, private readonly pause = (time: number): Promise<unknown> => new Promise((over) => setTimeout(over, time))) {}

  wrote(commit: string): void {
    this.written = commit;
    this.writtenAt = this.now();
  }

  hear(commit: string): void {
    this.heard = commit;
    this.heardAt = this.now();
  }

  /** What a reading must show at least. */
  least(): string | null {
    if (this.now() - this.writtenAt > ENDS) this.written = null;
    if (this.now() - this.heardAt > ENDS) this.heard = null;
    return this.written ?? this.heard;
  }

  /** A reading has shown this commit. */
  has(commit: string | null): void {
    if (this.written === commit) this.written = null;
    if (this.heard === commit) this.heard = null;
  }

  /** Sends until an answer has the newest commit that was told; a refusal where none had it in the end. */
  async read(sends: (atLeast: string | null) => Promise<Answer>): Promise<Answer & { least: string | null }> {
    for (let pause = PAUSE_FIRST; ; pause *= 2) {
      const least = this.least();
      const answer = await sends(least);
      if (!answer.isBehind) return { ...answer, least };
      if (pause > PAUSE_LAST && this.least()) throw new Refusal(503, '', '', null, 0);
      if (pause > PAUSE_LAST) return { ...answer, least };
      await this.pause(pause);
    }
  }
}
