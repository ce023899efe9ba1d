import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react';
import { Icon } from '../parts/icon';
import { fieldOf } from '../replica/entries';
import { t } from '../words/all';
import { FieldEditor, type EditorProps } from './editor';
import { isInside, under } from './findings';
import { isSame, itemOf } from './kinds';
import { replaced } from './lists';
import { Grip, Mover, SQUARE, useMoves } from './moves';
import { KINDS, roleOf } from './registry';
import { opensItems } from './reveal';
import { useSome } from './some';
import { NewTag, Tag, TAG_CHARS } from './tag';
import { Wrong, Wrongs } from './wrong';

const record = (value: unknown): Record<string, unknown> => (value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {});

/** Members that no field declares stay as they are. */
export function ObjectEditor({ field, value, set, ids, readOnly, path = '', told }: EditorProps) {
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
      {fields.map(([name, inner]) => <FieldEditor key={name} name={name} field={fieldOf(inner)} value={members[name]} onChange={change} touched={false} readOnly={readOnly} locale={ids.lang ?? ''} path={`${path}.${name}`} told={under(told, `.${name}`)} isNested />)}
    </div>
  );
}

const OPEN_AT_FIRST = 5;
let made = 0;
const newKey = (): number => ++made;
/** What a folded item shows of itself: its first text. */
const titleIn = (one: unknown): string => String(Object.values(record(one)).find((each) => typeof each === 'string' && each.trim() !== '') ?? '').slice(0, 80);

