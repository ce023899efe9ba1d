import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { onSignedIn, Refusal } from '../../api/call';
import { go, useQuery } from '../../api/route';
import type { FieldDefinition, Model, User } from '../../api/types';
import { ASKED, CHANGE, FormChange, placeOf, TITLE, tellCreated, type Created } from '../../fields/create';
import { Against } from './against';
import { Clashes, decisionsOf, Deleted } from './asking';
import { asidesOf } from './beside';
import { Checks } from './checks';
import { Differ } from '../../fields/reader';
import { byField, type Told } from '../../fields/findings';
import { labelOf } from '../../fields/kinds';
import { reveal } from '../../fields/reveal';
import { complaint } from '../../fields/rules';
import { Head, Notice, Problem, sentence, State, Waiting } from '../../parts/basic';
import { focusStays } from '../../parts/focus';
import { Icon } from '../../parts/icon';
import { Link } from '../../parts/link';
import { Menu, type MenuEntry } from '../../parts/menu';
import { Tabs } from '../../parts/tabs';
import { draftLocale, entryOfNew, type Found } from '../../replica/drafts';
import { entriesOf, fieldsOf, isThere, localeOf, newId, slugOf, titleField, titleOf, type Entry } from '../../replica/entries';
import { useProject } from '../../replica/project';
import { neighbour } from '../../replica/shown';
import { ago, languageName, t, who } from '../../words/all';
import { useUndo } from '../../fields/undo';
import { wayOf } from '../../fields/moves';
import { Delivered } from './delivered';
import { Dictionary } from './dictionary';
import { Here } from './here';
import { Past, UsedBy } from './inspector';
import { FormField } from './field';
import { useForm } from './form';
import { Schedule } from './schedule';
import { NotHere } from './nothere';
import { InChanges } from './notices';
import { opened, type Done } from './shown';
import { turnOf } from './steps';
import { useChangesToSaveInto } from './into';
import { Unfinished } from './unfinished';
import { BODY, differing, nameOf, valuesOf } from './values';

/** Finds what the address names, with the draft of this person, and opens its form. */
export default function EntryPage({ user, model, entryId }: { user: User; model: Model; entryId: string }) {
  const content = useProject();
  const snapshot = content.snapshot!;
  const [wanted] = useQuery('locale');
  const locale = localeOf(snapshot, model, wanted);
  const isNew = entryId === 'new' && model.kind !== 'singleton' && model.kind !== 'dictionary';
  const [wantedDraft, putDraft] = useQuery('draft');
  const [state, set] = useState<Opened | null>(null);
  const id = isNew ? wantedDraft : entryId;
  const place = placeIn(model, locale, isNew ? entryOfNew(id) : id);
  useEffect(() => {
    if (state?.places.includes(place)) return;
    set(null); // what was kept since is read again
    if (isNew && id === '') {
      putDraft(newId()); // so that the same one is found again
      return;
    }
    let gone = false;
    set(null); // whoever comes back reads what the form has left
    opened(user.id, content, model, locale, isNew ? entryOfNew(id) : id).then((draft) => {
      if (gone) return;
      if (isNew && !draft && isThere(content.snapshot!, model, locale, id)) go(`${content.place}/c/${encodeURIComponent(model.id)}/${id}?locale=${locale}`, { replace: true }); // it was new once
      else set({ places: [place], draft, id, isNew });
    });
    return () => {
      gone = true;
    };
  }, [place]);
  const entries = useMemo(() => entriesOf(snapshot, model, locale), [snapshot, model, locale]);
  if (!state?.places.includes(place)) return <Waiting />;
  const saved = entries.find((entry) => entry.id === state.id) ?? (model.kind === 'singleton' || model.kind === 'dictionary' ? { id: '', data: {}, meta: {} } : undefined);
  // A form that is open stays, whoever deletes its entry.
  if (saved || state.isNew || state.draft) state.wasThere = true;
  if (!state.wasThere) return <NotHere key={place} model={model} locale={locale} id={entryId} onFound={(draft) => set({ places: [place], draft, id: entryId, isNew: true })} />;
  /** What was new is an entry now: the form stays as it is, with what was typed meanwhile, under the address of the entry. */
  const stay = (name: string) => {
    set({ ...state, id: name, isNew: false, places: [...state.places, placeIn(model, locale, name)] }); // drawn together with the address
    go(`${content.place}/c/${encodeURIComponent(model.id)}/${encodeURIComponent(name)}?locale=${locale}`, { replace: true });
  };
  /** The save that made it was taken back: the form stays as it is, as that of something new. */
  const unmake = () => {
    const anew = model.kind === 'document' && !state.isNew ? newId() : state.id;
    set({ ...state, id: anew, isNew: true, places: [...state.places, placeIn(model, locale, entryOfNew(anew))] });
    go(`${content.place}/c/${encodeURIComponent(model.id)}/new?${new URLSearchParams({ draft: anew, locale })}`, { replace: true });
  };
  return <Form key={state.places[0]} user={user} model={model} locale={locale} id={state.id} isNew={state.isNew} saved={saved} draft={state.draft} onStored={stay} onUnmade={unmake} />;
}

