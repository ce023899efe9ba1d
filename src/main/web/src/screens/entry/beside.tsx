import type { ReactNode } from 'react';
import type { Model } from '../../api/types';
import { Reader } from '../../fields/reader';
import { fieldsOf, type Entry } from '../../replica/entries';
import { languageName } from '../../words/all';
import { BODY } from './values';

/** What another language says in each field of an entry, to be read while one writes. */
export function asidesOf(model: Model, other: Entry | undefined, locale: string): Record<string, ReactNode> {
  if (!other || model.kind === 'dictionary') return {};
  const aside = (value: ReactNode) => <div className="aside"><span className="note">{languageName(locale)}</span>{value}</div>;
  return {
    ...Object.fromEntries(fieldsOf(model).map(([name, field]) => [name, aside(<Reader field={field} value={other.data[name]} lang={locale} />)])),
    ...(model.kind === 'document' ? { [BODY]: aside(<Reader field={{ type: 'markdown' }} value={other.body} lang={locale} />) } : {}),
  };
}
