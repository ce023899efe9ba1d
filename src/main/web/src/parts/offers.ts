import type { ReactNode } from 'react';
import { fitOf, folded, MISS, wordsIn } from '../replica/titles';

/** Something that can be opened or done; one that `types` goes on with that text instead. */
export type Offer = { key: string; name: string; about?: string; icon?: ReactNode; does?: () => void; types?: string };
export type Found = { offers: Offer[]; /** Of all that fit. */ count: number; /** Of the best one, 0 before all others. */ fit: number };
/** Offers of one kind, which are asked for alone by their prefix. */
export type Source = { prefix: string; name: string; find: (words: string[], most: number) => Found };

const PREFIX = /^\s*([@#>?])/;
/** How many of a kind are shown, beside others and alone. */
const FEW = 5;
const MOST = 50;

export const prefixOf = (typed: string): string => PREFIX.exec(typed)?.[1] ?? '';

/** Those of a list whose words fit, the best first and else as they stand. */
export function among(offers: Offer[]): Source['find'] {
  const texts = offers.map((one) => folded(`${one.name} ${one.about ?? ''}`));
  return (words, most) => {
    const fits = offers.map((offer, at) => ({ offer, fit: fitOf(texts[at]!, words) })).filter(({ fit }) => fit < MISS);
    const best = fits.toSorted((a, b) => a.fit - b.fit);
    return { offers: best.slice(0, most).map(({ offer }) => offer), count: best.length, fit: best[0]?.fit ?? MISS };
  };
}

/** The kinds that can be asked for alone, by their prefixes. */
export function kindsOf(sources: Source[]): [prefix: string, names: string][] {
  const prefixes = [...new Set(sources.map((one) => one.prefix))].filter((one) => one !== '');
  return prefixes.map((prefix) => [prefix, sources.filter((one) => one.prefix === prefix).map((one) => one.name).join(', ')]);
}

/** What is offered for a text, by kind: first the kind with what fits best. Help comes where it is asked for. */
export function offered(sources: Source[], typed: string): (Found & { name: string })[] {
  const prefix = prefixOf(typed);
  const words = wordsIn(typed.replace(PREFIX, ''));
  const asked = sources.filter((one) => (prefix ? one.prefix === prefix : one.prefix !== '?'));
  const all = asked.map((one) => ({ name: one.name, ...one.find(words, prefix ? MOST : FEW) }));
  return all.filter((one) => one.offers.length > 0).toSorted((a, b) => a.fit - b.fit);
}
