import type { Model, Snapshot } from '../api/types';
import { entriesOf, hasMany, localesOf, titleOf, type Entry } from './entries';
import { whenIdle } from './idle';

/** A text as it is looked for: case and accents aside. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of what one byte says
  return /[^\x00-\x7f]/.test(lower) ? lower.normalize('NFD').replace(/\p{M}+/gu, '') : lower;
}

export const wordsIn = (typed: string): string[] => folded(typed).split(/\s+/).filter(Boolean);

/** Of a text in which a word is missing. */
export const MISS = 3;
/** How well a folded text fits: it begins with the first word, one of its words does, or it stands somewhere in it. */
export function fitOf(text: string, words: string[]): number {
  const [first = ''] = words;
  if (!words.every((word) => text.includes(word))) return MISS;
  return text.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2;
}

/** What an entry is called in a locale. */
export type Titled = { model: Model; id: string; locale: string; title: string; text: string };

const made = new WeakMap<Entry[], { model: Model; titles: Titled[] }>();

/** Made once for each state of the content of a model in a locale. */
function titlesOf(snapshot: Snapshot, model: Model, locale: string): Titled[] {
  const entries = entriesOf(snapshot, model, locale);
  const known = made.get(entries);
  if (known?.model === model) return known.titles;
  const titles = entries.map((entry): Titled => {
    const title = titleOf(model, entry);
    return { model, id: entry.id, locale, title, text: folded(model.kind === 'document' ? `${title} ${entry.id}` : title) };
  });
  made.set(entries, { model, titles });
  return titles;
}

/** Makes them while the page has nothing else to do, so that the first key does not wait for all of them. */
export function prepareTitles(snapshot: Snapshot): () => void {
  const left = snapshot.models.filter(hasMany).flatMap((model) => localesOf(snapshot, model, '').map((locale) => () => titlesOf(snapshot, model, locale)));
  let stop = () => {};
  const next = () => {
    const make = left.shift();
    if (make) stop = whenIdle(() => { make(); next(); });
  };
  next();
  return () => stop();
}

/** So many letters of an id that nobody gave a name are no chance. */
const OF_AN_ID = 6;

/** Entries of every model by what they are called, the best first: each once, in the first locale whose title fits. Their number is that of all that fit. */
export function findTitles(snapshot: Snapshot, words: string[], most: number): { found: Titled[]; count: number; fit: number } {
  const byFit: Titled[][] = [[], [], []];
  let count = 0;
  const [id = ''] = words.length === 1 ? words : [];
  const isId = (one: Titled) => id.length >= OF_AN_ID && one.id.startsWith(id);
  for (const model of words.length > 0 ? snapshot.models.filter(hasMany) : []) {
    const seen = new Set<string>();
    for (const locale of localesOf(snapshot, model, '')) {
      for (const one of titlesOf(snapshot, model, locale)) {
        const fit = isId(one) ? 0 : fitOf(one.text, words);
        if (fit === MISS || seen.has(one.id)) continue;
        seen.add(one.id);
        count++;
        if (byFit[fit]!.length < most) byFit[fit]!.push(one);
      }
    }
  }
  return { found: byFit.flat().slice(0, most), count, fit: byFit.findIndex((some) => some.length > 0) };
}
