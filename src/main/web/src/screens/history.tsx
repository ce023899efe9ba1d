import { useEffect, useState } from 'react';
import { get, post } from '../api/call';
import { useQuery } from '../api/route';
import { AlteredGroup } from '../fields/altered';
import { Empty, Head, Notice, Problem, Waiting } from '../parts/basic';
import { grouped, type Altered } from '../replica/changes';
import { useProject } from '../replica/project';
import { ago, many, moment, t } from '../words/words';

type Landing = { commit: string; message: string; timestamp: string; actor: { email: string }; client: string; origin: string; tool: string | null; changes: Altered[] };

/** What has landed, newest first: who and through what, each value before and after, and taken back as a change of its own. */
export default function History() {
  const content = useProject();
  const [model, setModel] = useQuery('model');
  const [entry] = useQuery('entry');
  const [landings, set] = useState<Landing[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [said, say] = useState('');
  const read = async (from: string | null, kept: Landing[]) => {
    const query = new URLSearchParams({ limit: '20', ...(from ? { from } : {}), ...(model ? { model } : {}), ...(entry ? { entry } : {}) });
    try {
      const page = await get(`${content.path}/history?${query}`);
      set([...kept, ...page.history]);
      setNext(page.next);
    } catch (refused) {
      setProblem(refused);
    }
  };
  useEffect(() => void read(null, []), [model, entry, content.commit]);
  const undo = async (landing: Landing) => {
    setProblem(null);
    say('');
    try {
      const done = await post(`${content.path}/history/${landing.commit}/revert`);
      say(done.merged ? t('done.undone') : t('history.waits'));
      await content.refresh();
    } catch (refused) {
      setProblem(refused);
    }
  };
  return (
    <>
      <Head title={t('history')} about={t('history.about')} />
      <div className="tools">
        <select className="input" aria-label={t('history.model')} value={model} onChange={(event) => setModel(event.target.value)}>
          <option value="">{t('history.all')}</option>
          {content.snapshot!.models.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
        </select>
      </div>
      {problem ? <Problem of={problem} /> : null}
      <div role="status" className={said ? '' : 'hidden'}>{said && <Notice kind="good">{said}</Notice>}</div>
      {!landings ? <Waiting /> : landings.length === 0 ? <Empty title={t('history.none')} /> : (
        <ol className="stack">
          {landings.map((one) => <li key={one.commit}><Landed landing={one} onUndo={content.may('save_content') ? () => undo(one) : undefined} /></li>)}
        </ol>
      )}
      {next && <div><button className="button" type="button" onClick={() => read(next, landings ?? [])}>{t('history.more')}</button></div>}
    </>
  );
}

function Landed({ landing, onUndo }: { landing: Landing; onUndo?: () => Promise<void> }) {
  const content = useProject();
  const [open, set] = useState(false);
  const [busy, setBusy] = useState(false);
  const groups = grouped(content.snapshot!, landing.changes);
  const title = groups.length === 1 ? groups[0]!.title : groups.length === 0 ? landing.message.split('\n')[0]! : many(groups.length, 'history.one', 'history.many');
  return (
    <article className="card">
      <div className="row spread" style={{ padding: '12px 16px' }}>
        <div style={{ minInlineSize: 0, flex: 1 }}>
          <h2 style={{ fontSize: 14, lineHeight: '20px' }}>{title}</h2>
          <span className="note">{landing.actor.email} · <time dateTime={landing.timestamp} title={moment(landing.timestamp)}>{ago(landing.timestamp)}</time> · {landing.origin === 'app' ? t('origin.app') : landing.origin}</span>
        </div>
        <button className="button quiet-button" type="button" aria-expanded={open} onClick={() => set(!open)}>{open ? t('history.hide') : many(landing.changes.length, 'fields.one', 'fields.many')}</button>
        {onUndo && <button className="button" type="button" disabled={busy} aria-label={t('history.undoOf', { title })} onClick={() => { setBusy(true); void onUndo().finally(() => setBusy(false)); }}>{t('history.undo')}</button>}
      </div>
      {open && <div className="stack" style={{ padding: '0 16px 16px' }}>
        {groups.slice(0, 30).map((group) => <AlteredGroup key={group.key} group={group} />)}
        <span className="note"><code>{landing.commit}</code></span>
      </div>}
    </article>
  );
}
