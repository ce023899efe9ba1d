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
  const [problem, setProblem] = useState<unknown>(null);
  const [said, say] = useState('');
  const takingBack = useUndo();
  const about = snapshot.models.find((one) => one.id === model);
  const asked = useRef(0);
  const read = async (from: string | null, kept: Landing[]) => {
    const own = ++asked.current;
    let found = kept;
    let at = from;
    try {
      for (let page = 0; page < (field ? READ_ON : 1) && (page === 0 || at); page++) {
        const query = new URLSearchParams({ limit: '20', ...(at ? { from: at } : {}), ...(model ? { model } : {}), ...(entry ? { entry } : {}), ...(locale ? { locale } : {}) });
        const answer = await get<{ history: Landing[]; next: string | null }>(`${content.path}/history?${query}`);
        if (own !== asked.current) return; // something else was chosen meanwhile
        found = [...found, ...answer.history.filter((one) => !field || one.changes.some((change) => change.field === field))];
        at = answer.next;
        if (found.length - kept.length >= 10) break;
      }
      set(found);
      setNext(at);
      setProblem(null);
    } catch (refused) {
      if (own === asked.current) setProblem(refused);
    }
    focusStays();
  };
  useEffect(() => void read(null, []), [model, entry, locale, field, content.commit]);
  const undo = async (landing: Landing) => {
    const from = document.activeElement;
    setProblem(null);
    say('');
    try {
      const done = await takingBack.undo(landing.commit);
      if (!done) return;
      say(done.waits ? t('history.waits') : t('done.undone'));
      await content.refresh();
    } catch (refused) {
      setProblem(refused);
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
      {problem ? <Problem of={problem} again={() => void read(null, [])} /> : null}
      <div role="status" className={said ? '' : 'hidden'}>{said && <Notice kind="good">{said}</Notice>}</div>
      {!landings ? <Waiting /> : landings.length === 0 ? <Empty title={t('history.none')}>{(field || entry || model) && <p className="quiet">{t('history.none.filter')}</p>}</Empty> : (
        <ol className="stack">
          {landings.map((one) => <li key={one.commit}><Landed landing={one} field={field} onUndo={content.may('save_content') ? () => undo(one) : undefined} /></li>)}
        </ol>
      )}
      {takingBack.asking}
      {next && <div><button className="button" type="button" onClick={() => read(next, landings ?? [])}>{t('history.more')}</button></div>}
    </>
  );
}
