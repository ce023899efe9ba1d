import { canonical } from './kinds';

/** An item of a list: as it was, in another place among those that stayed, new, or gone. */
export type ListItem = { value: unknown; how: 'same' | 'moved' | 'come' | 'gone' };

/** Longer lists are compared item by item in their places. */
const LONGEST = 400;

/** The items of a list after a change in their order, then those that are gone. The longest run of items that kept their order has not moved. */
export function altered(before: unknown[], after: unknown[]): ListItem[] {
  const keys = before.map(canonical);
  if (before.length > LONGEST || after.length > LONGEST) {
    const next = after.map(canonical);
    return after.map((value, at): ListItem => ({ value, how: next[at] === keys[at] ? 'same' : 'come' })).concat(before.flatMap((value, at): ListItem[] => (next[at] === keys[at] ? [] : [{ value, how: 'gone' }])));
  }
  const places = new Map<string, number[]>();
  for (const [at, key] of keys.entries()) places.set(key, [...(places.get(key) ?? []), at]);
  const from = after.map((value) => places.get(canonical(value))?.shift());
  const free = [...places.values()].flat().sort((a, b) => a - b);
  const still = new Set(longestRising(from));
  return after
    .map((value, at): ListItem => ({ value, how: from[at] === undefined ? 'come' : still.has(at) ? 'same' : 'moved' }))
    .concat(free.map((at) => ({ value: before[at], how: 'gone' })));
}

/** The places of the longest run of rising numbers, gaps left out. */
function longestRising(numbers: (number | undefined)[]): number[] {
  const longest = numbers.map(() => 0);
  const last = numbers.map(() => -1);
  let end = -1;
  for (const [at, number] of numbers.entries()) {
    if (number === undefined) continue;
    longest[at] = 1;
    for (let one = 0; one < at; one++) {
      if (numbers[one] === undefined || numbers[one]! >= number || longest[one]! + 1 <= longest[at]!) continue;
      longest[at] = longest[one]! + 1;
      last[at] = one;
    }
    if (end < 0 || longest[at]! > longest[end]!) end = at;
  }
  const run: number[] = [];
  for (let at = end; at >= 0; at = last[at]!) run.push(at);
  return run;
}

/** A list in which one text is another: at its place, else where it stands now; where it is there no more the new one is added, an empty one taken out. */
export function replaced(items: unknown[], at: number, was: string, next: string): unknown[] {
  const place = items[at] === was ? at : items.indexOf(was);
  if (next === '') return place < 0 ? items : items.toSpliced(place, 1);
  return place < 0 ? [...items, next] : items.with(place, next);
}
