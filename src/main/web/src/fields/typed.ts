import { isSame } from './kinds';

/** What was typed over values that are stored, by name, each beside what was stored then. What was not typed follows what is stored. */
export type Typed<T> = { [K in keyof T]?: { was: T[K]; is: T[K] } };

const names = <T extends object>(of: T): (keyof T)[] => Object.keys(of) as (keyof T)[];

/** What a form shows: what was typed, else what is stored; of a list what was added and taken away, on the list that is stored now. */
export function shownOf<T extends object>(stored: T, typed: Typed<T>): T {
  const shown = { ...stored };
  for (const name of names(stored)) {
    const one = typed[name];
    if (one) shown[name] = (Array.isArray(one.is) ? listOf(stored[name] as unknown[], one.was as unknown[], one.is) : one.is) as T[typeof name];
  }
  return shown;
}
const listOf = (stored: unknown[], was: unknown[], is: unknown[]): unknown[] =>
  [...stored.filter((one) => is.includes(one) || !was.includes(one)), ...is.filter((one) => !was.includes(one) && !stored.includes(one))];

/** What differs from what is stored: this is kept and sent, and nothing else. */
export function changedIn<T extends object>(stored: T, typed: Typed<T>): Typed<T> {
  const shown = shownOf(stored, typed);
  return Object.fromEntries(names(stored).filter((name) => typed[name] && !isSame(shown[name], stored[name])).map((name) => [name, typed[name]])) as Typed<T>;
}

/** With one more value typed; one that is stored just so was not changed. */
export function typeInto<T extends object, K extends keyof T>(stored: T, typed: Typed<T>, name: K, is: T[K]): Typed<T> {
  const { [name]: before, ...rest } = typed;
  if (isSame(is, stored[name])) return rest as Typed<T>;
  return { ...typed, [name]: { was: before && !Array.isArray(is) ? before.was : stored[name], is } };
}

/** Whether somebody else has stored another value since this one was typed: saving replaces it. What two have ticked in a list goes together. */
export function isOvertaken<T extends object>(stored: T, typed: Typed<T>, name: keyof T): boolean {
  const one = typed[name];
  return one !== undefined && !Array.isArray(one.is) && !isSame(stored[name], one.was) && !isSame(stored[name], one.is);
}

/** What is left once `sent` is stored: what was typed meanwhile, which goes on from there. */
export function leftOf<T extends object>(now: Typed<T>, sent: Typed<T>, shown: T): Typed<T> {
  return Object.fromEntries(names(now).filter((name) => now[name] !== sent[name]).map((name) => [name, sent[name] ? { was: shown[name], is: now[name]!.is } : now[name]])) as Typed<T>;
}

/** What a form has kept; a studio of before kept the values alone. */
export function typedOf<T extends object>(stored: T, kept: Record<string, unknown>): Typed<T> {
  const isBeside = (value: unknown): boolean => typeof value === 'object' && value !== null && 'is' in value;
  return Object.fromEntries(names(stored).filter((name) => kept[name as string] !== undefined).map((name) => {
    const value = kept[name as string];
    return [name, isBeside(value) ? value : { was: stored[name], is: value }];
  })) as Typed<T>;
}
