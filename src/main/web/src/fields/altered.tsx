import { useState } from 'react';
import { State } from '../parts/basic';
import { Link } from '../parts/link';
import { definition, type Altered, type Group } from '../replica/changes';
import { t } from '../words/all';
import { labelOf } from './kinds';
import { Differ, Reader } from './reader';

const SHOWN = 50;
/** Who wrote a value stands beside it already. */
const QUIET = ['updated_by', 'source'];
export const isMeta = (one: Altered): boolean => one.path.includes('/meta/');

/** What is altered in one entry, field by field, each with the reader of its type. */
export function AlteredGroup({ group, plain = false, href }: { group: Group; plain?: boolean; /** Where the entry is written on. */ href?: string | undefined }) {
  const lang = group.locale ?? undefined;
  const [shown, showMore] = useState(SHOWN);
  const kinds = new Set(group.altered.map((one) => one.kind));
  const whole = kinds.size === 1 && !kinds.has('modified') && group.altered.length > 1;
  const told = group.altered.filter((one) => !isMeta(one) || !QUIET.includes(one.field ?? ''));
  const altered = told.length > 0 ? told : group.altered;
  return (
    <section className={plain ? 'plain' : 'card'} aria-label={plain ? undefined : [group.title, group.where].filter(Boolean).join(' · ')}>
      {!plain && <div className="row spread" style={{ padding: '12px 16px' }}>
        <div><h3 dir="auto" lang={lang}>{href ? <Link href={href}>{group.title}</Link> : group.title}</h3><span className="note">{group.where}</span></div>
        <State of={kinds.size === 1 && ['added', 'removed'].includes([...kinds][0]!) ? [...kinds][0]! : 'modified'} />
      </div>}
      {altered.slice(0, shown).map((one) => (
        <div className="difference" key={one.path + one.field}>
          <strong>{nameOf(one, group)}</strong>
          <div>{isMeta(one) && one.field === 'status' ? <span className="row">{one.before && !whole ? <><State of={one.before} /><span aria-label={t('value.after')} role="img">→</span></> : null}{(one.after ?? (whole && one.before)) ? <State of={one.after ?? one.before} /> : null}</span>
            : whole ? <Reader field={definition(group.model, one.field)} value={one.after ?? one.before} lang={lang} />
              : <Differ field={definition(group.model, one.field)} before={one.before} after={one.after} lang={lang} />}</div>
        </div>
      ))}
      {altered.length > shown && <div className="difference"><button className="button" type="button" onClick={() => showMore(shown + 200)}>{t('entry.showMore', { count: altered.length - shown })}</button></div>}
    </section>
  );
}

/** What is altered, in words: a field by its label, a state, or the whole entry. */
export function nameOf(one: Altered, group: Group): string {
  if (!one.field) return isMeta(one) ? t('review.state') : t('review.whole');
  if (isMeta(one)) return one.field === 'status' ? t('column.status') : t('review.meta', { name: one.field });
  return labelOf(one.field, definition(group.model, one.field) ?? { type: '' }, group.locale ?? '');
}
