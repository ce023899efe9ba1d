import type { FieldDefinition } from '../api/types';
import { amount, day, moment, t } from '../words/all';
import { itemOf } from './kinds';
import { altered } from './lists';
import { differingMembers, isObject, membersOf, type Values } from './members';
import { FileLink, Picture } from './picture';
import { useTargets } from './relation';
import { useSome } from './some';
import { keyOf } from './targets';
import { scrolls, Words } from './written';

/** Types of which a text or a number is not read as it stands. */
const READ = ['image', 'video', 'file', 'color', 'date', 'datetime', 'percent', 'code', 'relations', 'array', 'object'];
/** Types of which a difference shows both values, not what of their words has changed. */
const WHOLE = ['relation', 'color', 'date', 'datetime', 'select', 'url', 'email', 'image', 'video', 'file'];

/** A value as a person reads it, by the type of its field; texts name the language that they are content of. */
export function Reader({ field, value, lang }: { field: FieldDefinition | undefined; value: unknown; lang?: string }) {
  if (value === undefined || value === null || value === '') return <span className="quiet">{t('value.none')}</span>;
  if (field?.type === 'relation' || field?.type === 'relations') return <Titles field={field} values={Array.isArray(value) ? value : [value]} locale={lang ?? ''} />;
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>;
  if (field?.type === 'image' && typeof value === 'string') return <Picture value={value} />;
  if ((field?.type === 'video' || field?.type === 'file') && typeof value === 'string') return <FileLink value={value} />;
  if (field?.type === 'color' && typeof value === 'string') return <><span className="swatch" style={{ backgroundColor: value }} />{value}</>;
  if (field?.type === 'datetime' && typeof value === 'string' && !Number.isNaN(Date.parse(value))) return <time dateTime={value}>{moment(value)}</time>;
  if (field?.type === 'date' && typeof value === 'string') return <time dateTime={value}>{day(value)}</time>;
  if (field?.type === 'percent' && typeof value === 'number') return <>{amount(value)} %</>;
  if ((field?.type === 'url' || field?.type === 'email') && typeof value === 'string') return <code className="value">{value}</code>;
  if (field?.type === 'code' && typeof value === 'string') return <pre className="value" tabIndex={scrolls(value)}>{value}</pre>;
  if (typeof value === 'string' || typeof value === 'number') return <div className="value" dir="auto" lang={lang} tabIndex={scrolls(String(value))}>{String(value)}</div>;
  const item = field?.type === 'array' ? itemOf(field) : undefined;
  if (Array.isArray(value) && item?.type === 'relation') return <Titles field={item} values={value} locale={lang ?? ''} />;
  if (Array.isArray(value) && !READ.includes(item?.type ?? '') && value.every((one) => typeof one === 'string' || typeof one === 'number')) {
    return <Chips texts={value} lang={lang} />;
  }
  if (Array.isArray(value)) return <Items field={item} values={value} lang={lang} />;
  const members = value as Values;
  return (
    <dl className="stack small">
      {membersOf(field, lang ?? '', members).map(({ name, label, field: inner }) => <div key={name}><dt className="note">{label}</dt><dd><Reader field={inner} value={members[name]} lang={lang} /></dd></div>)}
    </dl>
  );
}

function Chips({ texts, lang }: { texts: (string | number)[]; lang?: string }) {
  const [some, more] = useSome(texts);
  return <><ul className="chips" lang={lang}>{some.map((one, at) => <li className="chip" key={at} style={{ paddingInlineEnd: 8 }}>{one}</li>)}</ul>{more}</>;
}

function Items({ field, values, lang }: { field: FieldDefinition | undefined; values: unknown[]; lang?: string }) {
  const [some, more] = useSome(values);
  return <><ol className="stack small">{some.map((one, at) => <li key={at} className="nested"><Reader field={field} value={one} lang={lang} /></li>)}</ol>{more}</>;
}

function Titles({ field, values, locale }: { field: FieldDefinition; values: unknown[]; locale: string }) {
  const targets = useTargets(field, locale);
  return <Chips texts={values.map((one) => targets.find((target) => target.key === keyOf(one))?.title ?? keyOf(one))} />;
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
  if (typeof before === 'string' && typeof after === 'string' && !WHOLE.includes(field?.type ?? '')) return <Words before={before} after={after} lang={lang} isCode={field?.type === 'code'} />;
  if (Array.isArray(before) && Array.isArray(after)) return <Lists field={field} before={before} after={after} lang={lang} />;
  if (isObject(before) && isObject(after) && field?.type !== 'relation') return (
    <dl className="stack small">
      {differingMembers(field, lang ?? '', before, after).map(({ name, label, field: inner }) => <div key={name}><dt className="note">{label}</dt><dd><Differ field={inner} before={before[name]} after={after[name]} lang={lang} /></dd></div>)}
    </dl>
  );
  return (
    <div className="pair">
      <div><span className="note">{t('value.before')}</span><Reader field={field} value={before} lang={lang} /></div>
      <div><span className="note">{t('value.after')}</span><Reader field={field} value={after} lang={lang} /></div>
    </div>
  );
}
