import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** What asks before its place is left, and the address that this has now. */
let keeper: { address: string; asks: (leave: () => void) => void } | null = null;
/** From here to another place nobody goes without being asked, neither by a link nor by Back; `asks` calls `leave` where they may. */
export function holdPlace(asks: (leave: () => void) => void): () => void {
  const own = { address: location.pathname + location.search, asks };
  keeper = own;
  return () => {
    if (keeper === own) keeper = null;
  };
}

/** Whether the way to another place waits for an answer, which does `leave`. */
function isHeld(to: string, leave: () => void): boolean {
  if (!keeper || keeper.address.split('?')[0] === to.split('?')[0]) return false;
  keeper.asks(() => {
    keeper = null;
    leave();
  });
  return true;
}

// The browser has gone already when it tells of Back: the place is put behind that step once more, and leaving takes it away again.
window.addEventListener('popstate', () => {
  const here = keeper?.address;
  if (isHeld(location.pathname, () => history.back())) history.pushState(null, '', here);
  else changed();
});

/** Goes to a place of the studio without loading the page anew. */
export function go(path: string, how: { replace?: boolean } = {}): void {
  if (isHeld(path, () => go(path, how))) return;
  if (keeper) keeper.address = path;
  history[how.replace ? 'replaceState' : 'pushState'](null, '', path);
  changed();
}

export function usePath(): string {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, () => location.pathname + location.search);
}

/** A part of an address; one that nobody could have made names nothing. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether the page still shows this place: an answer that comes late takes nobody out of another one. */
export const isAt = (path: string): boolean => decoded(location.pathname) === decoded(path);

/** A value in the query string, so that Back and a copied link bring it again. */
export function useQuery(name: string): [string, (value: string) => void] {
  const value = new URLSearchParams(usePath().split('?')[1] ?? '').get(name) ?? '';
  return [value, (next) => {
    const query = new URLSearchParams(location.search);
    if (next) query.set(name, next);
    else query.delete(name);
    const text = query.toString();
    go(location.pathname + (text ? `?${text}` : ''), { replace: true });
  }];
}
