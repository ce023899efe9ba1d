import { useEffect, useState, type FormEvent } from 'react';
import { get, post, Refusal, remove } from '../../api/call';
import type { WorkspaceMember } from '../../api/types';
import { Face, Problem, Waiting } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { useDetails } from '../../replica/changes';
import { useProject } from '../../replica/project';
import { list, many, t } from '../../words/all';

type Member = { id: string; role: 'editor' | 'reviewer' | 'viewer'; user_id: string | null; specific_models: boolean; allowed_models: string[]; display_name: string | null; email: string | null; invited_email: string | null; avatar_url: string | null };
const ROLES = ['editor', 'reviewer', 'viewer'] as const;

const limitOf = (one: Member): string[] | null => (one.specific_models ? one.allowed_models : null);

/** Who has a role in the project, in which models; owners and admins of the workspace have every one of them. */
export function People({ busy, act }: { busy: boolean; act: (work: () => Promise<unknown>) => Promise<boolean> }) {
  const content = useProject();
  const [people, set] = useState<Member[] | null>(null);
  const [everybody, setEverybody] = useState<WorkspaceMember[]>([]);
  const [lost, lose] = useState<unknown>(null);
  const [who, setWho] = useState('');
  const [role, setRole] = useState<Member['role']>('editor');
  const [models, setModels] = useState<string[] | null>(null);
  const [leaving, setLeaving] = useState<(Member & { name: string }) | null>(null);
  const [choosing, choose] = useState<string | null>(null);
  const load = () => Promise.all([get<Member[]>(`${content.path}/members`), get<WorkspaceMember[]>(`${content.path.split('/projects/')[0]}/members`)]).then(([members, all]) => {
    set(members);
    setEverybody(all);
    lose(null);
  }, lose);
  useEffect(() => void load(), []);
  const may = content.may('manage_project_members');
  const free = everybody.filter((one) => one.user_id && one.role === 'member' && one.accepted_at && !people?.some((member) => member.user_id === one.user_id));
  const names = (ids: string[]) => list(ids.map((id) => content.snapshot!.models.find((one) => one.id === id)?.name ?? id));
  /** Where the plan has no roles for some models alone the service gives all of them, which is told of. */
  const give = async (userId: string, to: Member['role'], limited: string[] | null) => {
    const given = await post<Member>(`${content.path}/members`, { userId, role: to, ...(limited ? { specificModels: true, allowedModels: limited } : {}) });
    if (limited && !given.specific_models) throw new Refusal(200, t('people.unlimited'), 'people.unlimited', null, 0);
  };
  /** One request: nobody is without a role between two. */
  const change = (one: Member, to: Member['role'], limited: string[] | null) => act(() => give(one.user_id!, to, limited)).then(async (done) => {
    await load();
    return done;
  });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (await act(() => give(who, role, models))) {
      setWho('');
      setModels(null);
    }
    await load();
  };
  return (
    <section className="card padded stack" aria-label={t('people')}>
      <div><h2>{t('people')}</h2><p className="quiet">{t('people.about')}</p></div>
      {lost ? <Problem of={lost} again={load} /> : !people ? <Waiting /> : (
        <ul className="rows">
          {people.map((one) => {
            const name = one.display_name ?? one.email ?? one.invited_email ?? '';
            return (
              <li key={one.id}><div className="line wraps" style={{ paddingInline: 0 }}>
                <Face name={name} picture={one.avatar_url} />
                <span className="grow"><strong>{name}</strong><br /><span className="note">{t(`role.${one.role}.about`)} · {one.specific_models ? t('people.models', { models: names(one.allowed_models) }) : t('people.allModels')}</span></span>
                {may && one.user_id ? (
                  <select className="input" style={{ inlineSize: 'auto' }} aria-label={t('members.roleOf', { name })} value={one.role} onChange={(event) => change(one, event.target.value as Member['role'], limitOf(one))}>
                    {ROLES.map((each) => <option key={each} value={each}>{t(`role.${each}`)}</option>)}
                  </select>
                ) : <span className="quiet">{t(`role.${one.role}`)}</span>}
                {may && one.user_id && <button className="button" type="button" aria-expanded={choosing === one.id} aria-label={t('people.modelsOf', { name })} onClick={() => choose(choosing === one.id ? null : one.id)}>{t('models')}</button>}
                {may && <button className="button square quiet-button" type="button" aria-label={t('members.remove', { name })} onClick={() => setLeaving({ ...one, name })}><Icon name="bin" /></button>}
              </div>
                {choosing === one.id && <Models of={one} name={name} onClose={() => choose(null)} onChange={(limited) => change(one, one.role, limited)} />}
              </li>
            );
          })}
          {people.length === 0 && <li className="quiet">{t('people.none')}</li>}
        </ul>
      )}
      {may && !lost && free.length > 0 && (
        <form className="stack small" aria-label={t('people.give')} onSubmit={add}>
          <div className="tools">
            <select className="input search" aria-label={t('people.who')} value={who} onChange={(event) => setWho(event.target.value)}>
              <option value="">{t('choose')}</option>
              {free.map((one) => <option key={one.id} value={one.user_id ?? ''}>{one.display_name ?? one.email}</option>)}
            </select>
            <select className="input" aria-label={t('role')} value={role} onChange={(event) => setRole(event.target.value as Member['role'])}>
              {ROLES.map((one) => <option key={one} value={one}>{t(`role.${one}`)}</option>)}
            </select>
            <button className="button" type="submit" disabled={busy || !who || models?.length === 0}>{t('entry.add')}</button>
          </div>
          {who && <Limit to={models} onChange={setModels} />}
          <p className="note">{t(`role.${role}.about`)}</p>
        </form>
      )}
      {may && !lost && free.length === 0 && people && <p className="note">{t('people.nobodyFree')}</p>}
      {leaving && <Leaving member={leaving} onClose={() => setLeaving(null)} onTaken={() => { void act(() => remove(`${content.path}/members/${leaving.id}`)).then(load); setLeaving(null); }} />}
    </section>
  );
}

