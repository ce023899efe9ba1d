import { useCallback, useEffect, useRef, useState } from 'react';
import { intent, patch, post, Refusal, send } from '../../api/call';
import type { Finding, Model, Saved } from '../../api/types';
import { isSame } from '../../fields/kinds';
import type { Clash } from '../../replica/changes';
import { draftKey, find, forget, keep, rowOf, type Found } from '../../replica/drafts';
import { entriesOf, type Entry } from '../../replica/entries';
import type { ProjectContent } from '../../replica/project';
import { ontoLive } from './gone';
import { showChange, Steps } from './steps';
import { BODY, bodyOf, defaults, valuesOf, type Body, type Values } from './values';

/** A form on top of what is live: its values, and the commit that has what is live. */
type Ahead = { values: Values; before: Values; base: string | null };
/** What became of a save: the commit it landed with, or the change that it waits in. */
type Done = { id: string; merged: boolean; landed: string | null; branch: string | null };
/** What is typed is written down once nobody has typed for a moment, and at the latest so long after the first key, in milliseconds. */
const PAUSE = 300;
const LATEST = 1000;
/** What may stand in the form before it is opened: the draft of this person, else the saved entry. */
export async function opened(person: string, content: ProjectContent, model: Model, locale: string, id: string): Promise<Found | undefined> {
  return find(draftKey(person, content.project.id, model.id, locale, id)).catch(() => undefined);
}

/**
 * The form of one entry. What is typed is kept on this device from the first key; only what was changed is sent, on the commit
 * that the form was opened on; one save at a time; what others save meanwhile comes into every field that was not touched.
 */