/** Tags for short texts, rows for everything else; both can be put into another order by keys and by mouse. */
export function ArrayEditor({ field, value, set, ids, label, readOnly, path = '', told }: EditorProps) {
  const item = itemOf(field);
  const items = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  const [some, more, show] = useSome(items);
  /** A tag is typed on while the list becomes another one by news: it goes into the one that is there by then. */
  const now = useRef({ items, set });
  now.current = { items, set };
  const put = (next: unknown[]) => now.current.set(next.length === 0 ? undefined : next);
  /** An item keeps its key wherever it goes, so that what is typed into it goes with it. */
  const [keys, setKeys] = useState<number[]>(() => items.map(newKey));
  if (keys.length !== items.length) setKeys(items.map((_, at) => keys[at] ?? newKey()));
  /** Whether an item is open, by its key; those that never were are not there. */
  const [open, setOpen] = useState<ReadonlyMap<number, boolean>>(() => new Map(items.length <= OPEN_AT_FIRST ? keys.map((key) => [key, true]) : []));
  useLayoutEffect(() => opensItems(path, (at) => {
    show(at + 1);
    if (item.type === 'object' && keys[at] !== undefined) setOpen((all) => new Map([...all, [keys[at]!, true]]));
  }));
  const toggle = (key: number) => setOpen((all) => new Map([...all, [key, !all.get(key)]]));
  const without = (at: number) => {
    put(items.toSpliced(at, 1));
    setKeys(keys.toSpliced(at, 1));
  };
  const insert = (at: number, one: unknown) => {
    const key = newKey();
    put(items.toSpliced(at, 0, one));
    setKeys(keys.toSpliced(at, 0, key));
    setOpen((all) => new Map([...all, [key, true]]));
    return key;
  };
  const move = (at: number, by: number) => {
    put(items.toSpliced(at, 1).toSpliced(at + by, 0, items[at]));
    setKeys(keys.toSpliced(at, 1).toSpliced(at + by, 0, keys[at]!));
  };
  const moves = useMoves<HTMLUListElement & HTMLOListElement>(readOnly ? 0 : some.length, move);
  /** The key of an item that was just added: it is written into at once. */
  const added = useRef(0);
  useEffect(() => {
    const item = moves.ref.current?.children[keys.indexOf(added.current)];
    if (item) added.current = 0;
    (item?.querySelector<HTMLElement>('.grow :is(input, textarea, select)') ?? item?.querySelector('button'))?.focus();
  });
  /** Whoever takes an item out goes on with the one after it, or before it, or with a new one. */
  const takeOut = (event: MouseEvent<HTMLElement>, at: number) => {
    const own = event.currentTarget.closest('li')!;
    const next = own.nextElementSibling ?? own.previousElementSibling;
    ([...(next?.querySelectorAll('button') ?? [])].at(-1) ?? document.getElementById(ids.id))?.focus();
    without(at);
  };
  const isTags = item.type === 'string' && items.every((one) => typeof one === 'string');
  /** Long texts stand in rows, and stay there while they are written shorter. */
  const [isInRows, setInRows] = useState(false);
  const isLong = isTags && (items as string[]).some((one) => one.length > TAG_CHARS || one.includes('\n'));
  /** While a tag is typed the list stays one of tags, whatever comes into it. */
  const [isTyped, hold] = useState(false);
  if (isLong && !isInRows && !isTyped) setInRows(true);
  if (isTags && !isInRows) {
    return <>
      {items.length > 0 && (
        <ul className="chips" lang={ids.lang} aria-label={label} {...moves}>
          {(some as string[]).map((one, at) => (
            <li className="chip" key={keys[at]!}>{!readOnly && items.length > 1 && <Grip />}
              {readOnly ? one : <Tag text={one} hold={hold} set={(was, next) => (next === '' && one === was ? without(at) : put(replaced(now.current.items, at, was, next)))} />}
              {!readOnly && items.length > 1 && <Mover item={one} by={-1} isLast={at === 0} move={(by) => move(at, by)} />}
              {!readOnly ? <button type="button" aria-label={t('entry.take', { item: one })} onClick={() => { without(at); document.getElementById(ids.id)?.focus(); }}><Icon name="cross" /></button> : <span style={{ inlineSize: 8 }} />}
            </li>
          ))}
        </ul>
      )}
      {more}
      {!readOnly && <NewTag ids={items.length > 0 ? { ...ids, 'aria-required': undefined } : ids} label={label} hold={hold} add={(texts) => put([...now.current.items, ...texts])} />}
    </>;
  }
  const kind = isTags ? KINDS.text : (KINDS[item.type as keyof typeof KINDS] ?? KINDS.unknown);
  return (
    <div className="stack small">
      <ol className="stack small" aria-label={label} {...moves}>
        {some.map((one, at) => {
          const name = t('entry.item', { field: label, at: at + 1 });
          const key = keys[at]!;
          const of = under(told, `[${at}]`);
          const wrong = of?.filter((each) => !isInside(item, one, each.at)) ?? [];
          const about = wrong.length > 0 ? { 'aria-describedby': `${ids.id}-${at}e`, 'aria-invalid': wrong.some((each) => each.severity === 'error') || undefined } : {};
          const editor = () => <kind.Editor field={item} value={one} ids={{ id: `${ids.id}-${at}`, lang: ids.lang, 'aria-label': name, ...about }} label={name} readOnly={readOnly} path={`${path}[${at}]`} told={of} set={(next) => put(items.map((each, index) => (index === at ? (next ?? (item.type === 'object' ? {} : '')) : each)))} />;
          return (
            <li className="item" key={key} data-field={`${path}[${at}]`}>
              {!readOnly && items.length > 1 && <Grip />}
              {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: named only where it is a group */}
              <div className="grow" role={roleOf(kind, item)} aria-label={roleOf(kind, item) && name}>
                {item.type === 'object' && <button className="button quiet-button unfold" type="button" aria-expanded={open.get(key) === true} onClick={() => toggle(key)}><Icon name={open.get(key) ? 'up' : 'down'} /><span dir="auto">{titleIn(one) || name}</span></button>}
                {item.type === 'object' && !open.get(key) && <Wrongs told={of} />}
                {item.type !== 'object' ? editor() : open.has(key) && <div hidden={!open.get(key)}>{editor()}</div>}
                {wrong.length > 0 && <Wrong id={`${ids.id}-${at}e`} told={wrong} />}
              </div>
              {!readOnly && <span className="row" style={{ gap: 0, flexWrap: 'nowrap' }}>
                <Mover item={name} by={-1} isLast={at === 0} look={SQUARE} move={(by) => move(at, by)} />
                <Mover item={name} by={1} isLast={at === items.length - 1} look={SQUARE} move={(by) => move(at, by)} />
                {item.type === 'object' && <button className="button square quiet-button" type="button" aria-label={t('entry.copyItem', { item: name })} onClick={() => insert(at + 1, structuredClone(one))}><Icon name="copy" /></button>}
                <button className="button square quiet-button" type="button" aria-label={t('entry.take', { item: name })} onClick={(event) => takeOut(event, at)}><Icon name="cross" /></button>
              </span>}
            </li>
          );
        })}
      </ol>
      {more}
      {!readOnly && <div><button className="button" type="button" id={ids.id} onClick={() => { added.current = insert(items.length, item.type === 'object' ? {} : item.type === 'boolean' ? false : ''); }}><Icon name="plus" />{t('entry.add')}</button></div>}
    </div>
  );
}

/** What an emptied item of an array is. */
const isEmpty = (value: unknown): boolean => value === undefined || value === '' || isSame(value, {});

/** For types that the studio does not know: the value as JSON, kept whatever it is. */
export function RawEditor({ value, set, ids, readOnly, label }: EditorProps) {
  const [typed, type] = useState<{ text: string; value: unknown; wrong: boolean } | null>(null);
  const change = (text: string) => {
    try {
      const parsed = text.trim() === '' ? undefined : JSON.parse(text);
      type({ text, value: parsed, wrong: false });
      if (!isSame(parsed, value)) set(parsed);
    } catch {
      type({ text, value, wrong: true });
    }
  };
  // What was typed stands as long as the value is what it made of it; a value that came from elsewhere is shown itself.
  const now = typed && (isSame(typed.value, value) || (typed.value === undefined && isEmpty(value))) ? typed : null;
  return <>
    <textarea className="input code" {...ids} aria-label={ids['aria-label'] ?? (label || 'JSON')} aria-invalid={now?.wrong || undefined} data-wrong={now?.wrong || undefined} readOnly={readOnly} spellCheck="false" value={now?.text ?? (value === undefined ? '' : JSON.stringify(value, null, 2))} onChange={(event) => change(event.target.value)} />
    {now?.wrong && <span className="error">{t('rule.json')}</span>}
  </>;
}