/** Asks before somebody loses her role, and says what of hers is open. */
function Leaving({ member, onClose, onTaken }: { member: Member & { name: string }; onClose: () => void; onTaken: () => void }) {
  const content = useProject();
  const { details, isWhole } = useDetails(content);
  const open = [...details.values()].filter((one) => one.author?.id === member.user_id).length;
  return (
    <Dialog title={t('members.remove', { name: member.name })} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button danger" type="button" onClick={onTaken}>{t('remove')}</button>
    </>}><p>{t('people.remove.about')} {content.knowsBranches && (isWhole || content.branches.length === 0) && many(open, 'people.remove.changes.one', 'people.remove.changes.many')}</p></Dialog>
  );
}

/** To which models a role is limited; `null` for every one of them. */
function Limit({ to, onChange }: { to: string[] | null; onChange: (to: string[] | null) => void }) {
  const { models } = useProject().snapshot!;
  return <>
    <label className="switch"><input type="checkbox" checked={to !== null} onChange={(event) => onChange(event.target.checked ? [] : null)} />{t('people.someModels')}</label>
    {to && <div className="row">{models.map((one) => <label className="switch" key={one.id}><input type="checkbox" checked={to.includes(one.id)} onChange={(event) => onChange(event.target.checked ? [...to, one.id] : to.filter((id) => id !== one.id))} />{one.name}</label>)}</div>}
  </>;
}

/** Other models for somebody who has a role; one request, once all of them are chosen. */
function Models({ of, name, onChange, onClose }: { of: Member; name: string; onChange: (to: string[] | null) => Promise<boolean>; onClose: () => void }) {
  const [to, choose] = useState(limitOf(of));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await onChange(to)) onClose();
  };
  return (
    <form className="stack small" style={{ paddingBlockEnd: 12 }} aria-label={t('people.modelsOf', { name })} onSubmit={save}>
      <Limit to={to} onChange={choose} />
      <div className="row"><button className="button" type="submit" disabled={to?.length === 0}>{t('save')}</button><button className="button quiet-button" type="button" onClick={onClose}>{t('cancel')}</button></div>
    </form>
  );
}
