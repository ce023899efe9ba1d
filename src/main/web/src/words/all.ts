import { more } from './en.more';
import { learn, many as manyOf, t as say, type Words } from './words';

learn(more);
export * from './words';
/** As of `words`, with every sentence that there is: for what is not part of the first screen. */
export const t = say as (key: keyof Words, parts?: Record<string, string | number>) => string;
export const many = manyOf as (count: number, one: keyof Words, more: keyof Words) => string;
