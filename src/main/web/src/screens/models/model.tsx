import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Refusal, send } from '../../api/call';
import { go } from '../../api/route';
import type { FieldDefinition, Finding, Model } from '../../api/types';
import { FormOf } from '../../fields/formsettings';
import { isSame } from '../../fields/kinds';
import { Field, Head, Notice, Problem } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { Link } from '../../parts/link';
import { Said } from '../../parts/said';
import { Tabs } from '../../parts/tabs';
import { fieldsOf } from '../../replica/entries';
import { follow, type Found } from '../../replica/drafts';
import { useKeepingOf } from '../../replica/keeping';
import { useProject } from '../../replica/project';
import { list, many, t } from '../../words/all';
import { definitionOf, FieldRows } from './fields';
import { DeleteModel, Impact, useFollowers, type Broken } from './impact';
import { ModelClashes } from './clashes';
import { merged, type Shape } from './merge';
import type { Row } from './modelfield';

const rowsOf = (model: Model): Row[] => fieldsOf(model).map(([name, field]) => ({ key: name, was: name, name, field }));

/** What is kept of a model that is not saved; JSON only while it cannot be read. */
type Kept = { about: Model; rows: Row[]; newId: string; etag: string | null; /** None in what was kept before there was one. */ base: Model | null; json: string | null };
/** What somebody else has saved, and its tag. */
type Live = { model: Model; etag: string | undefined };
export const keptModel = (kept: Found): Model => (kept.draft.values as Kept).about;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Whether JSON can be drawn as a form: every field is the name of a type or has one, also inside of others. */
const isField = (value: unknown): boolean => typeof value === 'string' || (isRecord(value) && typeof value.type === 'string' && areFields(value.fields) && (value.items === undefined || isField(value.items)));
const areFields = (value: unknown): boolean => value === undefined || (isRecord(value) && Object.values(value).every(isField));
const isDefinition = (value: unknown): boolean => isRecord(value) && areFields(value.fields) && (value.name === undefined || typeof value.name === 'string');

