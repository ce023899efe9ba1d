import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}
window.addEventListener('popstate', changed);

/** Goes to a place of the studio without loading the page anew. */
export function go(path: string, how: { replace?: boolean } = {}): void {
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
