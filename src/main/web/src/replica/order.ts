import { language } from '../words/words';

const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
const DIGITS = 15;

/** A text that plain comparison puts where people look for it: case and accents aside, numbers by their value. */
export const orderKey = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}+/gu, '').replace(/\d+/g, (digits) => digits.padStart(DIGITS, '0'));

/** Rows by their texts. Plain comparison is ten times as fast as that of a language, which is asked where other scripts are written. */
export function ordered<Row>(rows: Row[], textOf: (row: Row) => string, down: boolean): Row[] {
  const keyed = rows.map((row): [string, Row] => [orderKey(textOf(row)), row]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of what one byte says
  const plain = keyed.every(([key]) => /^[\x00-\x7f]*$/.test(key));
  keyed.sort(plain ? ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0) : ([a], [b]) => collator.compare(a, b));
  if (down) keyed.reverse();
  return keyed.map(([, row]) => row);
}
