/** What an event says; an empty one means that something may have been missed. */
export type News = { type?: string; branch?: string; reason?: string };
const TYPES = ['snapshot', 'change.opened', 'change.updated', 'change.landed', 'change.rejected', 'reset'];

/**
 * News of a project, one stream a browser: a browser has six connections to a service, so that tabs share it. The tab that owns
 * the lock reads and tells the others; when it closes, another takes over and asks for what it may have missed.
 */
export function listen(path: string, heard: (news: News) => void): () => void {
  if (!navigator.locks) return open(path, heard); // a page without encryption has no locks, so every tab reads for itself
  const channel = new BroadcastChannel(`news ${path}`);
  channel.onmessage = (event) => heard(event.data);
  const left = new AbortController();
  const reads = () => new Promise<void>((released) => {
    const close = open(path, (news) => {
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

/** A stream that breaks is opened again by the browser; each opening after the first may have missed something. */
function open(path: string, heard: (news: News) => void): () => void {
  const stream = new EventSource(`${path}/events`);
  let opened = false;
  stream.onopen = () => {
    if (opened) heard({});
    opened = true;
  };
  const news = (event: MessageEvent) => heard(said(event.data));
  stream.onmessage = news;
  for (const type of TYPES) stream.addEventListener(type, news);
  return () => stream.close();
}

function said(data: string): News {
  try {
    return JSON.parse(data) ?? {};
  } catch {
    return {};
  }
}
