import { useDeferredValue, useMemo, useState } from 'react';
import { intent, patch, post, remove } from '../api/call';
import { go, useQuery } from '../api/route';
import type { Model } from '../api/types';
import { labelOf } from '../fields/kinds';
import { Empty, Head, Problem, State } from '../parts/basic';
import { Dialog } from '../parts/dialog';
import { Grid, type Column } from '../parts/grid';
import { Icon } from '../parts/icon';
import { Link } from '../parts/link';
import { Menu } from '../parts/menu';
import { entriesOf, fieldsOf, localeOf, titleField, titleOf, type Entry } from '../replica/entries';
import { useProject } from '../replica/project';
import { ago, language, languageName, many, t } from '../words/words';

const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });

/** One text in lower case a row, made once for all keys that are typed. */
const searchable = new WeakMap<object, string>();
function textOf(entry: Entry): string {
  let text = searchable.get(entry.data);
  if (text === undefined) {
    text = (entry.id + ' ' + Object.values(entry.data).filter((value) => typeof value === 'string' || typeof value === 'number').join(' ')).toLowerCase();
    searchable.set(entry.data, text);
  }
  return text;
}

/** `status:draft author:bo spring`: conditions on state and author, everything else is looked for in the text. */
function fits(entry: Entry, words: string[]): boolean {
  return words.every((word) => {
    if (word.startsWith('status:')) return (entry.meta.status ?? 'draft') === word.slice(7);
    if (word.startsWith('author:')) return (entry.meta.updated_by ?? '').toLowerCase().includes(word.slice(7));
    return textOf(entry).includes(word);
  });
}

const words = (filter: string): string[] => [...filter.toLowerCase().matchAll(/"([^"]*)"|(\S+)/g)].map((found) => found[1] ?? found[2]!).filter(Boolean);