/** A model as a form and as JSON, which are always the same, and what saving it would break. */
export default function ModelEditor({ model, isNew, kept }: { model: Model; isNew: boolean; kept: Found | null }) {
  const content = useProject();
  const draft = kept && (kept.draft.values as Kept);
  const [about, setAbout] = useState<Model>(draft?.about ?? model);
  const [rows, setRows] = useState<Row[]>(() => draft?.rows ?? rowsOf(model).map((row) => (isNew ? { ...row, was: null } : row)));
  const [newId, setNewId] = useState(draft?.newId ?? model.id);
  const [tab, setTab] = useState<'fields' | 'form' | 'json' | 'impact'>(draft?.json ? 'json' : 'fields');
  const [json, setJson] = useState<string | null>(draft?.json ?? null);
  const [wrong, setWrong] = useState(draft?.json ? t('rule.json') : '');
  const [restored, setRestored] = useState(kept !== null);
  const [impact, setImpact] = useState<{ breaking: Broken[]; errors: Finding[] } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [said, say] = useState('');
  const [busy, setBusy] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [clash, setClash] = useState<Live | null>(null);
  /** How often it was put together with what somebody else has saved meanwhile. */
  const [again, saveAgain] = useState(0);
  const may = content.may('save_model');
  const path = `${content.path}/models/${encodeURIComponent(model.id)}`;
  const { id: _id, fields: _fields, ...rest } = about;
  const definition = { ...rest, ...(about.kind === 'dictionary' ? {} : { fields: definitionOf(rows) }) };
  const renamed = Object.fromEntries(rows.filter((row) => row.was && row.was !== row.name).map((row) => [row.was!, row.name]));
  const { id: _a, ...before } = model;
  const moves = !isNew && newId !== model.id;
  const changed = isNew || moves || !isSame(definition, before);
  /** The tag of the model that was last seen just as the form has it: what somebody else has saved since is not written over. */
  const tag = content.snapshot!.etags?.models?.[model.id];
  const etag = useRef(draft ? (draft.etag ?? undefined) : tag);
  /** The model that has that tag. */
  const base = useRef(draft ? (draft.base ?? null) : model);
  /** What stands in the form now, also for what began before it was typed. */
  const now = useRef({ about, rows, wrong });
  now.current = { about, rows, wrong };
  /** What Save was pressed for last. */
  const sent = useRef<Shape>({ about, rows });
  const isAsPut = () => isSame(now.current.about, sent.current.about) && isSame(now.current.rows, sent.current.rows);
  const goesOn = useRef(false);
  const began = () => {
    etag.current = tag;
    base.current = model;
  };
  /** What this form has saved last: on its way on from there somebody may have typed already. */
  const stored = useRef<unknown>(null);
  if ((!changed && stored.current === null) || isSame(stored.current, before)) began();
  /** It is stored, and this form of something new is done. */
  const isDone = useRef(false);
  const values: Kept | null = !may ? draft : (changed || wrong) && !isDone.current ? { about, rows, newId, etag: etag.current ?? null, base: base.current, json: wrong ? json : null } : null;
  const keeping = useKeepingOf(content.person, content.project.id, `models/${isNew ? 'new' : model.id}`, about.name || model.id, kept, values);
  const body = { ...definition, ...(Object.keys(renamed).length > 0 ? { renameFields: renamed } : {}), ...(moves ? { newId } : {}) };
  const text = JSON.stringify(body);
  useEffect(() => {
    if (!changed || wrong || !may) {
      setImpact(null);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      send('PUT', `${path}?dryRun=true`, { body, signal: stop.signal }).then((answer) => {
        setImpact({ breaking: answer.json.breakingChanges, errors: answer.json.validation.errors });
        setProblem(null);
      }, (refused) => refused instanceof Refusal && setProblem(refused));
    }, 400);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, wrong]);
  const take = (typed: string) => {
    setJson(typed);
    try {
      const next = JSON.parse(typed);
      if (!isDefinition(next)) throw new Error();
      setWrong('');
      setAbout({ ...next, id: model.id });
      const known = new Map(rows.map((row) => [row.name, row]));
      setRows(Object.entries(next.fields ?? {}).map(([name, field]): Row => ({ key: known.get(name)?.key ?? name, was: known.get(name)?.was ?? null, name, field: (typeof field === 'string' ? { type: field } : field) as FieldDefinition })));
    } catch {
      setWrong(t('rule.json'));
    }
  };
  const save = async () => {
    setBusy(true);
    setProblem(null);
    say('');
    sent.current = { about, rows };
    try {
      await put();
    } catch (refused) {
      if (!(refused instanceof Refusal && refused.status === 412 && (await meet()))) setProblem(refused);
    } finally {
      setBusy(false);
    }
  };
  const put = async () => {
    if (isNew) await content.readAnew();
    if (isNew && content.snapshot!.models.some((one) => one.id === model.id)) return;
    const answer = (await send('PUT', path, { body, headers: isNew ? { 'If-None-Match': '*' } : etag.current ? { 'If-Match': `"${etag.current}"` } : {} })).json;
    if (!answer.validation.valid) {
      setImpact({ breaking: answer.breakingChanges, errors: answer.validation.errors });
      return;
    }
    if (answer.merged) {
      stored.current = definition;
      base.current = { ...definition, id: model.id } as Model; // one's own save may come together with another one, and clashes with neither
    }
    isDone.current = isNew;
    if (answer.merged) setRows((all) => all.map((row) => ({ ...row, was: rows.find((one) => one.key === row.key)?.name ?? row.was })));
    await keeping.drop();
    setRestored(false);
    await content.readAnew();
    if (answer.merged && moves) await follow(content.person, content.project.id, model.id, newId).catch(() => {});
    say(answer.merged ? t('saved') : t('entry.waits'));
    if (moves && answer.merged) go(`${content.place}/models/${encodeURIComponent(newId)}`, { replace: true });
    if (isNew) go(answer.merged ? `${content.place}/models/${encodeURIComponent(model.id)}` : `${content.place}/changes`, { replace: true });
  };
  /** Somebody has saved the model meanwhile: what both changed is decided, the rest goes together. */
  const meet = async (): Promise<boolean> => {
    await content.readAnew();
    const live = content.snapshot!.models.find((one) => one.id === model.id);
    if (isNew || !live || content.problem) return false;
    if (now.current.wrong) return true; // JSON that was begun since then is finished first
    const met: Live = { model: live, etag: content.snapshot!.etags?.models?.[model.id] };
    const next = merged(base.current, live, now.current);
    if (next.clashes.length > 0) setClash(met);
    else goOn(next, met, isAsPut());
    return true;
  };
  /** Both together, on top of the state that was decided about; `isMeant` where that is what somebody has pressed Save for. */
  const goOn = (next: Shape, live: Live, isMeant: boolean) => {
    base.current = live.model;
    etag.current = live.etag;
    setClash(null);
    setAbout(next.about);
    setRows(next.rows);
    setJson(null);
    goesOn.current = isMeant;
    saveAgain((times) => times + 1);
  };
  /** What was put together is saved by itself where it breaks nothing, and nobody has typed on since; else it is seen first, as every model is. */
  const saveTogether = async () => {
    setBusy(true);
    try {
      const { breakingChanges: breaking, validation } = (await send('PUT', `${path}?dryRun=true`, { body })).json;
      setImpact({ breaking, errors: validation.errors });
      if (goesOn.current && isWhole && breaking.length === 0 && validation.valid) await save();
      else say(t('model.together'));
    } catch (refused) {
      setProblem(refused);
    } finally {
      setBusy(false);
    }
  };
  const isTaken = (moves || (isNew && !isDone.current)) && content.snapshot!.models.some((one) => one.id === newId);
  const names = rows.map((row) => row.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at) ?? (names.includes('') ? '' : undefined);
  const isWhole = twice === undefined && !isTaken && newId !== '';
  useEffect(() => {
    if (again > 0) void saveTogether();
  }, [again]);
  /** JSON that cannot be read yet is in no field: it stays until it can, or is taken back. */
  const leave = (to: typeof tab) => {
    if (wrong) return;
    setTab(to);
    setJson(null);
  };
  /** Whether visitors may send entries of it: set at once, apart from what is saved here. */
  const hasForm = !isNew && model.kind === 'collection' && content.may('configure_model');
  // Nobody has touched it: what somebody else saves comes into it.
  const seen = useRef(model);
  useLayoutEffect(() => {
    const { id: _seen, ...was } = seen.current;
    seen.current = model;
    if (isNew || isSame(was, before)) return;
    const isUntouched = isSame(definition, stored.current ?? was); // news may bring one's own save together with another one, and she may have typed the old value again
    stored.current = null;
    if (wrong || newId !== model.id || !isUntouched) return;
    setAbout(model);
    setRows(rowsOf(model));
    setJson(null);
  }, [model]);
  const followers = useFollowers(model);
  return (
    <>
      <Head title={about.name || model.id} about={<span className="row"><Link href={`${content.place}/models`}>{t('models')}</Link><code>{model.id}</code><span>{t(`kind.${model.kind}`)}</span></span>}>
        {!isNew && content.may('delete_model') && <button className="button danger" type="button" onClick={() => setDeleting(true)}>{t('delete')}</button>}
      </Head>
      {!may && <Notice>{t('model.mayNot')}</Notice>}
      <Tabs name={t('model.views')} panel="model-view" chosen={tab} onChoose={leave} tabs={(['fields', ...(hasForm ? (['form'] as const) : []), 'json', 'impact'] as const).map((one) => [one, `${t(`model.tab.${one}`)}${one === 'impact' && impact && impact.breaking.length > 0 ? ` (${impact.breaking.length})` : ''}`])} />
      {restored && values && <Notice>{t('entry.restored')}</Notice>}
      {tab === 'fields' && (
        <div className="stack" id="model-view" role="tabpanel" aria-label={t('model.tab.fields')}>
          <div className="pair">
            <label className="field"><span className="label">{t('name')}</span><input className="input" readOnly={!may} value={about.name} onChange={(event) => setAbout({ ...about, name: event.target.value })} /></label>
            <label className="field"><span className="label">{t('model.description')}</span><input className="input" readOnly={!may} value={about.description ?? ''} onChange={(event) => setAbout({ ...about, description: event.target.value || undefined })} /></label>
          </div>
          <div className="pair">
            {(content.snapshot!.config?.domains ?? []).length > 0 && <label className="field"><span className="label">{t('model.domain')}</span>
              <select className="input" disabled={!may} value={about.domain} onChange={(event) => setAbout({ ...about, domain: event.target.value })}>
                {[...new Set([about.domain, ...content.snapshot!.config!.domains])].map((one) => <option key={one}>{one}</option>)}
              </select></label>}
            {(about.kind === 'collection' || about.kind === 'document') && <label className="field"><span className="label">{t('model.titleField')}</span>
              <select className="input" disabled={!may} value={about.title_field ?? ''} onChange={(event) => setAbout({ ...about, title_field: event.target.value || undefined })}>
                <option value="">{t('model.titleField.none')}</option>
                {rows.filter((row) => row.name).map((row) => <option key={row.key} value={row.name}>{row.name}</option>)}
              </select></label>}
          </div>
          {!isNew && <Field label={t('model.id')} help={t('model.id.moves')} error={isTaken ? t('model.taken') : undefined}>{(ids) => <input className="input" {...ids} readOnly={!may} spellCheck="false" value={newId} onChange={(event) => { event.target.value = event.target.value.trim(); setNewId(event.target.value); }} />}</Field>}
          {about.kind === 'dictionary' ? <p className="quiet">{t('kind.dictionary.about')}</p> : <FieldRows rows={rows} onRows={setRows} readOnly={!may} label={t('model.tab.fields')} />}
        </div>
      )}
      {tab === 'form' && <div className="stack" id="model-view" role="tabpanel" aria-label={t('model.tab.form')}><p className="quiet">{t('model.form.about')}</p><FormOf model={model} /></div>}
      {tab === 'json' && (
        <div className="field" id="model-view" role="tabpanel" aria-label="JSON">
          <textarea className="input code" aria-label="JSON" aria-invalid={wrong ? true : undefined} readOnly={!may} spellCheck="false" style={{ minBlockSize: 360 }} value={json ?? JSON.stringify(definition, null, 2)} onChange={(event) => take(event.target.value)} />
          {wrong && <span className="error" role="alert">{wrong}</span>}
        </div>
      )}
      {tab === 'impact' && <div className="stack small" id="model-view" role="tabpanel" aria-label={t('model.tab.impact')}>{moves && <p>{t('model.follow', { what: list([many(followers.entries, 'entries.one', 'entries.many'), ...followers.pointing]) })}</p>}<Impact impact={impact} changed={changed} /></div>}
      {tab !== 'impact' && impact && impact.breaking.length > 0 && <Notice kind="warn"><span>{many(impact.breaking.length, 'model.breaks.one', 'model.breaks.many')}</span><span><button className="button" type="button" onClick={() => setTab('impact')}>{t('model.tab.impact')}</button></span></Notice>}
      {impact && impact.errors.length > 0 && tab !== 'impact' && <Notice kind="bad"><Said of={impact.errors[0]!.message} /></Notice>}
      {problem ? <Problem of={problem} /> : null}
      {may && (
        <div className="savebar">
          <button className="button primary" type="button" disabled={busy || !changed || Boolean(wrong) || !isWhole} onClick={save}>{t('model.save')}</button>
          {(changed || wrong) && !isNew && <button className="button quiet-button" type="button" onClick={() => { began(); setNewId(model.id); setAbout(model); setRows(rowsOf(model)); setJson(null); setWrong(''); }}>{t('entry.back')}</button>}
          {isNew && <button className="button quiet-button" type="button" onClick={() => setLeaving(true)}>{t('discard')}</button>}
          <span className="say quiet" role="status">{twice !== undefined ? t('model.twice', { name: twice }) : isNew && isTaken ? t('model.taken') : said}</span>
        </div>
      )}
      {leaving && <Dialog title={t('model.discard')} onClose={() => setLeaving(false)} foot={<>
        <button className="button" type="button" onClick={() => setLeaving(false)}>{t('cancel')}</button>
        <button className="button danger" type="button" onClick={() => { isDone.current = true; void keeping.drop().then(() => go(`${content.place}/models`)); }}>{t('discard')}</button>
      </>}><p>{t('model.discard.about')}</p></Dialog>}
      {clash && <ModelClashes place={`models/${model.id}#decisions`} merged={merged(base.current, clash.model, { about, rows })} onClose={() => setClash(null)} onDecided={(shape) => goOn(shape, clash, true)} />}
      {deleting && <DeleteModel model={model} onClose={() => setDeleting(false)} />}
    </>
  );
}
