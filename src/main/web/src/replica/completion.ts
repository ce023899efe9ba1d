/** What conditions of a list can name, and the values that each of them can have. */
export type Known = Record<string, string[]>;
/** Texts that could stand in place of the last part of a filter, which begins at `from`. */
export type Completion = { from: number; options: string[] };

const MOST = 8;
const quoted = (value: string): string => (/\s/.test(value) ? `"${value}"` : value);

/** Names of conditions where one begins, and behind a name and its colon the values that it can have. */
export function completion(filter: string, known: Known): Completion {
  const [last = ''] = /\S*$/.exec(filter) ?? [];
  const from = filter.length - last.length;
  const minus = last.startsWith('-') ? '-' : '';
  const [name = '', value] = last.slice(minus.length).split(/:(.*)/s);
  const names = Object.keys(known);
  if (value === undefined) {
    const options = name === '' && last !== '' && minus === '' ? [] : names.filter((one) => one.startsWith(name.toLowerCase())).map((one) => `${minus + one}:`);
    return { from, options: options.slice(0, MOST) };
  }
  const values = Object.hasOwn(known, name.toLowerCase()) ? known[name.toLowerCase()]! : [];
  const begun = value.replace(/^"/, '').toLowerCase();
  const options = values.filter((one) => one.toLowerCase().includes(begun)).map((one) => `${minus}${name}:${quoted(one)}`);
  return { from, options: options.filter((one) => one !== last).slice(0, MOST) };
}
