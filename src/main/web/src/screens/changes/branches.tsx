import { useEffect, useState } from 'react';
import { get, post } from '../../api/call';
import { useAct } from '../../parts/act';
import { Notice, Problem } from '../../parts/basic';
import { SEVERAL } from '../../replica/changes';
import { useProject, type OpenBranch } from '../../replica/project';
import { many, t } from '../../words/all';
import { Discard } from './discard';

export function toggled(chosen: Set<string>, name: string): Set<string> {
  const next = new Set(chosen);
  if (!next.delete(name)) next.add(name);
  return next;
}

type Health = { status: string; unmergedCount: number; defaultBranch: string };

/** How many changes wait, and what has landed cleared away. */
export function BranchHealth() {
  const content = useProject();
  const [health, set] = useState<Health | null>(null);
  const [gone, setGone] = useState(0);
  const { busy, act, told } = useAct();
  const [lost, lose] = useState<unknown>(null);
  const [asked, ask] = useState(0);
  useEffect(() => {
    let gone = false;
    lose(null);
    get<Health>(`${content.path}/branches/health`).then((answer) => gone || set(answer), (refused) => gone || lose(refused));
    return () => {
      gone = true;
    };
  }, [content.branches, asked]);
  if (lost) return <Problem of={lost} again={() => ask(asked + 1)} />;
  const waits = health && (health.unmergedCount > 0 || health.status !== 'ok');
  const mayClean = content.may('clean_up_branches');
  if (!health || (!waits && !mayClean)) return null;
  return (
    <div className="tools health">
      {waits && <span className="quiet">{t(`branches.${health.status}` as 'branches.ok', { count: health.unmergedCount })}</span>}
      {mayClean && (
        <button className="button" type="button" disabled={busy} onClick={() => act(async () => {
          setGone((await post<{ deleted: string[] }>(`${content.path}/branches/cleanup`)).deleted.length);
          await content.refresh();
        }, t('branches.cleaned'))}>{t('branches.clean')}</button>
      )}
      {told}
      {gone > 0 && <span className="quiet number">{many(gone, 'branches.gone.one', 'branches.gone.many')}</span>}
    </div>
  );
}

/** Several changes accepted or discarded one after the other; the first that does not fit ends it, and the rest stays chosen. */
export function Several({ branches, chosen, nameOf, onDone }: { branches: OpenBranch[]; chosen: Set<string>; nameOf: (branch: OpenBranch) => string; onDone: () => void }) {
  const content = useProject();
  const { busy, act, told } = useAct();
  const wanted = branches.filter((branch) => chosen.has(branch.name));
  const [discarding, setDiscarding] = useState(false);
  /** The change that the last one of several has ended at. */
  const [stopped, stop] = useState('');
  const each = (verdict: string, body: object) => async () => {
    stop('');
    try {
      for (const branch of wanted) {
        await post(`${content.path}/branches/${encodeURIComponent(branch.name)}/${verdict}`, { sha: branch.sha, ...body }).catch((refused) => {
          stop(nameOf(branch));
          throw refused;
        });
      }
      onDone();
    } finally {
      await content.readAnew();
    }
  };
  const accept = () => act(each('merge', {}), many(wanted.length, 'changes.accepted.one', 'changes.accepted.many'));
  const discard = (reason: string) => act(each('reject', reason ? { reason } : {}), many(wanted.length, 'changes.discarded.one', 'changes.discarded.many'));
  return <>
    {wanted.length > 0 && (
      <div className="tools selection" role="toolbar" aria-label={t('changes.selected')}>
        <strong>{many(wanted.length, 'selected.one', 'selected.many')}</strong>
        <button className="button primary" type="button" disabled={busy} onClick={accept}>{t('changes.acceptSelected')}</button>
        {content.may('reject_branch') && <button className="button danger" type="button" disabled={busy} onClick={() => setDiscarding(true)}>{t('changes.discardSelected')}</button>}
      </div>
    )}
    {stopped && <Notice kind="warn">{t('changes.stopped', { change: stopped })}</Notice>}
    {told}
    {discarding && <Discard place={SEVERAL} about={wanted.map((one) => one.name)} title={many(wanted.length, 'selected.one', 'selected.many')} onClose={() => setDiscarding(false)} onDiscard={(reason) => { setDiscarding(false); return wanted.length > 0 ? discard(reason) : Promise.resolve(false); }} />}
  </>;
}
