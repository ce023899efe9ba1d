import { language } from '../words/words';
import { whenIdle } from './idle';

const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
const DIGITS = 15;

/** A text that plain comparison puts where people look for it: case and accents aside, numbers by their value. */
export function orderKey(text: string): string {
  let key = text.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of what one byte says
  if (/[^\x00-\x7f]/.test(key)) key = key.normalize('NFD').replace(/\p{M}+/gu, '');
  return /\d/.test(key) ? key.replace(/\d+/g, (digits) => digits.padStart(DIGITS, '0')) : key;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of what one byte says
const isPlain = (key: string): boolean => !/[^\x00-\x7f]/.test(key);
const comparison = (plain: boolean): ((a: string, b: string) => number) => (plain ? (a, b) => (a < b ? -1 : a > b ? 1 : 0) : collator.compare);

/** Rows by their keys. Plain comparison is ten times as fast as that of a language, which is asked where other scripts are written. */
export function ordered<Row>(rows: Row[], keyOf: (row: Row) => string): Row[] {
  return sorted(rows, keyOf).rows;
}

function sorted<Row>(rows: Row[], keyOf: (row: Row) => string): { rows: Row[]; plain: boolean } {
  const keyed = rows.map((row): [string, Row] => [keyOf(row), row]);
  const plain = keyed.every(([key]) => isPlain(key));
  const compare = comparison(plain);
  keyed.sort(([a], [b]) => compare(a, b));
  return { rows: keyed.map(([, row]) => row), plain };
}

/** Above it, sorting everything again is as quick as to put in one by one. */
const PUT_IN_MAX = 50;

/** Rows in every order that was asked for, each found once; the other way round costs a copy. */
export class Orders<Row> {
  private readonly known = new Map<string, Row[]>();
  private readonly plain = new Map<string, boolean>();
  private difference: { fresh: Row[]; stale: Set<Row> } | undefined;

  /**
   * `before`: the same of an earlier state, of which an order needs but the rows that changed put in, where a column `isOwn`: it says
   * the same of a row in both.
   */
  constructor(
    private readonly rows: Row[], private readonly keyBy: (column: string) => (row: Row) => string,
    private before: Orders<Row> | null = null, private readonly isOwn: (column: string) => boolean = () => true,
  ) {
    if (before) before.before = null; // or every state there ever was would stay
  }

  /** By a column; a minus in front of its name turns the order round. */
  by(order: string): Row[] {
    const known = this.known.get(order);
    if (known) return known;
    const column = order.replace('-', '');
    const rows = order === column ? (this.broughtForward(column) ?? this.anew(column)) : this.by(column).toReversed();
    this.known.set(order, rows);
    return rows;
  }

  private anew(column: string): Row[] {
    const { rows, plain } = sorted(this.rows, this.keyBy(column));
    this.plain.set(column, plain);
    return rows;
  }

  private broughtForward(column: string): Row[] | undefined {
    const was = this.before?.known.get(column);
    const plain = this.before?.plain.get(column);
    if (!was || plain === undefined || !this.isOwn(column)) return undefined;
    const { fresh, stale } = this.changed(this.before!.rows);
    const keyOf = this.keyBy(column);
    if (fresh.length > PUT_IN_MAX || (plain && !fresh.every((row) => isPlain(keyOf(row))))) return undefined;
    const compare = comparison(plain);
    const rows = stale.size === 0 ? [...was] : was.filter((row) => !stale.has(row));
    for (const row of fresh) {
      const key = keyOf(row);
      // What is equal stands in the order of the rows, as a sort leaves it.
      const isAfter = (other: Row) => compare(key, keyOf(other)) || this.rows.indexOf(row) - this.rows.indexOf(other);
      let [low, high] = [0, rows.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isAfter(rows[middle]!) > 0) low = middle + 1;
        else high = middle;
      }
      rows.splice(low, 0, row);
    }
    this.plain.set(column, plain);
    return rows;
  }

  private changed(before: Row[]): { fresh: Row[]; stale: Set<Row> } {
    if (!this.difference) {
      const [was, now] = [new Set(before), new Set(this.rows)];
      this.difference = { fresh: this.rows.filter((row) => !was.has(row)), stale: new Set(before.filter((row) => !now.has(row))) };
    }
    return this.difference;
  }

  /** Finds orders that are likely to be asked for while the page has nothing else to do, one at a time. */
  prepare(columns: string[]): () => void {
    let stop = () => {};
    const next = (left: string[]) => {
      const [column, ...rest] = left.filter((one) => !this.known.has(one));
      if (column !== undefined) stop = whenIdle(() => {
        this.by(column);
        next(rest);
      });
    };
    next(columns);
    return () => stop();
  }
}
