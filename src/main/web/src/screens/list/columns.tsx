import type { FieldDefinition, Model, Snapshot } from '../../api/types';
import { labelOf } from '../../fields/kinds';
import { State } from '../../parts/basic';
import type { Column } from '../../parts/grid';
import { entriesOf, fieldsOf, isThere, localesOf, titleField, titleOf, type Entry } from '../../replica/entries';
import { orderKey } from '../../replica/order';
import type { Known } from '../../replica/completion';
import type { Coverage } from '../../replica/filter';
import { Here } from './here';
import { ago, amount, day, languageName, moment, t, who } from '../../words/words';

const SHORT = ['string', 'select', 'date', 'datetime', 'number', 'integer', 'decimal', 'percent', 'boolean', 'email', 'slug', 'rating', 'relation', 'relations', 'url', 'phone', 'color'];
const NUMBERS = ['number', 'integer', 'decimal', 'percent', 'rating'];

/** What a list shows of every model. A field that is called so has a column of its own beside it. */
const OF_ALL = ['title', 'status', 'coverage', 'author', 'updated'];
const FIELD = 'data.';
const columnOf = (field: string): string => (OF_ALL.includes(field) ? FIELD + field : field);
const fieldOfColumn = (column: string): string => (column.startsWith(FIELD) ? column.slice(FIELD.length) : column);

/** Which entries of a model each locale has; looked up where content is kept by id. */
export function coverageOf(snapshot: Snapshot, model: Model): Coverage {
  if (model.kind === 'collection') return (locale, id) => isThere(snapshot, model, locale, id);
  const ids = new Map<string, Set<string>>();
  return (locale, id) => {
    const there = ids.get(locale) ?? new Set(entriesOf(snapshot, model, locale).map((entry) => entry.id));
    ids.set(locale, there);
    return there.has(id);
  };
}

/** Every column that a list of this model can have; which of them are shown is chosen by the person. */
export function columnsOf(snapshot: Snapshot, model: Model, locale: string, isIn: Coverage): Column<Entry>[] {
  const title = titleField(model);
  const locales = snapshot.config?.locales.supported ?? [];
  const fields = fieldsOf(model).filter(([name, field]) => name !== title && SHORT.includes(field.type));
  return [
    { id: 'title', name: t('column.title'), width: 'minmax(min(240px, 30vw), 3fr)', cell: (entry) => <><span dir="auto" lang={locale}>{titleOf(model, entry)}</span><Here model={model.id} id={entry.id} /></> },
    { id: 'status', name: t('column.status'), width: '140px', cell: (entry) => <State of={entry.meta.status ?? 'draft'} /> },
    ...fields.map(([name, field]): Column<Entry> => ({
      id: columnOf(name), name: labelOf(name, field, locale), wide: true, end: NUMBERS.includes(field.type), width: NUMBERS.includes(field.type) ? 'minmax(90px, .7fr)' : 'minmax(110px, 2fr)',
      cell: (entry) => shown(snapshot, field, entry.data[name], locale),
    })),
    ...(model.i18n && locales.length > 1 ? [{ id: 'coverage', name: t('column.coverage'), width: `${24 + locales.length * 36}px`, wide: true, cell: (entry: Entry) => (
      <span className="coverage">{locales.map((one) => {
        const has = isIn(one, entry.id);
        return <span key={one} className={has ? '' : 'lacks'}><span aria-hidden="true">{one.toUpperCase()}</span><span className="hidden">{t(has ? 'coverage.has' : 'coverage.lacks', { locale: languageName(one) })}</span></span>;
      })}</span>
    ) }] : []),
    { id: 'author', name: t('column.author'), width: 'minmax(110px, 1fr)', wide: true, cell: (entry) => <span className="quiet" title={entry.meta.updated_by}>{who(entry.meta.updated_by).split('@')[0]}</span> },
    { id: 'updated', name: t('column.changed'), width: '132px', wide: true, cell: (entry) => <span className="quiet" title={entry.meta.updatedAt && moment(entry.meta.updatedAt)}>{ago(entry.meta.updatedAt)}</span> },
  ];
}

/** What a list shows before anybody has chosen: a field or two, the languages, and who changed it when. */
export const columnsAtFirst = (all: Column<Entry>[]): string[] => {
  const own = all.map((one) => one.id).filter((id) => !OF_ALL.includes(id)).slice(0, all.some((one) => one.id === 'coverage') ? 1 : 2);
  return ['title', 'status', ...own, 'coverage', 'author', 'updated'];
};

function shown(snapshot: Snapshot, field: FieldDefinition, value: unknown, locale: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return amount(value);
  if (field.type === 'relation' || field.type === 'relations') return [value].flat().map((one) => titled(snapshot, field, one, locale)).join(', ');
  if (field.type === 'date' && typeof value === 'string') return day(value);
  if (field.type === 'datetime' && typeof value === 'string' && !Number.isNaN(Date.parse(value))) return moment(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The title of what a relation points at, in the locale of the list, else in one that has it. */
function titled(snapshot: Snapshot, field: FieldDefinition, value: unknown, locale: string): string {
  const points = value && typeof value === 'object' ? (value as { model?: string; ref?: string }) : { model: [field.model ?? ''].flat()[0], ref: String(value) };
  const model = snapshot.models.find((one) => one.id === points.model);
  if (!model) return points.ref ?? '';
  for (const one of localesOf(snapshot, model, locale)) {
    const content = snapshot.content[`${model.id}:${one}`];
    const data = model.kind === 'collection' ? content?.[points.ref ?? ''] : Array.isArray(content) ? content.find((each) => each.slug === points.ref)?.frontmatter : undefined;
    if (data) return titleOf(model, { id: points.ref ?? '', data, meta: {} });
  }
  return points.ref ?? '';
}

/** What a column is sorted by: as it is where plain comparison is right, else as a key that is. */
export function sortValue(model: Model, isIn: Coverage, locales: string[], by: string): (entry: Entry) => string {
  if (by === 'title') return (entry) => orderKey(titleOf(model, entry));
  if (by === 'status') return (entry) => entry.meta.status ?? '';
  if (by === 'updated') return (entry) => entry.meta.updatedAt ?? '';
  if (by === 'author') return (entry) => (entry.meta.updated_by ?? '').toLowerCase();
  if (by === 'coverage') return (entry) => String(locales.filter((one) => isIn(one, entry.id)).length);
  const name = fieldOfColumn(by);
  return (entry) => orderKey(typeof entry.data[name] === 'object' && entry.data[name] !== null ? JSON.stringify(entry.data[name]) : String(entry.data[name] ?? ''));
}

/** Whether a column says something of the entry alone, not of what other locales have. */
export const isOwn = (by: string): boolean => by !== 'coverage';

/** What a filter of this list can ask for, found when somebody begins to write one. */
export function knownOf(model: Model, entries: Entry[], locales: string[]): () => Known {
  let known: Known | null = null;
  return () => {
    known ??= {
      ...Object.fromEntries(fieldsOf(model).map(([name, field]) => [name.toLowerCase(), field.options ?? (field.type === 'boolean' ? ['true', 'false'] : [])])),
      status: ['draft', 'published', 'archived'],
      author: [...new Set(entries.map((entry) => entry.meta.updated_by ?? ''))].filter(Boolean).sort(),
      ...(model.i18n && locales.length > 1 ? { missing: locales, has: locales } : {}),
    };
    return known;
  };
}
