import { useCallback, useEffect, useRef, useState } from 'react';
import { Intents, post, Refusal } from '../../api/call';
import type { Finding, Model, Saved } from '../../api/types';
import { isSame } from '../../fields/kinds';
import type { Clash } from '../../replica/changes';
import { draftKey, draftLocale, entryOfNew, rowOf, type Found } from '../../replica/drafts';
import type { Entry } from '../../replica/entries';
import { forgetKeptAt, useKeeping } from '../../replica/keeping';
import type { ProjectContent } from '../../replica/project';
import { isWhole, ontoLive } from './gone';
import { decisionsOf } from './asking';
import { useCheck } from './check';
import { decidedIn, type Decided } from './inchange';
import { useOwnChange } from './ownchange';
import { forAMoment, soon } from './patience';
import { afterSave, begun, titleIn, unmade, type Ahead, type Done, type Shown } from './shown';
import { subjectOf } from './subject';
import { useSteps } from './turning';
import { useDrawing, useTyping } from './typing';
import { BODY, defaults, differing, following, overtaken, taking, valuesOf, type Body, type Values } from './values';
import { countSave } from './waiting';

/**
 * The form of one entry. What is typed is kept on this device from the first key; only what was changed is sent, on the commit
 * that the form was opened on; one save at a time; what others save meanwhile comes into every field that was not touched.
 */
