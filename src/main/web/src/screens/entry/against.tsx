import type { Model } from '../../api/types';
import { labelOf } from '../../fields/kinds';
import { Differ } from '../../fields/reader';
import { useSome } from '../../fields/some';
import { useDeferred } from '../../parts/deferred';
import { definition } from '../../replica/changes';
import { t } from '../../words/all';
import { BODY } from './values';

/** What is in the form and not saved yet, field by field, beside what it was. */
export function Against({ model, locale, touched, before, values: newest }: { model: Model; locale: string; touched: string[]; before: Record<string, unknown>; values: Record<string, unknown> }) {
  const values = useDeferred(newest); // differences of long texts never wait before a key
  const [some, more] = useSome(touched);
  return (
    <section aria-label={t('entry.against')}>
      <h2>{t('entry.against')}</h2>
      {touched.length === 0 && <p className="quiet">{t('entry.unchanged')}</p>}
      <dl className="stack small">
        {some.map((name) => (
          <div key={name}>
            <dt className="note"><a href={`#field-${name}`}>{name === BODY ? t('entry.body') : labelOf(name, definition(model, name) ?? { type: '' }, locale)}</a></dt>
            <dd><Differ field={definition(model, name)} before={before[name]} after={values[name]} lang={locale} /></dd>
          </div>
        ))}
      </dl>
      {more}
    </section>
  );
}