/** Every entry of a model in one locale: found, sorted, chosen, and acted on together. */
export default function List({ model }: { model: Model }) {
  const content = useProject();
  const snapshot = content.snapshot!;
  const [filter, setFilter] = useQuery('filter');
  const [sort, setSort] = useQuery('sort');
  const [wanted, setLocale] = useQuery('locale');
  const locale = localeOf(snapshot, model, wanted);
  const locales = snapshot.config?.locales.supported ?? [locale];
  const [selected, select] = useState<Set<string>>(new Set());
  const [deleting, setDeleting] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [said, say] = useState<{ text: string; undo?: () => Promise<unknown> } | null>(null);
  const [busy, setBusy] = useState(false);
  const entries = useMemo(() => entriesOf(snapshot, model, locale), [snapshot, model, locale]);
  const deferred = useDeferredValue(filter);
  const order = sort || '-updated';
  const title = titleField(model);
  const extra = fieldsOf(model).filter(([name, field]) => name !== title && ['string', 'select', 'date', 'datetime', 'number', 'integer', 'decimal', 'percent', 'boolean', 'email', 'slug', 'rating'].includes(field.type)).slice(0, 2);
  const rows = useMemo(() => {
    const found = deferred ? entries.filter((entry) => fits(entry, words(deferred))) : [...entries];
    const by = order.replace('-', '');
    const value = (entry: Entry): string => by === 'title' ? titleOf(model, entry) : by === 'status' ? entry.meta.status ?? '' : by === 'updated' ? entry.meta.updatedAt ?? '' : String(entry.data[by] ?? '');
    const keyed = found.map((entry): [string, Entry] => [value(entry), entry]);
    if (by === 'updated' || by === 'status') keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    else keyed.sort(([a], [b]) => collator.compare(a, b));
    if (order.startsWith('-')) keyed.reverse();
    return keyed.map(([, entry]) => entry);
  }, [entries, deferred, order, model]);
  const columns: Column<Entry>[] = [
    { id: 'title', name: t('column.title'), cell: (entry) => titleOf(model, entry) },
    { id: 'status', name: t('column.status'), cell: (entry) => <State of={entry.meta.status ?? 'draft'} /> },
    ...extra.map(([name, field]): Column<Entry> => ({ id: name, name: labelOf(name, field, locale), wide: true, cell: (entry) => {
      const value = entry.data[name];
      return value === undefined || value === null ? '' : typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value);
    } })),
    { id: 'updated', name: t('column.changed'), wide: true, cell: (entry) => <span className="quiet">{ago(entry.meta.updatedAt)}</span> },
  ];
  const chosen = [...selected].filter((id) => entries.some((entry) => entry.id === id));
  const target = `${content.path}/content/${encodeURIComponent(model.id)}`;
  const act = async (work: () => Promise<any>, done: string, undo?: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    say(null);
    try {
      const answer = await work();
      say({ text: answer?.merged === false ? done + ' ' + t('list.waits') : done, undo: answer?.merged === false ? undefined : undo });
      select(new Set());
      await content.refresh();
    } catch (refused) {
      setProblem(refused);
    }
    setBusy(false);
  };
  const status = (to: 'published' | 'draft' | 'archived') => {
    const before = new Map(chosen.map((id) => [id, entries.find((entry) => entry.id === id)?.meta.status ?? 'draft']));
    const change = (ids: string[], state: string) => patch(target + '/status', { locale, entryIds: ids, status: state });
    const undo = async () => {
      for (const state of new Set(before.values())) {
        if (['published', 'draft', 'archived'].includes(state)) await change(chosen.filter((id) => before.get(id) === state), state);
      }
    };
    void act(() => change(chosen, to), many(chosen.length, `done.${to}.one`, `done.${to}.many`), undo);
  };
  const ids = (which: string[]) => ({ locale, [model.kind === 'document' ? 'slugs' : 'entryIds']: which });
  const may = content.may('save_content');
  const open = (entry: Entry) => go(`${content.place}/c/${encodeURIComponent(model.id)}/${encodeURIComponent(entry.id)}${wanted ? '?locale=' + wanted : ''}`);
  return (
    <>
      <Head title={model.name} about={model.description}>
        {may && <Link className="button primary" data-key="n" href={`${content.place}/c/${encodeURIComponent(model.id)}/new${wanted ? '?locale=' + wanted : ''}`}><Icon name="plus" />{t('newEntry')}</Link>}
      </Head>
      <div className="tools">
        <input className="input search" type="search" aria-label={t('list.filter')} placeholder={t('list.filter.example')} value={filter} onChange={(event) => setFilter(event.target.value)} />
        {model.i18n && locales.length > 1 && (
          <select className="input" aria-label={t('locale')} value={locale} onChange={(event) => { select(new Set()); setLocale(event.target.value); }}>
            {locales.map((one) => <option key={one} value={one}>{languageName(one)}</option>)}
          </select>
        )}
        <span className="quiet number" role="status">{rows.length === entries.length ? many(rows.length, 'entries.one', 'entries.many') : t('entries.of', { shown: rows.length, all: entries.length })}</span>
      </div>
      {chosen.length > 0 && (
        <div className="tools" role="toolbar" aria-label={t('list.selected')}>
          <strong>{many(chosen.length, 'selected.one', 'selected.many')}</strong>
          {content.may('change_status') && <>
            <button className="button" type="button" disabled={busy} onClick={() => status('published')}>{t('publish')}</button>
            <button className="button" type="button" disabled={busy} onClick={() => status('draft')}>{t('toDraft')}</button>
            <button className="button" type="button" disabled={busy} onClick={() => status('archived')}>{t('archive')}</button>
          </>}
          {content.may('copy_locale') && model.i18n && locales.length > 1 && (
            <Menu name={t('copyToLocale')} label={<>{t('copyToLocale')}<Icon name="down" /></>} entries={locales.filter((one) => one !== locale).map((to) => ({
              name: languageName(to),
              does: () => void act(async () => {
                const there = new Set(entriesOf(snapshot, model, to).map((entry) => entry.id));
                const missing = entries.filter((entry) => chosen.includes(entry.id) && !there.has(entry.id));
                if (missing.length === 0) return {};
                return model.kind === 'document'
                  ? post(target + '/batch', { items: missing.map((entry) => ({ locale: to, slug: entry.id, data: entry.data, body: entry.body })) }, intent())
                  : post(target, { locale: to, data: Object.fromEntries(missing.map((entry) => [entry.id, entry.data])) }, intent());
              }, t('done.copied', { locale: languageName(to) })),
            }))} />
          )}
          {content.may('delete_content') && <button className="button danger" type="button" disabled={busy} onClick={() => setDeleting(true)}>{t('delete')}</button>}
        </div>
      )}
      {problem ? <Problem of={problem} /> : null}
      {said && (
        <div className="notice good row" role="status"><span>{said.text}</span>
          {said.undo && <button className="button" type="button" onClick={() => { const undo = said.undo!; void act(undo, t('done.undone')); }}>{t('undo')}</button>}
        </div>
      )}
      {entries.length === 0 ? (
        <Empty title={t('list.none', { model: model.name })}><p className="quiet">{may ? t('list.none.about') : t('list.none.mayNot')}</p></Empty>
      ) : rows.length === 0 ? (
        <Empty title={t('list.nothing')}><button className="button" type="button" onClick={() => setFilter('')}>{t('list.clear')}</button></Empty>
      ) : (
        <Grid name={t('grid.entries')} rows={rows} columns={columns} sort={order} onSort={setSort} selected={selected} onSelect={select} onOpen={open} titleOf={(entry) => titleOf(model, entry)} />
      )}
      {deleting && (
        <Dialog title={many(chosen.length, 'list.delete.one', 'list.delete.many')} onClose={() => setDeleting(false)} foot={<>
          <button className="button" type="button" onClick={() => setDeleting(false)}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={() => {
            setDeleting(false);
            const gone = entries.filter((entry) => chosen.includes(entry.id));
            const undo = model.kind === 'document' ? undefined : () => post(target, { locale, data: Object.fromEntries(gone.map((entry) => [entry.id, entry.data])) }, intent());
            void act(() => remove(target, ids(chosen)), many(chosen.length, 'done.deleted.one', 'done.deleted.many'), undo);
          }}>{t('delete')}</button>
        </>}><p>{t('list.delete.about')}</p></Dialog>
      )}
    </>
  );
}