export function useForm(person: string, content: ProjectContent, model: Model, locale: string, id: string, isNew: boolean, saved: Entry | undefined, found: Found | undefined) {
  const drawing = useDrawing();
  const [form] = useState(() => ({ now: begun(model, isNew, saved, content.commit, found?.draft) }));
  /** What stands now, also for who has not been drawn anew since. */
  const put = useCallback((next: Partial<Shown>) => {
    form.now = { ...form.now, ...next };
    drawing.all();
  }, []);
  const now = form.now;
  const [findings, setFindings] = useState<Finding[]>([]);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [clashes, setClashes] = useState<Clash[] | null>(null);
  const [news, setNews] = useState<string[]>([]);
  /** Fields into which somebody else's values have just come. */
  const [came, setCame] = useState<string[]>([]);
  /** What the change of this form holds where that is told of; else what is live is. */
  const [there, setThere] = useState<Values>({});
  /** Somebody has deleted the entry, and a person decides whether it comes back. */
  const [isDeleted, setDeleted] = useState(false);
  /** What is new here has become live under this name. */
  const [arrived, arrive] = useState<string | null>(null);
  const isSaving = useRef(false);
  /** A save has begun to send what stands here, or a person decides about it: it stays as it is. */
  const isFixed = useRef(false);
  const asks = useRef(false);
  asks.current = clashes !== null || isDeleted;
  /** What the save that is under way has sent, and what that began with. */
  const sent = useRef({ values: now.values, before: now.before });
  /** A save that no reading of content has caught up with yet: what it shows until then may be older than what was saved here. */
  const behind = useRef<Promise<void> | null>(null);
  /** The reading after the last save has failed: what is shown of live may be older than that save. */
  const stale = useRef(false);
  /** Fields that were touched before the reading that brought what the last save was merged with: the base has what others wrote there, so that the service would not ask. */
  const blind = useRef<string[]>([]);
  /** Each waits for its answer under one key: the save, and the publishing after it. */
  const [[saves, publishes]] = useState(() => [new Intents(), new Intents()] as const);
  /** The save that was published last, or is to be; and whether something new has landed by it whose publishing is left. */
  const publishing = useRef('');
  const landed = useRef(false);
  /** The form on top of what is live, once a person has decided the fields that clash. */
  const toGoOn = useRef<Ahead | null>(null);
  /** Where the form went on before it joined a change whose clashes are asked about: whoever leaves them undecided has not joined it. */
  const left = useRef<Pick<Shown, 'branch' | 'opened' | 'saved'> | null>(null);
  const { steps, take, turn } = useSteps(model, form, put);
  const touched = differing(now.before, now.values);
  const target = `${content.path}/content/${encodeURIComponent(model.id)}`;

  /** What waits in its change is found again by its row, so that the next save goes into the same one. */
  const isWaiting = (): boolean => form.now.stored && form.now.branch !== null && (isNew || form.now.saved);
  const isOver = (): boolean => form.now.branch !== null && content.knowsBranches && !content.branches.some((one) => one.name === form.now.branch);
  const entryKey = isNew ? entryOfNew(id) : id;
  const keeping = useKeeping(rowOf(draftKey(person, content.project.id, model.id, draftLocale(model, locale), entryKey)), found, () => {
    if (differing(form.now.before, form.now.values).length === 0 && !isWaiting()) return null;
    return { person, project: content.project.id, model: model.id, locale: draftLocale(model, locale), entry: entryKey, ...form.now, title: titleIn(form.now.values, isNew ? '' : id) };
  }, [now.values, now.before, now.base, now.branch, now.waits, now.stored, now.tried]);

  const { change, follow } = useTyping(form, drawing, steps, keeping.soon, () => setCame((all) => (all.length > 0 ? [] : all)));

  const subject = subjectOf(content, model, locale, id, isNew, () => form.now);
  const { newest, payload } = subject;
  const isGone = (): boolean => !isNew && (model.kind === 'collection' || model.kind === 'document') && form.now.branch === null && !content.problem && !newest();

  const followLive = (): string[] => {
    const entry = newest();
    const { before, values, branch, stored } = form.now;
    if (!entry || branch !== null || behind.current !== null || stale.current || (isNew && !stored)) return [];
    const next = following(before, values, valuesOf(model, entry));
    if (!next) return [];
    put({ before: next.before, values: next.values, ...(next.isClean ? { base: content.commit } : {}) });
    setNews(next.news);
    setCame(next.came);
    return next.news;
  };
  useEffect(() => {
    if (stale.current && behind.current === null && content.unread === null && content.snapshot) caught();
    else followLive();
  }, [saved, content.snapshot]);
  const caught = () => {
    stale.current = false;
    blind.current = followLive();
  };

  // A change that was accepted is live: what is typed next is about the live entry again. What was new has a place of its own then.
  useEffect(() => {
    const entry = newest();
    const { branch, before, values, stored } = form.now;
    if (!entry || (branch !== null && !isOver())) return;
    const live = valuesOf(model, entry);
    if (branch !== null) {
      // A form that has only joined a change began with what is live, which says nothing of the change.
      const isLanded = form.now.saved && differing(live, before).length === 0;
      if (!content.knowsBranches || (differing(live, values).length > 0 && !isLanded)) return;
      put({ branch: null, before: live, base: content.commit });
    }
    if (isNew && stored) arrive(entry.id);
  }, [content.branches, content.snapshot, now.branch, now.stored]);

  const { waiting, follow: followChange, resume } = useOwnChange(content, subject, model, locale, form, put, () => isFixed.current || asks.current, (told, holds) => {
    setCame(told.came);
    setNews(told.news);
    setThere(holds);
  });

  useCheck(target, now.values, () => (touched.length === 0 ? null : content.may('save_content') && !isGone() ? payload() : undefined),
    (all) => setFindings((was) => (was.length + all.length === 0 ? was : all.filter((one) => !one.entry || one.entry === id))));

  /** Done when content shows what was saved here last; a commit that has what others wrote is no base before that is in the form. */
  const caughtUp = async (): Promise<void> => {
    await soon(behind.current);
    if (!stale.current) return;
    await soon(catchUp());
    if (stale.current) throw content.unread;
  };
  const catchUp = (): Promise<void> => {
    const reading = content.readAnew().then(() => {
      if (behind.current !== reading) return;
      behind.current = null;
      if (content.unread === null && content.snapshot) caught();
      else stale.current = true;
    });
    behind.current = reading;
    return reading;
  };

  /** Saves what was changed; true when it stands. `isBack` stores everything again that somebody has deleted. */
  const save = async (publish: boolean, change?: string, asks = false, isBack = false): Promise<Done | null> => {
    if (isSaving.current) return null;
    isSaving.current = true;
    setSaving(true);
    setProblem(null);
    setDeleted(false);
    try {
      await caughtUp();
      if (form.now.branch === null) await forAMoment(waiting.reading.current);
      if (form.now.branch === null) await forAMoment(resume());
      isFixed.current = true;
      if (isBack) await content.readAnew();
      if (isBack && newest()) isBack = false; // somebody was faster
      if (!isBack && isGone()) {
        setDeleted(true);
        return null;
      }
      const over = isBack || form.now.branch !== null ? [] : overtaken(form.now.before, form.now.values, valuesOf(model, newest())).filter((name) => blind.current.includes(name));
      if (over.length > 0) {
        setClashes(over.map((name) => clashOf(name, valuesOf(model, newest()))));
        return null;
      }
      sent.current = form.now;
      const made = isBack ? 'back' : isNew && !form.now.stored ? 'new' : null;
      const body = payload(isBack);
      if (change) body.branch = change;
      else if ((asks || form.now.waits) && !body.branch) body.review = true;
      let answer: Saved | null = null;
      if (differing(sent.current.before, sent.current.values).length > 0 || (isNew && (!landed.current || isOver())) || isBack) {
        if (isNew && model.kind === 'document') put({ tried: body.slug! });
        if (isNew) await keeping.write(); // whoever comes back after a lost answer goes on with the same entry
        answer = await once(body);
        if (!answer) return null; // a person decides first
        countSave(content);
        setFindings(answer.validation.errors);
        saves.ended(); // what was refused is looked at anew when it is asked again
        if (!answer.validation.valid) return null;
        if (answer.commit.sha !== publishing.current) publishes.ended(); // what was asked about an earlier save is not asked again
        publishing.current = answer.commit.sha;
        put(afterSave(form.now, sent.current, answer)); // whatever becomes of its publishing
        landed.current = publish;
      }
      setNews([]);
      if (isWaiting()) await keeping.write();
      else if (differing(form.now.before, form.now.values).length === 0) await keeping.drop();
      void forgetDecisions();
      void catchUp();
      const entry = model.kind === 'document' ? String(body.slug) : id;
      const { branch } = form.now;
      const published = publish ? await publishes.once<{ merged: boolean; commit: string | null }>('PATCH', `${target}/status`, { locale, entryIds: [entry], status: 'published', ...(branch ? { branch } : {}) }) : null;
      if (published) {
        landed.current = false;
        void catchUp();
      }
      return { id: entry, merged: published?.merged ?? branch === null, commits: [published?.commit, answer?.commit.sha].filter((one) => one != null), branch, made };
    } catch (refused) {
      if (refused instanceof Refusal && refused.status === 409 && refused.data?.conflicts) {
        await content.readAnew();
        const found: Clash[] = refused.data.conflicts;
        const isHere = change === undefined || change === form.now.branch;
        if (isHere && (isGone() || (form.now.branch === null && found.some(isWhole)))) setDeleted(true);
        else if (!isHere && found.some(isWhole)) setProblem(refused);
        else {
          if (!isHere) {
            left.current = { branch: form.now.branch, opened: form.now.opened, saved: form.now.saved };
            join(change); // what clashes stands in that change, and is decided there
          }
          setClashes(found);
        }
      } else setProblem(refused);
      if (refused instanceof Refusal && refused.status === 403 && !stale.current) put({ waits: false }); // nothing may wait here: the next save is an ordinary one
      return null;
    } finally {
      isSaving.current = isFixed.current = false;
      setSaving(false);
    }
  };

  /** The same content under the same key after a lost answer; nothing where its change, or what the form began with, is gone and a person decides first. */
  const once = async (body: Body): Promise<Saved | null> => {
    try {
      return await post<Saved>(target, body, saves.keyOf('POST', target, body));
    } catch (refused) {
      saves.ended(refused);
      if (!(refused instanceof Refusal) || !(body.branch || body.base) || refused.status !== 404) throw refused;
      return (await isOnLive(body, refused)) ? once({ ...payload(), review: body.branch ? true : body.review }) : null;
    }
  };

  /** Puts the form onto what is live now, as its change is gone, or its commit for this person; not before a person has decided the fields that clash. */
  const isOnLive = async ({ branch: gone, base }: Body, refused: Refusal): Promise<boolean> => {
    await content.readAnew();
    if (content.unread !== null || (!gone && (content.commit === base || isGone()))) throw refused; // where nothing can be read, nothing is known of what is live
    await content.readDiscarded().catch(() => []); // without that right nothing is taken for discarded, and more is asked
    const { opened, before, values } = form.now;
    const entry = newest();
    const live = entry ? valuesOf(model, entry) : isNew ? defaults(model) : {};
    const merged = entry ? ontoLive({ opened: opened ?? before, waited: before, typed: values, live, isDiscarded: !gone || content.discarded.has(gone) }, (name) => (name === BODY ? null : name)) : { values, clashes: [] };
    const next = { values: merged.values, before: live, base: content.commit };
    if (merged.clashes.length > 0) {
      if (gone) toGoOn.current = next;
      setClashes(merged.clashes);
      return false;
    }
    goOn(next, gone !== undefined);
    return true;
  };

  /** The form is about the live entry again. What waited goes on waiting, in a change of its own. */
  const goOn = (next: Ahead, isOver = true) => {
    sent.current = next;
    put(isOver ? { ...next, branch: null, opened: null, waits: true, stored: !isNew || newest() !== undefined } : next);
  };

  const clashOf = (name: string, live: Values): Clash => ({ path: '', entry: id, field: name === BODY ? null : name, base: form.now.before[name], ours: live[name], theirs: form.now.values[name] });

  /** Puts decisions about clashing values into the form, on top of what is live now; false where that has moved again, and asks anew. */
  const decide = async (decisions: Decided[]): Promise<boolean> => {
    if (toGoOn.current) goOn(toGoOn.current);
    else if (form.now.branch !== null) return inChange(decisions);
    else {
      await content.readAnew();
      if (content.problem) {
        setProblem(content.problem); // what is live is not known: the dialog stays
        return false;
      }
      const entry = newest();
      const live = valuesOf(model, entry);
      const asked = decisions.map((one) => one.field);
      const more = overtaken(form.now.before, form.now.values, live).filter((name) => !asked.includes(name));
      if (entry && (more.length > 0 || decisions.some((one) => !isSame(live[one.field], one.live)))) {
        setClashes([...clashes!.map((one) => ({ ...one, ours: live[one.field ?? BODY] })), ...more.map((name) => clashOf(name, live))]);
        return false;
      }
    }
    const names = decisions.map((one) => one.field);
    const all = (of: 'live' | 'value') => Object.fromEntries(decisions.map((one) => [one.field, one[of]]));
    put({ before: taking(form.now.before, all('live'), names), values: taking(form.now.values, all('value'), names), ...(toGoOn.current ? {} : { base: content.commit }) });
    if (!toGoOn.current) followLive(); // a base that has what others wrote elsewhere
    blind.current = blind.current.filter((name) => !names.includes(name));
    closeClashes();
    setNews([]);
    return true;
  };

  /** The same inside of the change that the form saves into. */
  const inChange = async (decisions: Decided[]): Promise<boolean> => {
    await content.readAnew();
    const next = await decidedIn(content, subject.valuesAt, form.now, decisions).catch(setProblem);
    if (next && 'open' in next) setClashes(next.open.map((name) => clashOf(name, next.there)));
    if (!next || 'open' in next) return false;
    put(next);
    closeClashes();
    return true;
  };

  /** The form goes on in an open change, where something that it points at waits. */
  const join = (change: string) => put({ branch: change, opened: form.now.before, saved: false });

  /** A save was taken back: the form goes back to what its change holds now, or to what is live; true where the entry that it made is nowhere any more. */
  const undone = async (made: Done['made']): Promise<boolean> => {
    await content.readAnew();
    if (form.now.branch !== null && (await followChange())) return false;
    const isNowhere = made !== null && !newest();
    if (isNowhere) arrive(null);
    if (isNowhere) put(unmade(model, made, content.commit, isOver() ? null : form.now.branch));
    else if (form.now.branch !== null && differing(form.now.before, form.now.values).length === 0) back();
    return isNowhere;
  };

  /** What was written in a dialog that was left is of no use once it is saved otherwise, or taken back. */
  const forgetDecisions = () => forgetKeptAt(person, content.project.id, decisionsOf(model, locale, isNew ? '' : id));
  const closeClashes = () => {
    toGoOn.current = left.current = null;
    setClashes(null);
  };
  const leaveClashes = () => {
    if (left.current) put(left.current);
    closeClashes();
  };

  const back = () => {
    // What waits in a change is saved there, and the form goes back to that.
    const waits = form.now.branch !== null && !isOver();
    const live = waits ? form.now.before : newest() ? valuesOf(model, newest()) : isNew ? defaults(model) : valuesOf(model, saved);
    steps.current.replaced(form.now.values, live);
    put(waits ? { values: live } : { values: live, before: live, base: content.commit, branch: null, opened: null, stored: form.now.stored && newest() !== undefined });
    blind.current = [];
    setFindings([]);
    setNews([]);
    if (!isWaiting()) void keeping.drop();
    void forgetDecisions();
  };

  return { ...now, form, drawing, touched, change, follow, save, back, take, turn, decide, findings, saving, kept: keeping.kept, problem, clashes, leaveClashes, news, there, join, came, live: newest, arrived, isDeleted, leaveDeleted: () => setDeleted(false), undone, waiting, isGone: isGone(), isOver: isOver(), drop: keeping.drop };
}
