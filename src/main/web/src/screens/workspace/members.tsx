import { useEffect, useState, type FormEvent } from 'react';
import { get, Intents, patch, remove } from '../../api/call';
import { inTurns } from '../../api/turns';
import type { User, Workspace, WorkspaceMember } from '../../api/types';
import { useAct } from '../../parts/act';
import { useAnswer } from '../../parts/answer';
import { Face, Head } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { many, t } from '../../words/all';

/** Who works in a workspace: invited, given another role, taken out. */
export function Members({ user, workspace }: { user: User; workspace: Workspace }) {
  const W = `/api/workspaces/${workspace.id}`;
  const { answer: people, load, told: read } = useAnswer(() => get<WorkspaceMember[]>(`${W}/members`));
  const { busy, act: does, told } = useAct();
  const [intents] = useState(() => new Intents());
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('member');
  const [leaving, setLeaving] = useState<(WorkspaceMember & { name: string }) | null>(null);
  const may = workspace.access.may.includes('manage_workspace_members');
  const act = (work: () => Promise<unknown>, done: string) => does(() => work().then(load), done);
  const invite = async (event: FormEvent) => {
    event.preventDefault();
    if (await act(() => intents.once('POST', `${W}/members`, { email, role }), t('members.invited', { email }))) setEmail('');
  };
  return (
    <>
      <Head title={t('members')} about={t('members.about')} />
      {may && (
        <form className="stack small" style={{ maxInlineSize: 680 }} onSubmit={invite}>
          <div className="tools ends">
            <label className="field search"><span className="label">{t('email')}</span><input className="input" type="email" required autoComplete="off" value={email} onChange={(event) => setEmail(event.target.value)} /></label>
            <label className="field"><span className="label">{t('role')}</span><select className="input" value={role} onChange={(event) => setRole(event.target.value)}>
              {(['member', 'admin'] as const).map((one) => <option key={one} value={one}>{t(`role.${one}`)}</option>)}
            </select></label>
            <button className="button primary" type="submit" disabled={busy}>{t('invite')}</button>
          </div>
          <p className="note">{t(role === 'admin' ? 'role.admin.about' : 'role.member.about')}</p>
        </form>
      )}
      {read}
      {people && (
        <ul className="card rows">
          {people.map((one) => {
            const name = one.display_name || one.email || one.invited_email || '';
            return (
              <li key={one.id}>
                <div className="line wraps">
                  <Face name={name} picture={one.avatar_url} />
                  <span className="grow"><strong>{name}</strong>{one.user_id === user.id && <span className="quiet"> · {t('you')}</span>}<br /><span className="quiet">{one.email ?? one.invited_email}</span></span>
                  {!one.accepted_at && <span className="state warn">{t('members.pending')}</span>}
                  {may && one.role !== 'owner' && one.accepted_at ? (
                    <select className="input" style={{ inlineSize: 'auto' }} aria-label={t('members.roleOf', { name })} value={one.role} onChange={(event) => act(() => patch(`${W}/members/${one.id}`, { role: event.target.value }), t('saved'))}>
                      {(['member', 'admin'] as const).map((each) => <option key={each} value={each}>{t(`role.${each}`)}</option>)}
                    </select>
                  ) : <span className="quiet">{t(`role.${one.role}` as 'role.owner')}</span>}
                  {may && !one.accepted_at && <button className="button" type="button" disabled={busy} onClick={() => act(() => intents.once('POST', `${W}/members/${one.id}/resend`, {}), t('members.invited', { email: name }))}>{t('members.resend')}</button>}
                  {may && one.role !== 'owner' && <button className="button square quiet-button" type="button" aria-label={t('members.remove', { name })} onClick={() => setLeaving({ ...one, name })}><Icon name="bin" /></button>}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <div className="dock">{told}</div>
      {leaving && <Leaving W={W} member={leaving} onClose={() => setLeaving(null)} onTaken={() => { setLeaving(null); void act(() => remove(`${W}/members/${leaving.id}`), t('members.removed', { name: leaving.name })); }} />}
    </>
  );
}

/** Projects whose members are asked for at a time: a workspace may have hundreds. */
const ASKED_AT_ONCE = 4;

/** Asks before somebody loses the workspace, and says how many projects go with it; an admin has all of them, nobody who has not come yet has one. */
function Leaving({ W, member, onClose, onTaken }: { W: string; member: WorkspaceMember & { name: string }; onClose: () => void; onTaken: () => void }) {
  const [count, set] = useState<number | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = async () => {
      const projects = await get<{ id: string }[]>(`${W}/projects`, signal);
      const isIn = async ({ id }: { id: string }) => (await get<{ user_id: string | null }[]>(`${W}/projects/${id}/members`, signal)).some((one) => one.user_id === member.user_id);
      const has = member.role === 'admin' ? projects : (await inTurns(projects, ASKED_AT_ONCE, isIn, signal)).filter(Boolean);
      if (!signal.aborted) set(has.length);
    };
    if (member.accepted_at) read().catch(() => {}); // she can be taken out all the same
    return () => leaving.abort();
  }, []);
  return (
    <Dialog title={t('members.remove', { name: member.name })} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button danger" type="button" onClick={onTaken}>{t('remove')}</button>
    </>}><p>{t('members.remove.about')} {count !== null && many(count, 'members.remove.projects.one', 'members.remove.projects.many')}</p></Dialog>
  );
}
