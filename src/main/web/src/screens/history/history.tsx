import { useEffect, useRef, useState } from 'react';
import { get } from '../../api/call';
import { useQuery } from '../../api/route';
import { labelOf } from '../../fields/kinds';
import { useUndo } from '../../fields/undo';
import { Empty, Head, Notice, Problem, Waiting } from '../../parts/basic';
import { focusStays } from '../../parts/focus';
import { grouped } from '../../replica/changes';
import { fieldsOf } from '../../replica/entries';
import { useProject } from '../../replica/project';
import { t } from '../../words/all';
import { Landed, type Landing } from './landing';

/** Pages that are read on by themselves while a field is looked for, so that an empty page is not the end of it. */
const READ_ON = 5;

type Page = { history: Landing[]; next: string | null };
/** Those that are not known yet. */
const beyond = (known: Landing[], all: Landing[]): Landing[] => all.filter((one) => !known.some((each) => each.commit === one.commit));

/** What has landed, newest first: who and through what, each value before and after, and taken back as a change of its own. */
export default function History() {
  const content = useProject();
  const snapshot = content.snapshot!;
  const [model, setModel] = useQuery('model');
  const [entry, setEntry] = useQuery('entry');
  const [locale] = useQuery('locale');
  const [field, setField] = useQuery('field');
  const [landings, set] = useState<Landing[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ of: unknown; again?: () => void; /** What has landed since could not be read. */ isOfNews?: boolean } | null>(null);
  const [said, say] = useState('');
  const takingBack = useUndo();
  const about = snapshot.models.find((one) => one.id === model);
  /** Counts what is read from its beginning: an answer to something before that is not shown. */
  const asked = useRef(0);
  /** The newest landing that the service has told of, whether it has the field that is looked for or not. */
  const newest = useRef<string | null>(null);
  const page = (from: string | null) => {
    const query = new URLSearchParams({ limit: '20', ...(from ? { from } : {}), ...(model ? { model } : {}), ...(entry ? { entry } : {}), ...(locale ? { locale } : {}) });
    return get<Page>(`${content.path}/history?${query}`);
  };
  const ofField = (all: Landing[]): Landing[] => all.filter((one) => !field || one.changes.some((change) => change.field === field));
  /** The last reading that was begun, over or not. */
  const reading = useRef<Promise<void>>(Promise.resolve());
  /** From the newest on, or what follows a page. */
  const read = (from: string | null) => { reading.current = readFrom(from); return reading.current; };
  const readFrom = async (from: string | null) => {
    const own = from ? asked.current : ++asked.current;
    if (!from) newest.current = null;
    const found: Landing[] = [];
    let at = from;
    try {
      for (let pages = 0; pages < (field ? READ_ON : 1) && (pages === 0 || at) && found.length < 10; pages++) {
        const answer: Page = await page(at);
        if (own !== asked.current) return; // something else was chosen meanwhile
        if (!at) newest.current = answer.history[0]?.commit ?? null;
        found.push(...ofField(answer.history));
        at = answer.next;
      }
      set((before) => (from && before ? [...before, ...beyond(before, found)] : found));
      setNext(at);
      setProblem(null);
    } catch (of) {
      if (own === asked.current) setProblem({ of, again: () => void read(from) });
    }
    focusStays();
  };
  /** What has landed since goes in front of what is here, which stays as it is; where that is too far back, everything is read anew. */
  const readNew = async () => {
    const own = asked.current;
    await reading.current; // it shows all of what it has read, and nothing of what came before that
    if (own !== asked.current) return;
    const known = newest.current;
    const found: Landing[] = [];
    let at: string | null = null;
    try {
      for (let pages = 0; known && pages < READ_ON && (pages === 0 || at); pages++) {
        const answer: Page = await page(at);
        if (own !== asked.current) return;
        const end = answer.history.findIndex((one) => one.commit === known);
        found.push(...(end < 0 ? answer.history : answer.history.slice(0, end)));
        at = answer.next;
        if (end < 0) continue;
        newest.current = found[0]?.commit ?? known;
        set((before) => [...beyond(before ?? [], ofField(found)), ...(before ?? [])]);
        setProblem((now) => (now?.isOfNews ? null : now));
        return;
      }
      await read(null);
    } catch (of) {
      if (own === asked.current) setProblem({ of, again: () => void readNew().then(() => focusStays()), isOfNews: true });
    }
  };
  const chosen = [model, entry, locale, field].join('\n');
  const shown = useRef({ chosen: '', commit: content.commit });
  useEffect(() => {
    const was = shown.current;
    shown.current = { chosen, commit: content.commit };
    if (was.chosen === chosen) {
      if (was.commit !== content.commit) void readNew();
      return;
    }
    set(null);
    setNext(null);
    setProblem(null);
    void read(null);
  }, [chosen, content.commit]);
  const undo = async (landing: Landing) => {
    const from = document.activeElement;
    setProblem(null);
    say('');
    try {
      const done = await takingBack.undo(landing.commit);
      if (!done) return;
      say(done.waits ? t('history.waits') : t('done.undone'));
      await content.refresh();
    } catch (of) {
      setProblem({ of });
    }
    focusStays(from);
  };
  const title = entry && landings ? grouped(snapshot, landings.flatMap((one) => one.changes)).find((group) => group.entry === entry)?.title : undefined;
  return (
    <>
      <Head title={t('history')} about={t('history.about')} />
      <div className="tools">
        <select className="input" aria-label={t('history.model')} value={model} onChange={(event) => { setEntry(''); setField(''); setModel(event.target.value); }}>
          <option value="">{t('history.all')}</option>
          {snapshot.models.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
        </select>
        {about && about.kind !== 'dictionary' && (
          <select className="input" aria-label={t('history.field')} value={field} onChange={(event) => setField(event.target.value)}>
            <option value="">{t('history.field.all')}</option>
            {fieldsOf(about).map(([name, each]) => <option key={name} value={name}>{labelOf(name, each, '')}</option>)}
          </select>
        )}
        {entry && <button className="button" type="button" onClick={() => setEntry('')}>{t('history.only', { entry: title ?? entry })} ✕</button>}
      </div>
      {problem && <Problem of={problem.of} again={problem.again} />}
      <div role="status" className={said ? '' : 'hidden'}>{said && <Notice kind="good">{said}</Notice>}</div>
      {!landings ? !problem && <Waiting /> : landings.length === 0 ? <Empty title={t('history.none')}>{(field || entry || model) && <p className="quiet">{t('history.none.filter')}</p>}</Empty> : (
        <ol className="stack">
          {landings.map((one) => <li key={one.commit}><Landed landing={one} field={field} onUndo={content.may('save_content') ? () => undo(one) : undefined} /></li>)}
        </ol>
      )}
      {takingBack.asking}
      {next && <div><button className="button" type="button" onClick={() => read(next)}>{t('history.more')}</button></div>}
    </>
  );
}
