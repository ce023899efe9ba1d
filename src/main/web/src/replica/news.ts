import { onSignedIn } from '../api/call';
import type { PersonHere } from './presence';

/** What an event says; an empty one means that something may have been missed. */
export type News = { type?: string; commit?: string; branch?: string; reason?: string; people?: PersonHere[] };
/** A tab that comes later asks the one that reads who is there. */
const ASKS = 'presence.asked';
const TYPES = ['snapshot', 'change.opened', 'change.updated', 'change.landed', 'change.rejected', 'reset'];
/** How long a stream that was refused is left alone, in milliseconds: at first, and at most. */
const AGAIN_FIRST = 5000;
const AGAIN_LAST = 60_000;

/**
 * News of a project, one stream a browser: a browser has six connections to a service, so that tabs share it. The tab that owns
 * the lock reads and tells the others; when it closes, another takes over and asks for what it may have missed.
 */
export function listen(path: string, heard: (news: News) => void): () => void {
  if (!navigator.locks) return open(path, heard); // a page without encryption has no locks, so every tab reads for itself
  const channel = new BroadcastChannel(`news ${path}`);
  let here: News | null = null;
  channel.onmessage = ({ data }) => {
    if (data.type !== ASKS) heard(data);
    else if (here) channel.postMessage(here);
  };
  channel.postMessage({ type: ASKS });
  const left = new AbortController();
  const reads = () => new Promise<void>((released) => {
    const close = open(path, (news) => {
      if (news.type === 'presence') here = news;
      else if (!news.type) here = null; // a stream began: it tells next
      heard(news);
      channel.postMessage(news);
    });
    left.signal.addEventListener('abort', () => {
      close();
      released();
    });
  });
  navigator.locks.request(`news ${path}`, { signal: left.signal }, reads).catch(() => {}); // left before it was its turn
  return () => {
    left.abort();
    channel.close();
  };
}

/**
 * A stream that breaks is opened again by the browser, one that was answered with anything else than news is not: that is done
 * here, ever later. What came between a reading and each opening may have been missed.
 */
function open(path: string, heard: (news: News) => void): () => void {
  let stream: EventSource;
  let wait = AGAIN_FIRST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const news = (event: MessageEvent) => heard(said(event.data));
  const begin = () => {
    clearTimeout(timer);
    stream = new EventSource(`${path}/events`);
    stream.onopen = () => {
      wait = AGAIN_FIRST;
      heard({});
    };
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(begin, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, AGAIN_LAST);
    };
    stream.onmessage = news;
    for (const type of TYPES) stream.addEventListener(type, news);
  };
  begin();
  const quiet = onSignedIn(() => {
    if (stream.readyState === EventSource.CLOSED) begin();
  });
  return () => {
    quiet();
    clearTimeout(timer);
    stream.close();
  };
}

function said(data: string): News {
  try {
    return JSON.parse(data) ?? {};
  } catch {
    return {};
  }
}
