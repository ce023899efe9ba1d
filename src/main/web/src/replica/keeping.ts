import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { draftKey, find, forget, keep, rowOf, type Draft, type Found } from './drafts';
import { markUnkept } from './unkept';

/** What is typed is written down once nobody has typed for a moment, and at the latest so long after the first key, in milliseconds. */
const PAUSE = 300;
const LATEST = 1000;

type Keeping = { kept: boolean; write: () => Promise<void>; /** Something was typed, and is written soon whether it is drawn by then or not. */ soon: () => void; drop: () => Promise<void> };

/**
 * Keeps what stands in a form on this device, in the row of its tab, from the first key until it is saved or taken back. `rowNow` is
 * what there is to keep, null where nothing is; `stamps` change when that does. The rows that the form had before, as the one it was
 * opened with or that of an entry that was new, go once the own one is there.
 */
export function useKeeping(key: string, found: Found | undefined, rowNow: () => Omit<Draft, 'key' | 'at'> | null, stamps: unknown[]): Keeping {
  const [kept, setKept] = useState(Boolean(found));
  /** The rows that hold what stands in this form and no other. */
  const [rows] = useState(() => new Set(found && !found.isElsewhere ? [found.draft.key] : []));
  const [form] = useState(() => ({}));
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; since: number } | null>(null);
  const isFirst = useRef(true);
  const isOpen = useRef(true);
  const stop = () => {
    clearTimeout(pending.current?.timer);
    pending.current = null;
  };
  const write = async () => {
    stop();
    const row = rowNow();
    if (!row) return;
    rows.add(key);
    try {
      await keep({ ...row, key, at: new Date().toISOString() });
      setKept(rows.has(key));
      markUnkept(form, false);
      for (const old of rows) if (old !== key && rows.has(key) && rows.delete(old)) await forget(old);
    } catch {
      setKept(false);
      markUnkept(form, isOpen.current && rows.has(key));
    }
  };
  const drop = async () => {
    stop();
    const gone = [...rows];
    rows.clear();
    setKept(false);
    markUnkept(form, false);
    await Promise.all(gone.map(forget)).catch(() => {});
  };
  const latest = useRef(write);
  latest.current = write;
  const soon = useCallback(() => {
    clearTimeout(pending.current?.timer);
    const since = pending.current?.since ?? Date.now();
    pending.current = { since, timer: setTimeout(() => void latest.current(), Math.min(PAUSE, Math.max(0, since + LATEST - Date.now()))) };
  }, []);
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (rowNow() === null) {
      void drop();
      return;
    }
    // What another tab has written and goes on writing is not written a second time.
    if (wasFirst && found?.isElsewhere) return;
    if (wasFirst && found && found.draft.key !== key) void write(); // no tab holds that row any more, and one that is opened now would take it as well
    else soon();
  }, [key, ...stamps]);

  // A page that ends or is put aside may never come back. What is typed and in no value yet, as half a tag, is left first, and so becomes one.
  useEffect(() => {
    const flush = () => void (pending.current && latest.current());
    const leave = () => {
      const half = document.activeElement;
      if (!(half instanceof HTMLElement && half.matches('[data-typed]'))) return flush();
      flushSync(() => half.blur());
      void latest.current(); // what follows that drawing would come too late for a page that ends
      return undefined;
    };
    const hidden = () => document.visibilityState === 'hidden' && leave();
    window.addEventListener('pagehide', leave);
    window.addEventListener('popstate', leave, true); // before the place that it leaves to is drawn
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('popstate', leave, true);
      document.removeEventListener('visibilitychange', hidden);
      flush();
      isOpen.current = false;
      markUnkept(form, false); // what the form held went with it
    };
  }, []);
  return { kept, write, soon, drop };
}

/** What a place other than an entry has kept, by its address below the project; undefined until that is known, null where there is nothing. */
export function useKept(person: string, project: string, place: string): Found | null | undefined {
  const [found, set] = useState<{ place: string; row: Found | null } | undefined>(undefined);
  useEffect(() => {
    let gone = false;
    const known = (row: Found | null) => !gone && set({ place, row });
    find(draftKey(person, project, '', '', place)).then((row) => known(row ?? null), () => known(null));
    return () => {
      gone = true;
    };
  }, [place]);
  return found?.place === place ? found.row : undefined;
}

/** Keeps what was typed at such a place; null where nothing was. */
export function useKeepingOf(person: string, project: string, place: string, title: string, found: Found | null, values: Record<string, unknown> | null): Keeping {
  const text = values && JSON.stringify(values);
  const latest = useRef(values);
  latest.current = values;
  return useKeeping(rowOf(draftKey(person, project, '', '', place)), found ?? undefined,
    () => latest.current && { person, project, model: '', locale: '', entry: place, base: null, before: {}, branch: null, title, values: latest.current }, [text]);
}

/** What was kept at such a place by this tab, or by one that is closed, is done with. */
export async function forgetKeptAt(person: string, project: string, place: string): Promise<void> {
  const found = await find(draftKey(person, project, '', '', place)).catch(() => undefined);
  if (found && !found.isElsewhere) await forget(found.draft.key).catch(() => {});
}
