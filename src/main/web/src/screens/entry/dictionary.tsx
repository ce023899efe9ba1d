import { useId, useState } from 'react';
import { Icon } from '../../parts/icon';
import { t } from '../../words/all';

/** A text of a dictionary, whose keys may be called as anything that every object has. */
const textOf = (texts: Record<string, unknown>, key: string): unknown => (Object.hasOwn(texts, key) ? texts[key] : undefined);

/** The keys of a dictionary with their texts, found by either. */
export function Dictionary({ locale, other, otherLocale, values, before, change, readOnly }: {
  locale: string; other?: Record<string, unknown>; otherLocale?: string; values: Record<string, unknown>; before: Record<string, unknown>; change: (key: string, value: unknown) => void; readOnly: boolean;
}) {
  const [filter, setFilter] = useState('');
  const [key, setKey] = useState('');
  const [isTaken, tellTaken] = useState(false);
  const id = useId();
  const [shown, showMore] = useState(200);
  const keys = Object.keys({ ...before, ...values }).filter((one) => textOf(values, one) !== undefined).sort();
  const fitting = keys.filter((one) => (`${one} ${String(values[one])}`).toLowerCase().includes(filter.toLowerCase()));
  const add = () => {
    const name = key.trim();
    const isThere = textOf(values, name) !== undefined;
    tellTaken(isThere);
    if (isThere) return;
    if (name) change(name, '');
    setKey('');
  };
  return (
    <div className="stack">
      {keys.length > 10 && <input className="input" type="search" aria-label={t('list.filter')} placeholder={t('dictionary.filter')} value={filter} onChange={(event) => setFilter(event.target.value)} />}
      <ul className="stack small" aria-label={t('dictionary.keys')}>
        {fitting.slice(0, shown).map((one) => (
          <li key={one} className={`item field${textOf(before, one) !== values[one] ? ' touched' : ''}`} style={{ display: 'flex' }}>
            <label className="grow"><code>{one}</code><input className="input" lang={locale} dir="auto" readOnly={readOnly} value={String(values[one] ?? '')} onChange={(event) => change(one, event.target.value)} />{other && <span className="note" lang={otherLocale} dir="auto">{String(textOf(other, one) ?? '—')}</span>}</label>
            {!readOnly && <button className="button square quiet-button" style={{ alignSelf: 'end' }} type="button" aria-label={t('entry.take', { item: one })} onClick={() => change(one, undefined)}><Icon name="cross" /></button>}
          </li>
        ))}
      </ul>
      {fitting.length > shown && <div><button className="button" type="button" onClick={() => showMore(shown + 500)}>{t('entry.showMore', { count: fitting.length - shown })}</button></div>}
      {!readOnly && (
        <div className="row" style={{ flexWrap: 'nowrap' }}>
          <input className="input" aria-label={t('dictionary.new')} placeholder={t('dictionary.new')} data-typed={(!isTaken && key) || undefined} aria-invalid={isTaken || undefined} aria-describedby={isTaken ? id : undefined} value={key} onBlur={add}
            onChange={(event) => { tellTaken(false); setKey(event.target.value); }} onKeyDown={(event) => { if (event.key === 'Enter') { event.preventDefault(); add(); } }} />
          <button className="button" type="button" onClick={add} disabled={!key.trim()}>{t('entry.add')}</button>
        </div>
      )}
      {isTaken && <span className="error" id={id} role="alert">{t('dictionary.taken')}</span>}
    </div>
  );
}