export function useForm(person: string, content: ProjectContent, model: Model, locale: string, id: string, isNew: boolean, saved: Entry | undefined, found: Found | undefined) {
  const draft = found?.draft;
  const [before, setBefore] = useState<Values>(() => draft?.before ?? (isNew ? defaults(model) : valuesOf(model, saved)));
  const [values, setValues] = useState<Values>(() => draft?.values ?? (isNew ? defaults(model) : valuesOf(model, saved)));
  const [base, setBase] = useState<string | null>(draft ? draft.base : content.commit);
  const [branch, setBranch] = useState<string | null>(draft?.branch ?? null);
  /** What was live when the change of this form began. */
  const [opened, setOpened] = useState<Values | null>(draft?.opened ?? null);
  /** The change of this form is gone, and what waited in it goes on waiting with the next save. */
  const [waits, setWaits] = useState(draft?.waits ?? false);
  const [findings, setFindings] = useState<Finding[]>([]);
  const [saving, setSaving] = useState(false);
  const [kept, setKept] = useState(Boolean(draft));
  const [problem, setProblem] = useState<unknown>(null);
  const [clashes, setClashes] = useState<Clash[] | null>(null);
  const [news, setNews] = useState<string[]>([]);
  const last = useRef<{ text: string; key: string } | null>(null);
  const key = rowOf(draftKey(person, content.project.id, model.id, locale, isNew ? '' : id));
  /** The rows that hold what stands in this form and no other, gone once it is saved or taken back. */
  const rows = useRef(new Set(draft && !found.isElsewhere ? [draft.key] : []));
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; since: number } | null>(null);
  const latest = useRef({ before, values, base, branch, opened, waits });
  latest.current = { before, values, base, branch, opened, waits };
  const sent = useRef(values);
  /** The form on top of what is live, once a person has decided the fields that clash. */
  const ahead = useRef<Ahead | null>(null);
  const touched = Object.keys({ ...before, ...values }).filter((name) => !isSame(before[name], values[name]));
  const target = `${content.path}/content/${encodeURIComponent(model.id)}`;

  const steps = useRef(new Steps());
  const change = useCallback((name: string, value: unknown) => {
    const was = latest.current.values[name];
    if (!isSame(was, value)) steps.current.typed(name, was, performance.now());
    setValues((all) => {
      const next = { ...all, [name]: value };
      if (value === undefined) delete next[name];
      return next;
    });
  }, []);

  const followed = useRef<string | undefined>(undefined);
  /** A value that follows another one as long as nobody has typed something else. */
  const follow = useCallback((name: string, value: string | undefined) => {
    setValues((all) => {
      if (all[name] !== undefined && all[name] !== followed.current) return all;
      followed.current = value;
      const next = { ...all, [name]: value };
      if (value === undefined) delete next[name];
      return next;
    });
  }, []);

  /** Writes down what stands in the form; the row that it was opened with goes once the own one is there. */
  const write = async () => {
    clearTimeout(pending.current?.timer);
    pending.current = null;
    const now = latest.current;
    const title = now.values[Object.keys(now.values).find((name) => ['title', 'name', 'headline'].includes(name)) ?? ''];
    rows.current.add(key);
    try {
      await keep({ key, person, project: content.project.id, model: model.id, locale, entry: isNew ? 'new' : id, ...now, at: new Date().toISOString(), title: typeof title === 'string' ? title : id });
      setKept(rows.current.has(key));
      if (draft && draft.key !== key && rows.current.delete(draft.key)) await forget(draft.key);
    } catch {
      setKept(false);
    }
  };

  /** Nothing of the form is left to keep: what waits to be written is not, and its rows go. */
  const drop = async () => {
    clearTimeout(pending.current?.timer);
    pending.current = null;
    const gone = [...rows.current];
    rows.current.clear();
    setKept(false);
    await Promise.all(gone.map(forget)).catch(() => {});
  };

  useEffect(() => {
    if (touched.length === 0) {
      void drop();
      return;
    }
    // What another tab has written and goes on writing is not written a second time.
    if (found?.isElsewhere && values === draft?.values && before === draft.before) return;
    clearTimeout(pending.current?.timer);
    const since = pending.current?.since ?? Date.now();
    pending.current = { since, timer: setTimeout(write, Math.min(PAUSE, Math.max(0, since + LATEST - Date.now()))) };
  }, [values, before, base, branch, waits]);

  // A page that ends or is put aside may never come back.
  useEffect(() => {
    const flush = () => void (pending.current && write());
    const hidden = () => document.visibilityState === 'hidden' && flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', hidden);
      flush();
    };
  }, []);

  // A change that was accepted is live: what is typed next is about the live entry again.
  useEffect(() => {
    if (!branch || !saved || content.branches.some((one) => one.name === branch)) return;
    const live = valuesOf(model, saved);
    if (!Object.keys({ ...live, ...values }).every((name) => isSame(live[name], values[name]))) return;
    setBranch(null);
    setBefore(live);
    setBase(content.commit);
  }, [content.branches, saved, branch]);

  // What others have saved: untouched fields follow, touched ones are told of.
  useEffect(() => {
    if (isNew || !saved || branch) return;
    const now = valuesOf(model, saved);
    const { before: was, values: shown } = latest.current;
    const changed = Object.keys({ ...was, ...now }).filter((name) => !isSame(was[name], now[name]));
    if (changed.length === 0) return;
    const free = changed.filter((name) => isSame(was[name], shown[name]));
    const follow = (all: Values): Values => {
      const next = { ...all };
      for (const name of free) {
        if (now[name] === undefined) delete next[name];
        else next[name] = now[name];
      }
      return next;
    };
    setBefore(follow);
    setValues(follow);
    setNews(changed.filter((name) => !free.includes(name)));
    if (free.length === changed.length && Object.keys({ ...was, ...shown }).every((name) => isSame(was[name], shown[name]))) setBase(content.commit);
  }, [saved]);

  const payload = () => bodyOf(model, locale, id, isNew && !saved, latest.current); // a new one is live once its change was accepted

  // What needs other entries to be checked comes from the service, 400 ms after the last key.
  useEffect(() => {
    if (touched.length === 0 || !content.may('save_content')) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const body = payload();
      delete body.base;
      send('POST', `${target}?dryRun=true`, { body, signal: stop.signal }).then((answer) => setFindings(answer.json.validation.errors.filter((one: Finding) => !one.entry || one.entry === id)), () => {});
    }, 400);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [values]);

  /** Saves what was changed; true when it stands. */
  const save = async (publish: boolean, change?: string, asks = false): Promise<Done | null> => {
    if (saving) return null;
    setSaving(true);
    setProblem(null);
    sent.current = latest.current.values;
    try {
      const body = payload();
      if (change) body.branch = change;
      else if ((asks || latest.current.waits) && !body.branch) body.review = true;
      const entry = model.kind === 'document' ? String(body.slug) : id;
      let answer: Saved | null = null;
      if (touched.length > 0 || isNew) {
        answer = await once(body);
        if (!answer) return null; // a person decides first
      }
      if (answer && !answer.validation.valid) {
        setFindings(answer.validation.errors);
        return null;
      }
      const into = answer && !answer.merged ? answer.branch : latest.current.branch;
      let merged = answer ? answer.merged : true;
      if (publish) merged = (await patch<{ merged: boolean }>(`${target}/status`, { locale, entryIds: [entry], status: 'published', ...(into ? { branch: into } : {}) })).merged;
      const { before: live, branch: was } = latest.current;
      setBefore(sent.current);
      if (answer) {
        setFindings(answer.validation.errors);
        setBase(answer.commit.sha);
        setBranch(answer.merged ? null : answer.branch);
        if (answer.merged || was === null) setOpened(answer.merged ? null : live);
        setWaits(false);
      }
      setNews([]);
      last.current = null;
      if (isSame(sent.current, latest.current.values)) await drop();
      void content.refresh();
      return { id: entry, merged, landed: answer?.merged ? answer.commit.sha : null, branch: answer && !answer.merged ? answer.branch : null };
    } catch (refused) {
      if (refused instanceof Refusal && refused.status === 409 && refused.data?.conflicts) setClashes(refused.data.conflicts);
      else setProblem(refused);
      if (refused instanceof Refusal && refused.status === 403) setWaits(false); // nothing may wait here: the next save is an ordinary one
      return null;
    } finally {
      setSaving(false);
    }
  };

  /** The same content under the same key after a lost answer; nothing where the change is gone and a person decides first. */
  const once = async (body: Body): Promise<Saved | null> => {
    const text = JSON.stringify(body);
    if (last.current?.text !== text) last.current = { text, key: intent() };
    try {
      return await post<Saved>(target, body, last.current.key);
    } catch (refused) {
      if (!(refused instanceof Refusal) || !body.branch || refused.status !== 404) throw refused;
      return (await isOnLive(body.branch)) ? post<Saved>(target, { ...payload(), review: true }, intent()) : null;
    }
  };

  const newest = () => entriesOf(content.snapshot!, model, locale).find((one) => one.id === (isNew && model.kind === 'document' ? latest.current.values.slug : id));

  /** Puts the form onto what is live now, as its change is gone; not before a person has decided the fields that clash. */
  const isOnLive = async (gone: string): Promise<boolean> => {
    await content.refresh();
    await content.readDiscarded().catch(() => []); // without that right nothing is taken for discarded, and more is asked
    const now = latest.current;
    const entry = newest();
    const live = entry ? valuesOf(model, entry) : isNew ? defaults(model) : {};
    const merged = entry ? ontoLive({ opened: now.opened ?? now.before, waited: now.before, typed: now.values, live, isDiscarded: content.discarded.has(gone) }, (name) => (name === BODY ? null : name)) : { values: now.values, clashes: [] };
    const next = { values: merged.values, before: live, base: content.commit };
    if (merged.clashes.length > 0) {
      ahead.current = next;
      setClashes(merged.clashes);
      return false;
    }
    goOn(next);
    return true;
  };

  /** The form is about the live entry again. What waited goes on waiting, in a change of its own. */
  const goOn = (next: Ahead) => {
    latest.current = { ...next, branch: null, opened: null, waits: true };
    sent.current = next.values;
    setBefore(next.before);
    setValues(next.values);
    setBase(next.base);
    setBranch(null);
    setOpened(null);
    setWaits(true);
  };

  /** Puts decisions about clashing values into the form, on top of what is live now; false where that has moved again, and asks anew. */
  const decide = async (decisions: { field: string; live: unknown; value: unknown }[]): Promise<boolean> => {
    if (ahead.current) goOn(ahead.current);
    else {
      await content.refresh().then(() => content.refresh()); // the first may have been on its way before the refusal
      const entry = newest();
      const live = valuesOf(model, entry);
      if (entry && !branch && !content.problem && decisions.some((one) => !isSame(live[one.field], one.live))) {
        setClashes(clashes!.map((one) => ({ ...one, ours: live[one.field ?? BODY] })));
        return false;
      }
    }
    setBefore((all) => Object.fromEntries([...Object.entries(all), ...decisions.map((one) => [one.field, one.live])].filter(([, value]) => value !== undefined)));
    setValues((all) => Object.fromEntries([...Object.entries(all), ...decisions.map((one) => [one.field, one.value])].filter(([, value]) => value !== undefined)));
    if (!ahead.current) setBase(content.commit);
    ahead.current = null;
    setClashes(null);
    setNews([]);
    return true;
  };

  /** Values of an earlier state, as if they had been typed. */
  const take = (data: Values, text: string | undefined) => {
    const now = latest.current.values;
    const next = { ...(model.kind === 'dictionary' ? {} : now), ...data, ...(text === undefined ? {} : { [BODY]: text }) };
    steps.current.replaced(now, next);
    setValues(next);
  };

  /** Takes the last step back, in whichever field it was, or does it again. */
  const turn = (again: boolean) => {
    const now = latest.current.values;
    const step = steps.current.turn(again, now);
    if (!step) return;
    setValues((all) => Object.fromEntries(Object.entries({ ...all, ...step }).filter(([, value]) => value !== undefined)));
    const name = Object.keys(step)[0]!;
    requestAnimationFrame(() => showChange(name, now[name], step[name]));
  };

  /** The form goes on in an open change, where something that it points at waits. */
  const join = (change: string) => {
    setBranch(change);
    setOpened(latest.current.before);
  };

  const closeClashes = () => {
    ahead.current = null;
    setClashes(null);
  };

  const back = () => {
    const live = isNew ? defaults(model) : valuesOf(model, saved);
    steps.current.replaced(latest.current.values, live);
    setValues(live);
    setBefore(live);
    setBase(content.commit);
    setFindings([]);
    setNews([]);
    void drop();
  };

  return { values, before, touched, change, follow, save, back, take, turn, decide, findings, saving, kept, problem, clashes, closeClashes, news, branch, join, waits };
}
