/** A stretch of text that both have, only the earlier, or only the later. */
export type Mark = { kind: 'same' | 'gone' | 'come'; text: string };

/** So many steps a comparison may take, all of its parts together: some hundredths of a second. What is left then is marked whole. */
const STEPS_MAX = 4_000_000;
/** So many pieces two runs may differ in to be compared one by one. */
const DIFFERING_MAX = 600;
/** So many lines that became as many others are taken one by one: something was replaced in all of them. */
const PAIRED_FROM = 20;
const LINES = /[^\n]*\n|[^\n]+/g;
/** Words, blanks and signs; what is written without blanks goes by characters. */
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|\s+|./gsu;

/** What two texts have in common and what only one of them has: told apart by lines, then by words where lines differ. What is the same is cut off at both ends first. */
export function marks(before: string, after: string): Mark[] {
  const found: Mark[] = [];
  const add = (kind: Mark['kind'], text: string) => {
    const end = found.at(-1);
    if (text === '') return;
    if (end?.kind === kind) end.text += text;
    else found.push({ kind, text });
  };
  const left = { steps: STEPS_MAX };
  const byWords = (a: string, b: string) => {
    const [start, end] = sameEnds(a, b);
    add('same', a.slice(0, start));
    compare(pieces(a.slice(start, a.length - end), WORDS), pieces(b.slice(start, b.length - end), WORDS), left, add, (gone, come) => {
      add('gone', gone.join(''));
      add('come', come.join(''));
    });
    add('same', a.slice(a.length - end));
  };
  const byLines = (a: string[], b: string[]) => {
    if (a.length === b.length && a.length > PAIRED_FROM) for (const [at, line] of a.entries()) byWords(line, b[at]!);
    else byWords(a.join(''), b.join(''));
  };
  compare(pieces(before, LINES), pieces(after, LINES), left, add, byLines);
  return gathered(found);
}

const pieces = (text: string, by: RegExp): string[] => text.match(by) ?? [];

