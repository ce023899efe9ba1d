import { useEffect, useMemo, useRef, useState } from 'react';
import { isLost } from '../../api/call';
import { go, useQuery } from '../../api/route';
import type { Model, User } from '../../api/types';
import { Empty, Head, Problem } from '../../parts/basic';
import { useDeferred } from '../../parts/deferred';
import { focusStays } from '../../parts/focus';
import { Grid } from '../../parts/grid';
import { Icon } from '../../parts/icon';
import { later } from '../../parts/later';
import { Link } from '../../parts/link';
import { Menu } from '../../parts/menu';
import { entriesOf, localeOf, titleOf, type Entry } from '../../replica/entries';
import { conditions, fits, narrows, prepareTexts } from '../../replica/filter';
import { keepThis, kept } from '../../replica/kept';
import { Orders } from '../../replica/order';
import { useProject } from '../../replica/project';
import { showsNow } from '../../replica/shown';
import { amount, languageName, many, t } from '../../words/words';
import type { Done } from './bulk';
import { columnsAtFirst, columnsOf, coverageOf, isOwn, knownOf, sortValue } from './columns';
import { FilterBox } from './search';
import { Views } from './views';

const Selection = later(() => import('./selection'));
const TakeBack = later(() => import('./takeback'));
const Waits = later(() => import('./waits'), true);

