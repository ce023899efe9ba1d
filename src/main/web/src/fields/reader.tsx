import type { FieldDefinition } from '../api/types';
import { amount, day, moment, t } from '../words/all';
import { itemOf } from './kinds';
import { altered } from './lists';
import { useTargets, keyOf } from './relation';
import { useSome } from './some';

/** The address of a picture of this service; one of another host is never loaded, as that would learn who reads it. */
function ownPicture(value: string): string | null {
  const path = value.startsWith(location.origin) ? value.slice(location.origin.length) : value;
  return /^\/api\/cdn\/v1\/[\w-]+\/media\/[\w./-]+$/.test(path) && !path.includes('..') ? path : null;
}

/** A value as a person reads it, by the type of its field; texts name the language that they are content of. */
export function Reader({ field, value, lang }: { field: FieldDefinition | undefined; value: unknown; lang?: string }) {
  if (value === undefined || value === null || value === '') return <span className="quiet">{t('value.none')}</span>;
  if (field?.type === 'relation' || field?.type === 'relations') return <Titles field={field} values={Array.isArray(value) ? value : [value]} />;
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>;
  const picture = field?.type === 'image' && typeof value === 'string' ? ownPicture(value) : null;
  if (picture) return <><img className="thumb" src={picture} alt="" loading="lazy" /><code className="value">{String(value)}</code></>;
  if (field?.type === 'color' && typeof value === 'string') return <><span className="swatch" style={{ backgroundColor: value }} />{value}</>;
  if (field?.type === 'datetime' && typeof value === 'string' && !Number.isNaN(Date.parse(value))) return <time dateTime={value}>{moment(value)}</time>;
  if (field?.type === 'date' && typeof value === 'string') return <time dateTime={value}>{day(value)}</time>;
  if (field?.type === 'percent' && typeof value === 'number') return <>{amount(value)} %</>;
  if ((field?.type === 'url' || field?.type === 'email') && typeof value === 'string') return <code className="value">{value}</code>;
  if (field?.type === 'code' && typeof value === 'string') return <pre className="value" tabIndex={scrolls(value)}>{value}</pre>;
  if (typeof value === 'string' || typeof value === 'number') return <div className="value" dir="auto" lang={lang} tabIndex={scrolls(String(value))}>{String(value)}</div>;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number')) {
    return <Chips texts={value} lang={lang} />;
  }
  if (Array.isArray(value)) return <Items values={value} lang={lang} />;
  return (
    <dl className="stack small">
      {Object.entries(value as object).map(([name, inner]) => <div key={name}><dt className="note">{name}</dt><dd><Reader field={undefined} value={inner} lang={lang} /></dd></div>)}
    </dl>
  );
}

function Chips({ texts, lang }: { texts: (string | number)[]; lang?: string }) {
  const [some, more] = useSome(texts);
  return <><ul className="chips" lang={lang}>{some.map((one, at) => <li className="chip" key={at} style={{ paddingInlineEnd: 8 }}>{one}</li>)}</ul>{more}</>;
}

function Items({ values, lang }: { values: unknown[]; lang?: string }) {
  const [some, more] = useSome(values);
  return <><ol className="stack small">{some.map((one, at) => <li key={at} className="nested"><Reader field={undefined} value={one} lang={lang} /></li>)}</ol>{more}</>;
}

function Titles({ field, values }: { field: FieldDefinition; values: unknown[] }) {
  const targets = useTargets(field);
  return <Chips texts={values.map((one) => targets.find((target) => target.key === keyOf(one))?.title ?? keyOf(one))} />;
}

const WORDS_MAX = 400;
const SHARED = 0.3;
/** Longer ones scroll inside of their place, which the keyboard then has to reach. */
const FITS_CHARS = 400;
export const scrolls = (text: string): 0 | undefined => (text.length > FITS_CHARS || text.split('\n').length > 10 ? 0 : undefined);

/** Two texts with the words marked that only one of them has; long ones as they are, side by side. */
export function Words({ before, after, lang }: { before: string; after: string; lang?: string }) {
  const a = before.split(/(\s+)/);
  const b = after.split(/(\s+)/);
  if (a.length > WORDS_MAX || b.length > WORDS_MAX) return <div className="pair" lang={lang}><del className="value" tabIndex={scrolls(before)}>{before}</del><ins className="value" tabIndex={scrolls(after)}>{after}</ins></div>;
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--) common[i]![j] = a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const parts: { kind: 'same' | 'gone' | 'come'; text: string }[] = [];
  const add = (kind: 'same' | 'gone' | 'come', text: string) => {
    const end = parts.at(-1);
    if (end?.kind === kind) end.text += text;
    else parts.push({ kind, text });
  };
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { add('same', a[i]!); i++; j++; }
    else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)) add('gone', a[i++]!);
    else add('come', b[j++]!);
  }
  const same = parts.filter((part) => part.kind === 'same').reduce((sum, part) => sum + part.text.trim().length, 0);
  // Two texts that share next to nothing are read one after the other, not word by word.
  if (same < SHARED * Math.max(before.length, after.length)) return <div className="stack small" lang={lang}><del className="value" dir="auto" tabIndex={scrolls(before)}>{before}</del><ins className="value" dir="auto" tabIndex={scrolls(after)}>{after}</ins></div>;
  return <div className="value" dir="auto" lang={lang} tabIndex={scrolls(before + after)}>{parts.map((part, at) => (part.kind === 'same' ? <span key={at}>{part.text}</span> : part.kind === 'gone' ? <del key={at}>{part.text}</del> : <ins key={at}>{part.text}</ins>))}</div>;
}

/** Two lists as one: what came, what went, and what is only in another place among those that stayed. */
function Lists({ field, before, after, lang }: { field: FieldDefinition | undefined; before: unknown[]; after: unknown[]; lang?: string }) {
  const item = field?.type === 'relations' ? { ...field, type: 'relation' } : field?.type === 'array' ? itemOf(field) : undefined;
  const [some, more] = useSome(altered(before, after));
  return <><ul className="stack small">{some.map(({ value, how }, at) => {
    const shown = <Reader field={item} value={value} lang={lang} />;
    return <li key={at} className="row">{how === 'come' ? <><span className="state good">{t('state.added')}</span><ins>{shown}</ins></> : how === 'gone' ? <><span className="state bad">{t('state.removed')}</span><del>{shown}</del></> : <>{how === 'moved' && <span className="state plain">{t('value.moved')}</span>}{shown}</>}</li>;
  })}</ul>{more}</>;
}

/** One field before and after, with the reader of its type. */
export function Differ({ field, before, after, lang }: { field: FieldDefinition | undefined; before: unknown; after: unknown; lang?: string }) {
  const none = (value: unknown) => value === undefined || value === null || value === '';
  if (none(before)) return <div><span className="state good">{t('state.added')}</span><Reader field={field} value={after} lang={lang} /></div>;
  if (none(after)) return <div><span className="state bad">{t('state.removed')}</span><Reader field={field} value={before} lang={lang} /></div>;
  if (typeof before === 'string' && typeof after === 'string' && !['relation', 'color', 'date', 'datetime', 'select', 'code', 'url', 'email'].includes(field?.type ?? '')) return <Words before={before} after={after} lang={lang} />;
  if (Array.isArray(before) && Array.isArray(after)) return <Lists field={field} before={before} after={after} lang={lang} />;
  return (
    <div className="pair">
      <div><span className="note">{t('value.before')}</span><Reader field={field} value={before} lang={lang} /></div>
      <div><span className="note">{t('value.after')}</span><Reader field={field} value={after} lang={lang} /></div>
    </div>
  );
}
