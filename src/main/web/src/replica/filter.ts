import type { Entry } from './entries';
import { whenIdle } from './idle';

/** A condition of a filter: a name with a value, or a word that is looked for in every text. */
export type Condition = { name: string; value: string; not: boolean };

/** `status:draft -author:bo "spring sale"` in its parts. */
export function conditions(filter: string): Condition[] {
  const found: Condition[] = [];
  for (const [, minus = '', name = '', quoted, bare] of filter.toLowerCase().matchAll(/(-?)(?:([\p{L}\d_-]+):)?(?:"([^"]*)"|([^\s"]+))/gu)) {
    const value = quoted ?? bare ?? '';
    if (value) found.push({ name, value, not: minus === '-' });
  }
  return found;
}

const textIn = (value: unknown): string => (value instanceof Object ? Object.values(value).map(textIn).join(' ') : typeof value === 'boolean' ? '' : `${value ?? ''}`);

/** One text in lower case an entry, of its fields, what stands inside of them, and its body, made once for all keys that are typed. */
const searchable = new WeakMap<object, string>();
function textOf(entry: Entry): string {
  let text = searchable.get(entry.data);
  if (text === undefined) {
    text = textIn([entry.id, entry.data, entry.body]).toLowerCase();
    searchable.set(entry.data, text);
  }
  return text;
}

/** So long texts are made at a time, in milliseconds. */
const MADE_FOR = 8;

/** Makes these texts while the page has nothing else to do: those of ten thousand bodies at once would let the first key wait. */
export function prepareTexts(entries: Entry[]): () => void {
  let at = 0;
  let stop = () => {};
  const next = () => {
    stop = whenIdle(() => {
      const end = performance.now() + MADE_FOR;
      while (at < entries.length && performance.now() < end) textOf(entries[at++]!);
      if (at < entries.length) next();
    });
  };
  next();
  return () => stop();
}

/** Which locales have an entry; what is missing in one can be looked for. */
export type Coverage = (locale: string, id: string) => boolean;

export function fits(entry: Entry, wanted: Condition[], isIn: Coverage): boolean {
  return wanted.every((one) => holds(entry, one, isIn) !== one.not);
}

function holds(entry: Entry, { name, value }: Condition, isIn: Coverage): boolean {
  if (name === '') return textOf(entry).includes(value);
  if (name === 'status') return (entry.meta.status ?? 'draft') === value;
  if (name === 'author') return (entry.meta.updated_by ?? '').toLowerCase().includes(value);
  if (name === 'missing') return !isIn(value, entry.id);
  if (name === 'has') return isIn(value, entry.id);
  const field = Object.keys(entry.data).find((each) => each.toLowerCase() === name);
  // A colon inside of a word, as in an address, is no condition.
  if (field === undefined) return textOf(entry).includes(`${name}:${value}`);
  return JSON.stringify(entry.data[field]).toLowerCase().includes(value);
}

/** Whether a filter can only find what the one before has found: plain words of which the last has become longer. */
export const narrows = (before: string, filter: string): boolean => before.trim() !== '' && filter.startsWith(before) && !/[-:"]/.test(filter);