/** These are pieces of their own, whatever stands beside them. */
const SIGN = /[!-/:-@[-^`{-~]/;
/** Whether no piece goes over a place of a text, where that can be told from what stands on one side of it. */
const isBetween = (earlier: string | undefined, later: string | undefined, sure: string): boolean => SIGN.test(sure) || (earlier !== undefined && later !== undefined && (/\s/.test(earlier) !== /\s/.test(later)));

/** How many characters two texts have in common at their starts and at their ends, up to where a piece ends: a line of a megabyte is not taken apart for the word that was typed into it. */
function sameEnds(a: string, b: string): [number, number] {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  const same = start;
  while (start > 0 && !isBetween(a[start - 1], start < same ? a[start] : undefined, a[start - 1]!)) start--;
  let end = 0;
  while (end < shortest - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  const tail = end;
  while (end > 0 && !isBetween(end < tail ? a[a.length - end - 1] : undefined, a[a.length - end], a[a.length - end]!)) end--;
  return [start, end];
}

/** Equal pieces are added as they come; `differ` takes each run in which the two have nothing in common. */
function compare(a: string[], b: string[], left: { steps: number }, add: (kind: Mark['kind'], text: string) => void, differ: (a: string[], b: string[]) => void): void {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start] === b[start]) start++;
  let end = 0;
  while (end < shortest - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  add('same', a.slice(0, start).join(''));
  const [innerA, innerB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (innerA.length > 0 || innerB.length > 0) {
    const pairs = innerA.length > 0 && innerB.length > 0 ? (shortestWay(innerA, innerB, left) ?? anchors(innerA, innerB)) : { way: [], isWhole: true };
    let [i, j] = [0, 0];
    const between = (toA: number, toB: number) => {
      const [partA, partB] = [innerA.slice(i, toA), innerB.slice(j, toB)];
      if (partA.length === 0 && partB.length === 0) return;
      if (pairs.isWhole || pairs.way.length === 0) differ(partA, partB);
      else compare(partA, partB, left, add, differ);
    };
    for (const [atA, atB] of pairs.way) {
      between(atA, atB);
      add('same', innerA[atA]!);
      [i, j] = [atA + 1, atB + 1];
    }
    between(innerA.length, innerB.length);
  }
  add('same', a.slice(a.length - end).join(''));
}

/** Places of equal pieces; whole where nothing in between is equal. */
type Way = { way: [number, number][]; isWhole: boolean };

/** The fewest pieces that go and come (Myers, "An O(ND) Difference Algorithm"); null where these are too many. */
function shortestWay(a: string[], b: string[], left: { steps: number }): Way | null {
  const most = Math.min(DIFFERING_MAX, a.length + b.length);
  const furthest = new Int32Array(2 * most + 3);
  const past: Int32Array[] = [];
  for (let differing = 0; differing <= most; differing++) {
    past.push(furthest.slice(most - differing, most + differing + 3));
    for (let diagonal = -differing; diagonal <= differing; diagonal += 2) {
      const at = diagonal + most + 1;
      let x = diagonal === -differing || (diagonal !== differing && furthest[at - 1]! < furthest[at + 1]!) ? furthest[at + 1]! : furthest[at - 1]! + 1;
      const from = x;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      left.steps -= x - from + 1;
      furthest[at] = x;
      if (x >= a.length && x - diagonal >= b.length) return { way: wayBack(a.length, b.length, past), isWhole: true };
    }
    if (left.steps < 0) return null;
  }
  return null;
}

function wayBack(lengthA: number, lengthB: number, past: Int32Array[]): [number, number][] {
  const way: [number, number][] = [];
  let [x, y] = [lengthA, lengthB];
  for (let differing = past.length - 1; differing >= 0; differing--) {
    const furthest = past[differing]!;
    const at = (diagonal: number): number => furthest[diagonal + differing + 1]!;
    const diagonal = x - y;
    const before = diagonal === -differing || (diagonal !== differing && at(diagonal - 1) < at(diagonal + 1)) ? diagonal + 1 : diagonal - 1;
    const fromX = differing === 0 ? 0 : at(before);
    const fromY = differing === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY) way.push([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  return way.reverse();
}

/** Pieces that both have once, as far as they stand in one order: they cut long runs into shorter ones. */
function anchors(a: string[], b: string[]): Way {
  const once = (all: string[]): Map<string, number> => {
    const places = new Map<string, number>();
    for (const [at, piece] of all.entries()) places.set(piece, places.has(piece) ? -1 : at);
    return places;
  };
  const [placesA, placesB] = [once(a), once(b)];
  const pairs: [number, number][] = [];
  for (const [piece, at] of placesA) {
    const other = placesB.get(piece) ?? -1;
    if (at >= 0 && other >= 0) pairs.push([at, other]);
  }
  return { way: rising(pairs), isWhole: false };
}

/** The longest run of pairs whose second numbers rise; the first ones do. */
function rising(pairs: [number, number][]): [number, number][] {
  const ends: number[] = [];
  const last = pairs.map(() => -1);
  for (const [at, [, number]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < number) low = middle + 1;
      else high = middle;
    }
    last[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const run: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = last[at]!) run.push(pairs[at]!);
  return run.reverse();
}

/** A blank between two words that changed stays with them, so that a new sentence is one mark and not twenty. */
function gathered(all: Mark[]): Mark[] {
  const found: Mark[] = [];
  let [gone, come] = ['', ''];
  const flush = () => {
    if (gone) found.push({ kind: 'gone', text: gone });
    if (come) found.push({ kind: 'come', text: come });
    [gone, come] = ['', ''];
  };
  for (const [at, { kind, text }] of all.entries()) {
    const isBetween = kind === 'same' && gone.trim() !== '' && come.trim() !== '' && at < all.length - 1 && /^[^\S\n]+$/.test(text);
    if (kind === 'same' && !isBetween) {
      flush();
      found.push({ kind, text });
      continue;
    }
    if (kind !== 'come') gone += text;
    if (kind !== 'gone') come += text;
  }
  flush();
  return found;
}

/** How much of two texts is the same, from 0 to 1. */
export function shared(all: Mark[]): number {
  const lengthOf = (kind: Mark['kind']): number => all.reduce((sum, one) => sum + (one.kind === kind ? one.text.trim().length : 0), 0);
  const same = lengthOf('same');
  return same / Math.max(1, same + Math.max(lengthOf('gone'), lengthOf('come')));
}
