/** So long nothing comes of a request before it counts as lost, in milliseconds: the service itself lets nobody wait for more than a minute. */
export const SILENCE_MAX = 75_000;
/** What is sent takes its time: so many bytes a millisecond at the least. */
const SLOWEST = 8;

/** Ends a request of which nothing is heard: a network that takes everything and brings nothing back never says so. */
export class Silence {
  private readonly stop = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Also ends with that of whoever asked. */
  readonly signal: AbortSignal;

  constructor(private readonly longest: number, asked: AbortSignal | undefined, body: BodyInit | undefined) {
    this.signal = asked ? AbortSignal.any([asked, this.stop.signal]) : this.stop.signal;
    this.wait(longest + bytesOf(body) / SLOWEST);
  }

  /** The same pieces as they come; each of them breaks the silence. */
  heard<Piece>(pieces: ReadableStream<Piece>): ReadableStream<Piece> {
    this.wait(this.longest);
    return pieces.pipeThrough(new TransformStream<Piece, Piece>({
      transform: (piece, next) => {
        this.wait(this.longest);
        next.enqueue(piece);
      },
    }));
  }

  /** The answer is there, or nobody waits for it any more. */
  over(): void {
    clearTimeout(this.timer);
  }

  private wait(longest: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop.abort(), longest);
  }
}

function bytesOf(body: BodyInit | undefined): number {
  if (typeof body === 'string') return body.length;
  return body instanceof FormData ? [...body.values()].reduce((sum, one) => sum + (typeof one === 'string' ? one.length : one.size), 0) : 0;
}
