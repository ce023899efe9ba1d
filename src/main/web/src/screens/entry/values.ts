import type { Model } from '../../api/types';
import type { Entry } from '../../replica/entries';

/** What stands in a form, by the names of its fields. */
export type Values = Record<string, unknown>;
/** The Markdown of a document stands among the values under a name that no field can have. */
export const BODY = '\u0000body';

export const valuesOf = (model: Model, entry: Entry | undefined): Values => ({ ...entry?.data, ...(model.kind === 'document' ? { [BODY]: entry?.body ?? '' } : {}) });

/** What a new entry begins with. */
export function defaults(model: Model): Values {
  const values: Values = {};
  for (const [name, field] of Object.entries(model.fields ?? {})) {
    if (typeof field !== 'string' && field.default !== undefined) values[name] = field.default;
  }
  return model.kind === 'document' ? { ...values, [BODY]: '' } : values;
}
