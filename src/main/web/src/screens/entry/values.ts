import type { Model } from '../../api/types';
import { isSame } from '../../fields/kinds';
import type { Entry } from '../../replica/entries';

/** What stands in a form, by the names of its fields. */
export type Values = Record<string, unknown>;
/** The Markdown of a document stands among the values under a name that no field can have. */
export const BODY = '\u0000body';

/** What a save sends. */
export type Body = { locale: string; data: Values; base?: string; branch?: string; review?: boolean; slug?: string; body?: unknown };

export const valuesOf = (model: Model, entry: Entry | undefined): Values => ({ ...entry?.data, ...(model.kind === 'document' ? { [BODY]: entry?.body ?? '' } : {}) });

/** The name that a new document gets: the service writes it small. */
export const nameOf = (values: Values): string => String(values.slug ?? '').toLowerCase();

/** What a new entry begins with. */
export function defaults(model: Model): Values {
  const values: Values = {};
  for (const [name, field] of Object.entries(model.fields ?? {})) {
    if (typeof field !== 'string' && field.default !== undefined) values[name] = field.default;
  }
  return model.kind === 'document' ? { ...values, [BODY]: '' } : values;
}

/** The fields in which two states differ. */
export const differing = (one: Values, other: Values): string[] => Object.keys({ ...one, ...other }).filter((name) => !isSame(one[name], other[name]));

/** Some fields of one state put into another; what is absent there goes. */
export function taking(all: Values, from: Values, names: string[]): Values {
  const next = { ...all };
  for (const name of names) {
    if (from[name] === undefined) delete next[name];
    else next[name] = from[name];
  }
  return next;
}

/** What others have saved comes into every field that was not touched, and what is live as it stands here is no edit any more; `news` are the touched ones in which live is another now. */
export function following(before: Values, values: Values, live: Values): { before: Values; values: Values; came: string[]; news: string[]; isClean: boolean } | null {
  const changed = differing(before, live);
  if (changed.length === 0) return null;
  const touched = new Set(differing(before, values).filter((name) => !isSame(values[name], live[name])));
  const free = changed.filter((name) => !touched.has(name));
  return { before: taking(before, live, free), values: taking(values, live, free), came: free.filter((name) => !isSame(values[name], live[name])), news: changed.filter((name) => touched.has(name)), isClean: touched.size === 0 };
}

/** Fields that a person has touched and that are live with a value which is neither what the form began with nor what stands in it. */
export const overtaken = (before: Values, values: Values, live: Values): string[] =>
  differing(before, values).filter((name) => !isSame(before[name], live[name]) && !isSame(values[name], live[name]));

type Form = { values: Values; before: Values; base: string | null; branch: string | null };

/** What was changed in a form, on the commit that it was opened on; of an entry that nobody has stored yet everything. `id` is the name of a document. */
export function bodyOf(model: Model, locale: string, id: string, isFresh: boolean, now: Form): Body {
  const isSlug = (name: string) => model.kind === 'document' && name === 'slug' && !('slug' in (model.fields ?? {}));
  const data: Values = {};
  for (const name of Object.keys({ ...now.before, ...now.values })) {
    if (name === BODY || isSlug(name) || !(isFresh || !isSame(now.before[name], now.values[name]))) continue;
    const value = now.values[name];
    data[name] = value === undefined ? null : value;
  }
  const body: Body = { locale, data: model.kind === 'collection' ? { [id]: data } : data };
  if (now.base && (!isFresh || model.kind === 'document')) body.base = now.base; // a document of the same name may have come meanwhile
  if (now.branch) body.branch = now.branch;
  if (model.kind === 'document') {
    body.slug = id;
    if (isFresh || !isSame(now.before[BODY], now.values[BODY])) body.body = now.values[BODY] ?? '';
  }
  return body;
}
