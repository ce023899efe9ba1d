import { useEffect, useState } from 'react';
import { get, post, remove } from '../../api/call';
import { go } from '../../api/route';
import type { User, Workspace, WorkspaceMember } from '../../api/types';
import { useAct } from '../../parts/act';
import { Field, Problem } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { many, t } from '../../words/all';

/** What only the owner of a workspace does: hands it to another member, or ends it. */
export function Ownership({ user, workspace, reload }: { user: User; workspace: Workspace; reload: () => Promise<void> }) {
  const W = `/api/workspaces/${workspace.id}`;
  const [people, setPeople] = useState<WorkspaceMember[]>([]);
  const [projects, setProjects] = useState(0);
  const [to, setTo] = useState('');
  const [sure, setSure] = useState<'transfer' | 'delete' | null>(null);
  const [typed, setTyped] = useState('');
  const { busy, act, told } = useAct();
  const [lost, lose] = useState<unknown>(null);
  const load = () => {
    lose(null);
    Promise.all([get<WorkspaceMember[]>(`${W}/members`), get<unknown[]>(`${W}/projects`)]).then(([members, all]) => {
      setPeople(members);
      setProjects(all.length);
    }, lose);
  };
  useEffect(load, []);
  // Only an admin can become the owner.
  const others = people.filter((one) => one.user_id && one.user_id !== user.id && one.role === 'admin' && one.accepted_at);
  const heir = others.find((one) => one.user_id === to);
  const nameOf = (one: WorkspaceMember | undefined): string => one?.display_name || one?.email || '';
  const transfer = () => act(async () => { await post(`${W}/transfer-owner`, { newOwnerId: to }); setSure(null); await reload(); });
  const end = () => act(async () => { await remove(W); setSure(null); await reload(); go('/', { replace: true }); });
  return (
    <section className="card padded stack" style={{ maxInlineSize: 680 }} aria-label={t('ownership')}>
      <h2>{t('ownership')}</h2>
      {!sure && told}
      {lost ? <Problem of={lost} again={load} /> : null}
      <form className="tools" onSubmit={(event) => { event.preventDefault(); setSure('transfer'); }}>
        <select className="input search" aria-label={t('ownership.to')} value={to} onChange={(event) => setTo(event.target.value)}>
          <option value="">{others.length === 0 ? t('ownership.nobody') : t('choose')}</option>
          {others.map((one) => <option key={one.id} value={one.user_id ?? ''}>{nameOf(one)}</option>)}
        </select>
        <button className="button" type="submit" disabled={!to}>{t('ownership.transfer')}</button>
      </form>
      {workspace.type === 'primary' ? <p className="note">{t('ownership.primary')}</p> : <div><button className="button danger" type="button" onClick={() => setSure('delete')}>{t('ownership.delete')}</button></div>}
      {sure && (
        <Dialog title={sure === 'transfer' ? t('ownership.transfer.sure', { name: nameOf(heir) }) : t('ownership.delete.sure', { name: workspace.name })} onClose={() => setSure(null)} foot={<>
          <button className="button" type="button" onClick={() => setSure(null)}>{t('cancel')}</button>
          <button className="button danger" type="button" disabled={busy || Boolean(lost) || (sure === 'delete' && typed !== workspace.name)} onClick={sure === 'transfer' ? transfer : end}>{sure === 'transfer' ? t('ownership.transfer') : t('ownership.delete')}</button>
        </>}>
          <p>{sure === 'transfer' ? t('ownership.transfer.about') : t('ownership.delete.about')}</p>
          {sure === 'delete' && <>
            <p>{many(projects, 'ownership.projects.one', 'ownership.projects.many')} · {many(people.length, 'account.members.one', 'account.members.many')}</p>
            <Field label={t('account.type', { email: workspace.name })}>{(ids) => <input className="input" {...ids} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />}</Field>
          </>}
          {told}
        </Dialog>
      )}
    </section>
  );
}
