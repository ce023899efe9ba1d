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

/** What a new entry begins with. */
export function defaults(model: Model): Values {
  const values: Values = {};
  for (const [name, field] of Object.entries(model.fields ?? {})) {
    if (typeof field !== 'string' && field.default !== undefined) values[name] = field.default;
  }
  return model.kind === 'document' ? { ...values, [BODY]: '' } : values;
}

type Form = { values: Values; before: Values; base: string | null; branch: string | null };

/** What was changed in a form, on the commit that it was opened on. */
export function bodyOf(model: Model, locale: string, id: string, isNew: boolean, now: Form): Body {
  const isSlug = (name: string) => model.kind === 'document' && name === 'slug' && !('slug' in (model.fields ?? {}));
  const names = Object.keys({ ...now.before, ...now.values }).filter((name) => name !== BODY && !isSlug(name));
  const changed = names.filter((name) => isNew || !isSame(now.before[name], now.values[name]));
  const data: Values = {};
  for (const name of model.kind === 'collection' || model.kind === 'dictionary' ? changed : names) {
    const value = now.values[name];
    data[name] = value === undefined ? null : value;
  }
  const body: Body = { locale, data: model.kind === 'collection' ? { [id]: data } : data };
  if (now.base && !isNew) body.base = now.base;
  if (now.branch) body.branch = now.branch;
  if (model.kind === 'document') {
    body.slug = isNew ? String(now.values.slug ?? '') : id;
    if (isNew || !isSame(now.before[BODY], now.values[BODY])) body.body = now.values[BODY] ?? '';
  }
  return body;
}
