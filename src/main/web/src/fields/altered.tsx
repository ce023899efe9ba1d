import { useState } from 'react';
import { State } from '../parts/basic';
import { definition, type Altered, type Group } from '../replica/changes';
import { t } from '../words/words';
import { labelOf } from './kinds';
import { Differ } from './reader';

const SHOWN = 50;

/** What is altered in one entry, field by field, each with the reader of its type. */
export function AlteredGroup({ group }: { group: Group }) {
  const [shown, showMore] = useState(SHOWN);
  const kinds = new Set(group.altered.map((one) => one.kind));
  const isNew = kinds.size === 1 ? [...kinds][0]! : 'modified';
  return (
    <section className="card" aria-label={group.title}>
      <div className="row spread" style={{ padding: '12px 16px' }}>
        <div><h3>{group.title}</h3><span className="note">{group.where}</span></div>
        <State of={['added', 'modified', 'removed'].includes(isNew) ? isNew : 'modified'} />
      </div>
      {group.altered.slice(0, shown).map((one) => (
        <div className="difference" key={one.path + one.field}>
          <strong>{nameOf(one, group)}</strong>
          <Differ field={definition(group.model, one.field)} before={one.before} after={one.after} />
        </div>
      ))}
      {group.altered.length > shown && <div className="difference"><button className="button" type="button" onClick={() => showMore(shown + 200)}>{t('entry.showMore', { count: group.altered.length - shown })}</button></div>}
    </section>
  );
}

function nameOf(one: Altered, group: Group): string {
  const isMeta = one.path.includes('/meta/');
  if (!one.field) return isMeta ? t('review.state') : t('review.whole');
  return isMeta ? t('review.meta', { name: one.field }) : labelOf(one.field, definition(group.model, one.field) ?? { type: '' }, group.locale ?? '');
}