/** Every entry of a model in one locale: found, sorted, chosen, and acted on together. */
export default function List({ user, model }: { user: User; model: Model }) {
  const content = useProject();
  const snapshot = content.snapshot!;
  const [filter, setFilter] = useQuery('filter');
  const [sort, setSort] = useQuery('sort');
  const [wanted, setLocale] = useQuery('locale');
  const locale = localeOf(snapshot, model, wanted);
  const locales = snapshot.config?.locales.supported ?? [locale];
  const [selected, select] = useState<Set<string>>(new Set());
  const [problem, setProblem] = useState<{ of: unknown; /** The same once more, as its answer may have been lost on the way. */ again?: () => void } | null>(null);
  const [said, say] = useState<{ text: string; undo: Done['undo'] } | null>(null);
  const [busy, setBusy] = useState(false);
  const entries = useMemo(() => entriesOf(snapshot, model, locale), [snapshot, model, locale]);
  const deferred = useDeferred(filter);
  const order = sort || '-updated';
  const isIn = useMemo(() => coverageOf(snapshot, model), [snapshot, model]);
  const lastOrders = useRef<{ of: Model; locale: string; orders: Orders<Entry> } | null>(null);
  const orders = useMemo(() => {
    const before = lastOrders.current?.of === model && lastOrders.current.locale === locale ? lastOrders.current.orders : null;
    const next = new Orders(entries, (by) => sortValue(model, isIn, locales, by), before, isOwn);
    lastOrders.current = { of: model, locale, orders: next };
    return next;
  }, [entries, model, isIn]);
  const sorted = orders.by(order);
  const [isLooking, setLooking] = useState(false);
  useEffect(() => (isLooking ? prepareTexts(entries) : undefined), [entries, isLooking]);
  const last = useRef<{ of: Entry[]; filter: string; rows: Entry[] }>({ of: [], filter: '', rows: [] });
  const rows = useMemo(() => {
    const looked = conditions(deferred);
    const before = last.current;
    const among = before.of === sorted && narrows(before.filter, deferred) ? before.rows : sorted;
    const found = looked.length > 0 ? among.filter((entry) => fits(entry, looked, isIn)) : sorted;
    last.current = { of: sorted, filter: deferred, rows: found };
    return found;
  }, [sorted, deferred, isIn]);
  const known = useMemo(() => knownOf(model, entries, locales), [model, entries]);
  useEffect(() => showsNow(model.id, rows), [rows]);
  const every = useMemo(() => columnsOf(snapshot, model, locale, isIn), [snapshot, model, locale, isIn]);
  const place = [user.id, content.project.id, model.id].join(' ');
  const [chosenColumns, chooseColumns] = useState<string[] | null>(() => kept<string[] | null>(`columns ${place}`, null));
  const shownColumns = chosenColumns ?? columnsAtFirst(every);
  const columns = every.filter((column) => column.id === 'title' || shownColumns.includes(column.id));
  const likely = columns.map((column) => column.id).join('\n');
  useEffect(() => orders.prepare(likely.split('\n')), [orders, likely]);
  const takeColumns = (next: string[] | null) => {
    keepThis(`columns ${place}`, next ?? undefined);
    chooseColumns(next);
  };
  const [chosen, hidden] = useMemo((): [string[], number] => {
    if (selected.size === 0) return [[], 0];
    const there = new Set(entries.map((entry) => entry.id));
    const shown = new Set(rows.map((entry) => entry.id));
    const ids = [...selected].filter((id) => there.has(id));
    return [ids, ids.filter((id) => !shown.has(id)).length];
  }, [selected, entries, rows]);
  /** Does something to what is chosen now; what is ticked meanwhile stays so. */
  const act = async (work: () => Promise<Done | null>, done: string) => {
    const from = document.activeElement;
    const about = new Set(chosen);
    setBusy(true);
    setProblem(null);
    say(null);
    try {
      const answer = await work();
      say({ text: answer?.merged === false ? `${done} ${t('list.waits')}` : answer ? done : t('done.nothingToCopy'), undo: answer?.undo ?? null });
      select((now) => new Set([...now].filter((id) => !about.has(id))));
      await content.readAnew();
    } catch (of) {
      setProblem({ of, ...(isLost(of) ? { again: () => void act(work, done) } : {}) });
    }
    setBusy(false);
    focusStays(from);
  };
  /** What was done to all of them at once; while somebody decides what is to stand, and where she leaves it, it can still be taken back. */
  const takeBack = async (undo: () => Promise<{ waits: boolean } | null>) => {
    const from = document.activeElement;
    setBusy(true);
    setProblem(null);
    try {
      const done = await undo();
      if (done) say({ text: done.waits ? `${t('done.undone')} ${t('list.waits')}` : t('done.undone'), undo: null });
      if (done) await content.readAnew();
    } catch (of) {
      setProblem({ of });
    }
    setBusy(false);
    focusStays(from);
  };
  const may = content.may('save_content');
  const open = (entry: Entry) => go(`${content.place}/c/${encodeURIComponent(model.id)}/${encodeURIComponent(entry.id)}${wanted ? `?locale=${wanted}` : ''}`);
  const toNew = `${content.place}/c/${encodeURIComponent(model.id)}/new${wanted ? `?locale=${wanted}` : ''}`;
  return (
    <>
      <Head title={model.name} about={model.description}>
        {may && entries.length > 0 && <Link className="button primary" data-key="n" href={toNew}><Icon name="plus" />{t('newEntry')}</Link>}
      </Head>
      <div className="tools">
        <FilterBox filter={filter} onFilter={setFilter} onBegin={() => setLooking(true)} known={known} />
        {model.i18n && locales.length > 1 && (
          <select className="input" aria-label={t('locale')} value={locale} onChange={(event) => { select(new Set()); setLocale(event.target.value); }}>
            {locales.map((one) => <option key={one} value={one}>{languageName(one)}</option>)}
          </select>
        )}
        <Views place={place} locales={model.i18n ? locales.filter((one) => one !== locale) : []} columns={chosenColumns} onColumns={takeColumns} />
        <Menu name={t('list.columns')} label={<><Icon name="columns" />{t('list.columns')}</>} entries={every.filter((column) => column.id !== 'title').map((column) => {
          const on = shownColumns.includes(column.id);
          return { name: column.name, on, does: () => takeColumns(on ? shownColumns.filter((id) => id !== column.id) : [...shownColumns, column.id]) };
        })} />
        <span className="quiet number" role="status">{rows.length === entries.length ? many(rows.length, 'entries.one', 'entries.many') : t('entries.of', { shown: amount(rows.length), all: amount(entries.length) })}</span>
      </div>
      {content.branches.length > 0 && may && <Waits model={model} locale={locale} />}
      {entries.length === 0 ? (
        <Empty title={t('list.none', { model: model.name })}>{model.description && <p className="quiet">{model.description}</p>}{may ? <Link className="button primary" data-key="n" href={toNew}><Icon name="plus" />{t('newEntry')}</Link> : <p className="quiet">{t('list.none.mayNot')}</p>}</Empty>
      ) : rows.length === 0 ? (
        <Empty title={t('list.nothing')}><p className="quiet">{t('list.help.about')}</p><button className="button" type="button" onClick={() => setFilter('')}>{t('list.clear')}</button></Empty>
      ) : (
        <Grid name={t('grid.entries')} rows={rows} columns={columns} sort={order} onSort={setSort} selected={selected} onSelect={select} onOpen={open} titleOf={(entry) => titleOf(model, entry)} />
      )}
      <div className="dock">
        {problem && <Problem {...problem} />}
        <div role="status">{said && (
          <div className="notice good row"><span>{said.text}</span>
            {said.undo && <TakeBack key={said.undo} commit={said.undo} busy={busy} take={takeBack} />}
          </div>
        )}</div>
        {chosen.length > 0 && <Selection model={model} locale={locale} locales={locales} chosen={chosen} hidden={hidden} isIn={isIn} busy={busy} act={act} />}
      </div>
    </>
  );
}
