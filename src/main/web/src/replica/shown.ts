import type { Entry } from './entries';

let shown: { model: string; rows: Entry[] } = { model: '', rows: [] };

/** A list tells what it shows, in its order: whoever opens an entry goes on from there. */
export function showsNow(model: string, rows: Entry[]): void {
  shown = { model, rows };
}

/** The entry that stands before or after one in the list that it was opened from, else in the order of its content. */
export function neighbour(model: string, entries: Entry[], id: string, by: -1 | 1): string | undefined {
  const rows = shown.model === model && shown.rows.some((one) => one.id === id) ? shown.rows : entries;
  const at = rows.findIndex((one) => one.id === id);
  return at < 0 ? undefined : rows[at + by]?.id;
}