/** A form that is open: the places at which it is, as what was new has another one afterwards. */
type Opened = { places: string[]; draft: Found | undefined; id: string; isNew: boolean; wasThere?: boolean };
const placeIn = (model: Model, locale: string, entry: string): string => [model.id, draftLocale(model, locale), entry].join('\n');

function Form({ user, model, locale, id, isNew, saved, draft, onStored, onUnmade }: { user: User; model: Model; locale: string; id: string; isNew: boolean; saved: Entry | undefined; draft: Found | undefined; onStored: (name: string) => void; onUnmade: () => void }) {
  const content = useProject();
  const snapshot = content.snapshot!;
  const form = useForm(user.id, content, model, locale, id, isNew, saved, draft);
  const [said, say] = useState('');
  const [landed, setLanded] = useState<Done | null>(null);
  const takingBack = useUndo();
  const [decided, setDecided] = useState(0);
  const [comparing, compare] = useState(false);
  const [restored, setRestored] = useState(Boolean(draft && differing(draft.draft.before, draft.draft.values).length > 0));
  const [wantedBeside, putBeside] = useState('');
  const fields = useMemo(() => fieldsOf(model), [model]);
  const mayWrite = content.may('save_content');
  const mayWait = content.project.review_on_plan === true; // without that saves land at once, whatever the workflow
  const wantsReview = snapshot.config?.workflow === 'review';
  const waits = (wantsReview && mayWait) || form.branch !== null || form.waits;
  const list = `${content.place}/c/${encodeURIComponent(model.id)}`;
  const asked: typeof fields = isNew && model.kind === 'document' && !('slug' in (model.fields ?? {})) ? [...fields, ['slug', { type: 'slug', required: true }]] : fields;
  const isTaken = isNew && model.kind === 'document' && form.tried !== nameOf(form.values) && isThere(snapshot, model, locale, nameOf(form.values));
  const complaintOf = (name: string, field: FieldDefinition): string => complaint(field, form.values[name]) || (isTaken && name === 'slug' ? t('entry.slug.taken') : '');
  const complaints = model.kind === 'dictionary' ? [] : asked.filter(([name, field]) => complaintOf(name, field) !== '');
  const findings = form.findings.filter((one) => !complaints.some(([name]) => name === one.field));
  const told = useMemo(() => byField(form.findings), [form.findings]);
  const taken: Told[] | undefined = isTaken ? [{ at: '', severity: 'error', message: t('entry.slug.taken'), isOurs: true }] : undefined;
  const isReady = !form.saving && (form.touched.length > 0 || isNew);
  const errors = form.findings.filter((one) => one.severity === 'error');
  const title = model.kind === 'singleton' ? model.name : titleOf(model, { id: isNew ? t('newEntry') : model.kind === 'document' ? id : t('untitled'), data: form.values, meta: {} });
  const has = (one: string) => isThere(snapshot, model, one, id);
  const hasStatus = model.kind === 'collection' || model.kind === 'document';

  const slug = isNew ? asked.find(([, field]) => field.type === 'slug')?.[0] : undefined;
  const titled = titleField(model);
  const isStored = useRef(false);
  /** How often something was typed: what is said of a save is not about what came after it was begun. */
  const typedTimes = useRef(0);
  isStored.current = form.stored;
  /** What is typed anywhere in the form; the slug of a new entry follows its title until somebody has written one. */
  const change = useCallback((name: string, value: unknown) => {
    typedTimes.current++;
    say(''); // what was said of a save is not about what is typed now
    form.change(name, value);
    if (slug && name === titled && !isStored.current) form.follow(slug, slugOf(value));
  }, [slug, titled]);
  const takePast = useCallback((data: Record<string, unknown>, text: string | undefined) => {
    say('');
    form.take(data, text);
  }, []); // it reads what stands now from a ref
  const [askedBy] = useQuery(ASKED);
  const [titledSo] = useQuery(TITLE);
  const [joined] = useQuery(CHANGE);
  useEffect(() => {
    if (!isNew || draft) return;
    if (titledSo && titled) change(titled, titledSo);
    if (joined) form.join(joined);
  }, []);
  const titles = useRef(new Map<string, string>());
  const ofChange = useMemo(() => ({
    branch: form.branch,
    titles: titles.current,
    join: (made: Created) => {
      titles.current.set(placeOf(made.model, made.entry), made.title);
      if (form.branch === null) form.join(made.branch!);
    },
  }), [form.branch]);
  const wish = useRef<[publish: boolean, change?: string, asks?: boolean, isBack?: boolean]>([false]);
  const save = async (publish: boolean, change?: string, asks = false, isBack = false) => {
    wish.current = [publish, change, asks, isBack];
    say('');
    setLanded(null);
    const half = document.activeElement;
    if (half instanceof HTMLElement && half.matches('[data-typed]')) {
      half.blur(); // a tag that is still being typed becomes one, and the form is saved once it has it
      half.focus();
      return setDecided((times) => times + 1);
    }
    const wrong = document.querySelector<HTMLElement>('[data-wrong]'); // JSON that cannot be read is in no value, and would be left out
    if (wrong) {
      wrong.closest('[hidden]')?.parentElement?.querySelector<HTMLElement>('.unfold')?.click();
      wrong.focus();
      say(t('rule.json'));
      return;
    }
    if (complaints.length > 0) {
      reveal(complaints[0]![0]);
      say(t('entry.cannot', { fields: complaints.map(([one, field]) => labelOf(one, field, locale)).join(', ') }));
      return;
    }
    const before = typedTimes.current;
    const done = await form.save(publish, change, asks, isBack);
    if (!done) return;
    if (isNew && askedBy) tellCreated({ asked: askedBy, model: model.id, entry: done.id, title, branch: done.branch });
    if (typedTimes.current === before) say(done.merged ? (publish ? t('entry.live') : t('saved')) : t('entry.waits'));
    setRestored(false);
    setLanded(done.commits.length > 0 ? done : null);
  };
  const drawn = useRef({ isReady, save: (_publish: boolean): void => {} });
  drawn.current = { isReady, save: (publish) => void save(publish) };
  /** What is ready, and what a save does, for what has just been typed as well. */
  const settled = () => {
    form.drawing.settle();
    return drawn.current;
  };
  const isUndoing = useRef(false);
  /** What the last save has changed, or made, is taken back, as a change of its own; once, however often somebody presses meanwhile. */
  const undo = async (last: Done) => {
    if (isUndoing.current) return;
    isUndoing.current = true;
    try {
      let waits = false;
      for (const [at, commit] of last.commits.entries()) {
        const done = await takingBack.undo(commit, form.branch);
        if (!done) return;
        waits ||= done.waits;
        setLanded(at + 1 < last.commits.length ? { ...last, commits: last.commits.slice(at + 1) } : null);
      }
      if ((await form.undone(last.made)) && last.made === 'new') onUnmade();
      say(t(waits ? 'entry.waits' : 'done.undone'));
    } catch (refused) {
      say(sentence(refused));
    } finally {
      isUndoing.current = false;
    }
    focusStays();
  };
  useEffect(() => {
    if (isNew && form.arrived !== null) onStored(form.arrived);
  }, [form.arrived]);
  // A save that clashed goes on with what was decided, once the form has it.
  useEffect(() => {
    if (decided > 0) void save(...wish.current);
  }, [decided]);
  // A save that ended with the sign-in goes on with the next one.
  useEffect(() => onSignedIn(() => form.problem instanceof Refusal && form.problem.status === 401 && void save(...wish.current)));
  useLayoutEffect(() => { // heard as soon as it is seen
    const keys = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 's') {
        event.preventDefault();
        if (mayWrite) settled().save(event.shiftKey && hasStatus);
      }
      const again = mayWrite ? turnOf(event) : null;
      if (again !== null) {
        event.preventDefault();
        say('');
        form.turn(again);
      }
      const by = hasStatus ? wayOf(event) : null;
      if (by !== null) {
        const next = neighbour(model.id, entriesOf(snapshot, model, locale), id, by);
        if (next === undefined) return;
        event.preventDefault();
        if (document.querySelector('[data-wrong]')) return say(t('rule.json'));
        (document.activeElement as HTMLElement | null)?.blur(); // what is half typed becomes part of the draft first
        setTimeout(() => go(`${list}/${encodeURIComponent(next)}${location.search}`));
      }
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  });
  // A draft whose change is no longer open: the log knows whether somebody discarded it, and why.
  const isClosed = form.branch !== null && !content.branches.some((one) => one.name === form.branch) && !content.discarded.has(form.branch);
  useEffect(() => {
    if (isClosed) content.readDiscarded().catch(() => {}); // the next save tells what is the matter
  }, [isClosed]);
  const namesOf = (names: string[]) => names.map((name) => (name === BODY ? t('entry.body') : labelOf(name, fields.find(([each]) => each === name)?.[1] ?? { type: '' }, locale))).join(', ');
  const live = form.live();
  const liveNow = live ? valuesOf(model, live) : {};
  const somebody = live?.meta.updated_by && live.meta.updated_by !== user.email ? who(live.meta.updated_by) : '';
  const heard = form.came.length > 0 ? t(form.branch === null ? 'entry.came' : 'entry.came.change', { who: somebody || t('entry.somebody'), fields: namesOf(form.came) }) : '';
  const status = form.saving ? t('entry.saving') : said || heard || (form.touched.length > 0 && form.kept ? t('entry.kept') : '');
  const others = model.i18n && !isNew ? (snapshot.config?.locales.supported ?? []).filter((one) => one !== locale && has(one)) : [];
  const beside = others.includes(wantedBeside) ? wantedBeside : '';
  const other = useMemo(() => (beside ? entriesOf(snapshot, model, beside).find((entry) => entry.id === id) ?? entriesOf(snapshot, model, beside)[0] : undefined), [snapshot, model, beside, id]);
  const asides = useMemo(() => asidesOf(model, other, beside), [model, other, beside]);
  const isOlder = Boolean(other?.meta.updatedAt && saved?.meta.updatedAt && saved.meta.updatedAt < other.meta.updatedAt);
  const into = useChangesToSaveInto(content);
  const ways: MenuEntry[] = [
    ...(hasStatus ? [{ name: t('entry.savePublish'), does: () => void save(true), icon: <Icon name="check" /> }] : []),
    ...(waits || !mayWait ? [] : [{ name: t('entry.saveForReview'), does: () => void save(false, undefined, true), icon: <Icon name="change" /> }]),
    ...(form.branch === null || form.isOver ? into.changes.map((one) => ({ name: t('entry.saveInto', { change: one.title }), does: () => void save(false, one.name), icon: <Icon name="change" /> })) : []), // what waits in a change goes on there
    ...(into.lost ? [{ name: t('entry.into.lost'), does: into.read, icon: <Icon name="warn" /> }] : []),
  ];
  const hasLocales = model.i18n && (snapshot.config?.locales.supported.length ?? 0) > 1 && !isNew;
  return (
    <>
      <Head title={title} lang={isNew || model.kind === 'singleton' || model.kind === 'dictionary' ? undefined : locale} about={<span className="row">
        {hasStatus && <Link href={list}>{model.name}</Link>}{!isNew && hasStatus && <State of={saved?.meta.status ?? 'draft'} />}
        {saved?.meta.updatedAt && <span>{t('changed', { when: ago(saved.meta.updatedAt) })}{saved.meta.updated_by ? ` · ${who(saved.meta.updated_by)}` : ''}</span>}
        {!isNew && <Here model={model.id} locale={locale} id={id} />}
      </span>} />
      {hasLocales && (
        <div className="tabsline">
          <Tabs name={t('locales')} isFar panel="in-locale" chosen={locale} onChoose={(one) => go(`${location.pathname}?locale=${one}`)} tabs={snapshot.config!.locales.supported.map((one) => [one, <>{languageName(one)}{!has(one) && <span className="note"> {t('entry.missing')}</span>}</>, has(one) ? '' : 'lacks'])} />
          {isOlder && <span className="note">{t('entry.older', { locale: languageName(beside) })}</span>}
          {others.length > 0 && <Menu name={t('entry.beside')} look="quiet-button" label={<><Icon name="columns" />{t('entry.beside')}</>} entries={others.map((one) => ({ name: languageName(one), on: one === beside, does: () => putBeside(one === beside ? '' : one) }))} />}
        </div>
      )}
      <FormChange value={ofChange}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: named only where it is a panel */}
      <div className={beside ? 'editor beside' : 'editor'} id="in-locale" role={hasLocales ? 'tabpanel' : undefined} aria-label={hasLocales ? languageName(locale) : undefined}>
        <form aria-label={t('entry.form')} noValidate onSubmit={(event: FormEvent) => { event.preventDefault(); if (settled().isReady) settled().save(false); }}>
          {!mayWrite && <Notice>{t('entry.mayNot')}</Notice>}
          {mayWrite && wantsReview && !mayWait && <Notice>{t('entry.noReview')}</Notice>}
          <div className="stack small heard" aria-live="polite">
          {restored && form.touched.length > 0 && <Notice><span>{t('entry.restored')}</span><span><button className="button" type="button" onClick={() => { form.back(); setRestored(false); }}>{t('entry.back')}</button></span></Notice>}
          <InChanges form={form} />
          {form.isGone && <Notice kind="warn">{t('entry.deleted')}</Notice>}
          {isNew && <Unfinished user={user} model={model} id={id} />}
          {form.news.length > 0 && <Notice kind="warn">
            <span>{t(form.branch !== null ? 'entry.meanwhile.change' : somebody ? 'entry.meanwhile.who' : 'entry.meanwhile', { who: somebody, fields: namesOf(form.news) })}</span>
            <details onToggle={(event) => compare(event.currentTarget.open)}><summary>{t('entry.compare')}</summary>
              {comparing && <dl className="stack small">{form.news.map((name) => <div key={name}><dt className="note">{namesOf([name])}</dt><dd><Differ field={fields.find(([each]) => each === name)?.[1]} before={(form.branch === null ? liveNow : form.there)[name]} after={form.values[name]} lang={locale} /></dd></div>)}</dl>}
            </details>
          </Notice>}
          </div>
          {model.kind === 'dictionary' ? <Dictionary locale={locale} other={other?.data} otherLocale={beside} values={form.values} before={form.before} change={change} readOnly={!mayWrite} /> : fields.map(([name, field]) => (
            <FormField key={name} form={form.form} drawing={form.drawing} name={name} field={field} value={form.values[name]} onChange={change}
              told={(name === 'slug' ? taken : undefined) ?? told.get(name)} touched={form.touched.includes(name)} readOnly={!mayWrite || (isNew && form.stored && model.kind === 'document' && name === 'slug')}
              locale={locale} aside={asides[name]} came={form.came.includes(name)} />
          ))}
          {model.kind === 'document' && isNew && !('slug' in (model.fields ?? {})) && (
            <FormField form={form.form} drawing={form.drawing} name="slug" field={{ type: 'slug', required: true, description: t('entry.slug') }} value={form.values.slug} onChange={change} told={taken} touched={false} isMarked={false} readOnly={form.stored} locale={locale} />
          )}
          {model.kind === 'document' && !('body' in (model.fields ?? {})) && (
            <FormField form={form.form} drawing={form.drawing} name={BODY} field={{ type: 'markdown', label: t('entry.body') }} value={form.values[BODY]} onChange={change} touched={form.touched.includes(BODY)} readOnly={!mayWrite} locale={locale} aside={asides[BODY]} />
          )}
          {form.problem ? <Problem of={form.problem} again={form.problem instanceof Refusal && form.problem.status === 403 ? undefined : () => void save(...wish.current)} /> : null}
          {mayWrite && (
            <div className="savebar">
              <button className="button primary" type="submit" aria-disabled={!isReady}>{waits ? t('entry.saveForReview') : t('save')}</button>
              {ways.length > 0 && <Menu name={t('entry.more')} label={<Icon name="down" />} look="square" up entries={ways} onOpen={into.read} />}
              {(form.touched.length > 0 || form.isOver) && <button className="button quiet-button" type="button" onClick={form.back}>{t('entry.back')}</button>}
              {landed && form.touched.length === 0 && <button className="button" type="button" onClick={() => void undo(landed)}>{t('undo')}</button>}
              <span className="say quiet" role="status">{status || (form.touched.length > 0 && <span aria-hidden="true">{t('entry.keeping')}</span>)/* seen only: it would be heard at each pause */}</span>
            </div>
          )}
        </form>
        <aside className="inspector" aria-label={t('entry.inspector')}>
          <Checks fields={asked} complaints={complaints.map(([name, field]) => ({ name, message: complaintOf(name, field) }))} findings={findings} isRefused={errors.length > 0} locale={locale} />
          {!isNew && <Against model={model} locale={locale} touched={form.touched} before={form.before} values={form.values} />}
          {hasStatus && !isNew && saved && <Schedule model={model} id={id} locale={locale} meta={saved.meta} title={title} />}
          {hasStatus && !isNew && <UsedBy model={model} id={id} />}
          {!isNew && saved && <Delivered model={model} locale={locale} saved={saved} />}
          {!isNew && <Past model={model} id={id} locale={locale} onTake={mayWrite ? takePast : undefined} />}
        </aside>
      </div>
      </FormChange>
      {form.isDeleted && <Deleted onClose={form.leaveDeleted} onLeave={() => void form.drop().then(() => go(list, { replace: true }))} onBack={() => void save(wish.current[0], undefined, wish.current[2], true)} />}
      {takingBack.asking}
      {form.clashes && <Clashes clashes={form.clashes} isIn={form.branch !== null && !form.isOver} place={decisionsOf(model, locale, isNew ? '' : id)} fields={fields} locale={locale} problem={form.problem} onClose={form.leaveClashes} decide={form.decide} onDecided={() => setDecided((times) => times + 1)} />}
    </>
  );
}
