import { useState } from 'react';
import { Icon } from '../parts/icon';
import { fieldOf } from '../replica/entries';
import { t } from '../words/all';
import { FieldEditor, type EditorProps } from './editor';
import { isSame, itemOf } from './kinds';
import { useMoves } from './moves';
import { isGroup, KINDS } from './registry';

const record = (value: unknown): Record<string, unknown> => (value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {});

/** Members that no field declares stay as they are. */
export function ObjectEditor({ field, value, set, readOnly }: EditorProps) {
  const fields = Object.entries(field.fields ?? {});
  if (fields.length === 0) return <RawEditor field={field} value={value} set={set} ids={{ id: '' }} label="" readOnly={readOnly} />;
  const members = record(value);
  const change = (name: string, next: unknown) => {
    const all = { ...members, [name]: next };
    if (next === undefined) delete all[name];
    set(Object.keys(all).length === 0 ? undefined : all);
  };
  return (
    <div className="nested">
      {fields.map(([name, inner]) => <FieldEditor key={name} name={name} field={fieldOf(inner)} value={members[name]} onChange={change} touched={false} readOnly={readOnly} locale="" />)}
    </div>
  );
}

const OPEN_AT_FIRST = 5;
/** What a folded item shows of itself: its first text. */
const titleIn = (one: unknown): string => String(Object.values(record(one)).find((each) => typeof each === 'string' && each.trim() !== '') ?? '').slice(0, 80);

/** Tags for texts, rows for everything else; both can be put into another order by keys and by mouse. */
export function ArrayEditor({ field, value, set, ids, label, readOnly }: EditorProps) {
  const [typed, type] = useState('');
  const [shown, showMore] = useState(50);
  const item = itemOf(field);
  const items = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  const put = (next: unknown[]) => set(next.length === 0 ? undefined : next);
  const without = (at: number) => {
    put(items.filter((_, index) => index !== at));
    setOpen((all) => new Set([...all].filter((index) => index !== at).map((index) => (index > at ? index - 1 : index))));
  };
  const insert = (at: number, one: unknown) => {
    put(items.toSpliced(at, 0, one));
    setOpen((all) => new Set([...[...all].map((index) => (index >= at ? index + 1 : index)), at]));
  };
  const move = (at: number, by: number) => {
    const next = [...items];
    const [one] = next.splice(at, 1);
    next.splice(at + by, 0, one);
    put(next);
    setOpen((all) => new Set([...all].map((index) => (index === at ? at + by : index === at + by ? at : index))));
  };
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(items.length <= OPEN_AT_FIRST ? items.keys() : []));
  const toggle = (at: number) => setOpen((all) => (all.has(at) ? new Set([...all].filter((one) => one !== at)) : new Set([...all, at])));
  const moves = useMoves<HTMLUListElement & HTMLOListElement>(readOnly ? 0 : items.length, move);
  if (item.type === 'string' && items.every((one) => typeof one === 'string')) {
    const add = () => {
      const words = typed.split(',').map((word) => word.trim()).filter(Boolean);
      if (words.length > 0) put([...items, ...words]);
      type('');
    };
    return <>
      {items.length > 0 && (
        <ul className="chips" aria-label={label} {...moves}>
          {items.map((one, at) => (
            <li className="chip" key={`${at}:${one}`}>{one}
              {!readOnly && at > 0 && <button type="button" aria-label={t('entry.earlier', { item: one })} onClick={() => move(at, -1)}><Icon name="up" /></button>}
              {!readOnly ? <button type="button" aria-label={t('entry.take', { item: one })} onClick={() => without(at)}><Icon name="cross" /></button> : <span style={{ inlineSize: 8 }} />}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && (
        <input className="input" {...ids} aria-label={t('entry.addTo', { field: label })} placeholder={t('entry.addTag')} value={typed} onChange={(event) => type(event.target.value)} onBlur={add}
          onKeyDown={(event) => { if (event.key === 'Enter') { event.preventDefault(); add(); } }} />
      )}
    </>;
  }
  const kind = KINDS[item.type as keyof typeof KINDS] ?? KINDS.unknown;
  return (
    <div className="stack small">
      <ol className="stack small" aria-label={label} {...moves}>
        {items.slice(0, shown).map((one, at) => {
          const name = t('entry.item', { field: label, at: at + 1 });
          return (
            <li className="item" key={at}>
              {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: named only where it is a group */}
              <div className="grow" role={isGroup(kind, item) ? 'group' : undefined} aria-label={isGroup(kind, item) ? name : undefined}>
                {item.type === 'object' && <button className="button quiet-button unfold" type="button" aria-expanded={open.has(at)} onClick={() => toggle(at)}><Icon name={open.has(at) ? 'up' : 'down'} /><span dir="auto">{titleIn(one) || name}</span></button>}
                {(item.type !== 'object' || open.has(at)) && <kind.Editor field={item} value={one} ids={{ id: `${ids.id}-${at}`, 'aria-label': name }} label={name} readOnly={readOnly} set={(next) => put(items.map((each, index) => (index === at ? (next ?? (item.type === 'object' ? {} : '')) : each)))} />}
              </div>
              {!readOnly && <span className="row" style={{ gap: 0, flexWrap: 'nowrap' }}>
                <button className="button square quiet-button" type="button" disabled={at === 0} aria-label={t('entry.earlier', { item: name })} onClick={() => move(at, -1)}><Icon name="up" /></button>
                <button className="button square quiet-button" type="button" disabled={at === items.length - 1} aria-label={t('entry.later', { item: name })} onClick={() => move(at, 1)}><Icon name="down" /></button>
                {item.type === 'object' && <button className="button square quiet-button" type="button" aria-label={t('entry.copyItem', { item: name })} onClick={() => insert(at + 1, structuredClone(one))}><Icon name="copy" /></button>}
                <button className="button square quiet-button" type="button" aria-label={t('entry.take', { item: name })} onClick={() => without(at)}><Icon name="cross" /></button>
              </span>}
            </li>
          );
        })}
      </ol>
      {items.length > shown && <div><button className="button" type="button" onClick={() => showMore(shown + 100)}>{t('entry.showMore', { count: items.length - shown })}</button></div>}
      {!readOnly && <div><button className="button" type="button" id={ids.id} onClick={() => insert(items.length, item.type === 'object' ? {} : item.type === 'boolean' ? false : '')}><Icon name="plus" />{t('entry.add')}</button></div>}
    </div>
  );
}

/** For types that the studio does not know: the value as JSON, kept whatever it is. */
export function RawEditor({ value, set, ids, readOnly, label }: EditorProps) {
  const [typed, type] = useState<string | null>(null);
  const [wrong, say] = useState(false);
  const change = (next: string) => {
    type(next);
    try {
      const parsed = next.trim() === '' ? undefined : JSON.parse(next);
      say(false);
      if (!isSame(parsed, value)) set(parsed);
    } catch {
      say(true);
    }
  };
  return <>
    <textarea className="input code" {...ids} aria-label={ids['aria-label'] ?? (label || 'JSON')} aria-invalid={wrong || undefined} readOnly={readOnly} spellCheck={false} value={typed ?? (value === undefined ? '' : JSON.stringify(value, null, 2))} onChange={(event) => change(event.target.value)} />
    {wrong && <span className="error">{t('rule.json')}</span>}
  </>;
}
