import { useEffect, useState, type FormEvent } from 'react';
import { get, patch, post, remove } from '../api/call';
import { go, usePath } from '../api/route';
import type { User, Workspace } from '../api/types';
import { Empty, Face, Field, Head, Notice, Problem, Waiting } from '../parts/basic';
import { Dialog } from '../parts/dialog';
import { Icon } from '../parts/icon';
import { Link } from '../parts/link';
import { ago, t } from '../words/words';
import { Frame } from './frame';

type Place = { user: User; workspace: Workspace; workspaces: Workspace[]; reload: () => Promise<void> };

/** A workspace: its projects, its people, and what it is called. */
export default function WorkspaceHome(place: Place) {
  const { user, workspace, workspaces } = place;
  const section = usePath().split('?')[0]!.split('/')[4] ?? '';
  const home = '/w/' + workspace.slug;
  const link = (href: string, name: string, icon: 'home' | 'people' | 'gear', on: boolean) => (
    <Link href={href} aria-current={on ? 'page' : undefined}><Icon name={icon} /><span className="grow">{name}</span></Link>
  );
  return (
    <Frame user={user} workspace={workspace} side={<>
      <div className="group">
        {link(home, t('projects'), 'home', section === '')}
        {link(home + '/settings/members', t('members'), 'people', section === 'members')}
        {link(home + '/settings/general', t('settings'), 'gear', section === 'general')}
      </div>
      {workspaces.length > 1 && (
        <div className="group">
          <p>{t('workspaces')}</p>
          {workspaces.filter((one) => one.id !== workspace.id).map((one) => <Link key={one.id} href={'/w/' + one.slug}><Icon name="archive" /><span className="grow">{one.name}</span></Link>)}
        </div>
      )}
    </>}>
      <div className="inner">
        {section === '' && <Projects {...place} />}
        {section === 'members' && <Members {...place} />}
        {section === 'general' && <General {...place} />}
        {!['', 'members', 'general'].includes(section) && <Head title={t('nowhere')} about={t('nowhere.about')} />}
      </div>
    </Frame>
  );
}

function Projects({ workspace }: Place) {
  const [projects, set] = useState<any[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const load = () => get(`/api/workspaces/${workspace.id}/projects`).then(set, setProblem);
  useEffect(() => void load(), []);
  const may = workspace.role !== 'member';
  useEffect(() => {
    if (projects?.length === 0 && may && workspace.type === 'primary' && !sessionStorage.getItem('welcomed')) {
      sessionStorage.setItem('welcomed', '1');
      go('/welcome?w=' + workspace.slug, { replace: true });
    }
  }, [projects]);
  return (
    <>
      <Head title={workspace.name} about={t('workspace.about', { role: t(`role.${workspace.role}` as 'role.owner') })}>
        {may && <Link className="button primary" href={'/welcome?w=' + workspace.slug}><Icon name="plus" />{t('newProject')}</Link>}
      </Head>
      {problem ? <Problem of={problem} again={load} /> : !projects ? <Waiting /> : projects.length === 0 ? (
        <Empty title={t('projects.none')}><p className="quiet">{may ? t('projects.none.about') : t('projects.none.member')}</p></Empty>
      ) : (
        <ul className="tiles">
          {projects.map((one) => (
            <li key={one.id}>
              <Link className="card tile" href={`/w/${workspace.slug}/p/${one.id}`}>
                <strong>{one.name}</strong>
                <span className="quiet">{one.repo_full_name}</span>
                <span className="note">{one.content_updated_at ? t('changed', { when: ago(one.content_updated_at) }) : ''}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Members({ user, workspace }: Place) {
  const W = '/api/workspaces/' + workspace.id;
  const [people, set] = useState<any[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [said, say] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('member');
  const [leaving, setLeaving] = useState<any | null>(null);
  const load = () => get(W + '/members').then(set, setProblem);
  useEffect(() => void load(), []);
  const may = workspace.role !== 'member';
  const act = async (work: () => Promise<unknown>, done: string) => {
    setProblem(null);
    say('');
    try {
      await work();
      say(done);
      await load();
      return true;
    } catch (refused) {
      setProblem(refused);
      return false;
    }
  };
  const invite = async (event: FormEvent) => {
    event.preventDefault();
    if (await act(() => post(W + '/members', { email, role }), t('members.invited', { email }))) setEmail('');
  };
  return (
    <>
      <Head title={t('members')} about={t('members.about')} />
      {may && (
        <form className="tools" onSubmit={invite}>
          <input className="input search" type="email" required aria-label={t('email')} placeholder={t('email')} value={email} onChange={(event) => setEmail(event.target.value)} />
          <select className="input" aria-label={t('role')} value={role} onChange={(event) => setRole(event.target.value)}>
            {(['member', 'admin'] as const).map((one) => <option key={one} value={one}>{t(`role.${one}`)}</option>)}
          </select>
          <button className="button primary">{t('invite')}</button>
        </form>
      )}
      {problem ? <Problem of={problem} /> : null}
      <p role="status" className={said ? 'notice good' : 'hidden'}>{said}</p>
      {!people ? <Waiting /> : (
        <ul className="card rows">
          {people.map((one) => {
            const name = one.display_name || one.email || one.invited_email;
            return (
              <li key={one.id}>
                <div className="line">
                  <Face name={name} picture={one.avatar_url} />
                  <span className="grow"><strong>{name}</strong>{one.user_id === user.id && <span className="quiet"> · {t('you')}</span>}<br /><span className="quiet">{one.email ?? one.invited_email}</span></span>
                  {!one.accepted_at && <span className="state warn">{t('members.pending')}</span>}
                  {may && one.role !== 'owner' && one.accepted_at ? (
                    <select className="input" style={{ inlineSize: 'auto' }} aria-label={t('members.roleOf', { name })} value={one.role} onChange={(event) => act(() => patch(`${W}/members/${one.id}`, { role: event.target.value }), t('saved'))}>
                      {(['member', 'admin'] as const).map((each) => <option key={each} value={each}>{t(`role.${each}`)}</option>)}
                    </select>
                  ) : <span className="quiet">{t(`role.${one.role}` as 'role.owner')}</span>}
                  {may && !one.accepted_at && <button className="button" type="button" onClick={() => act(() => post(`${W}/members/${one.id}/resend`), t('members.invited', { email: name }))}>{t('members.resend')}</button>}
                  {may && one.role !== 'owner' && <button className="button square quiet-button" type="button" aria-label={t('members.remove', { name })} onClick={() => setLeaving({ ...one, name })}><Icon name="bin" /></button>}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {leaving && (
        <Dialog title={t('members.remove', { name: leaving.name })} onClose={() => setLeaving(null)} foot={<>
          <button className="button" type="button" onClick={() => setLeaving(null)}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={async () => { await act(() => remove(`${W}/members/${leaving.id}`), t('members.removed', { name: leaving.name })); setLeaving(null); }}>{t('remove')}</button>
        </>}><p>{t('members.remove.about')}</p></Dialog>
      )}
    </>
  );
}

function General({ workspace, reload }: Place) {
  const [name, setName] = useState(workspace.name);
  const [problem, setProblem] = useState<unknown>(null);
  const [saved, setSaved] = useState(false);
  const may = workspace.role !== 'member';
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    try {
      await patch('/api/workspaces/' + workspace.id, { name });
      setSaved(true);
      await reload();
    } catch (refused) {
      setProblem(refused);
    }
  };
  return (
    <>
      <Head title={t('settings')} />
      <form className="card padded stack" onSubmit={save} style={{ maxInlineSize: 680 }}>
        <Field label={t('name')}>{(ids) => <input className="input" {...ids} disabled={!may} value={name} onChange={(event) => { setName(event.target.value); setSaved(false); }} />}</Field>
        <p className="quiet">{t('plan', { plan: workspace.plan })}</p>
        {!may && <Notice>{t('settings.mayNot')}</Notice>}
        {problem ? <Problem of={problem} /> : null}
        {may && <div className="row"><button className="button primary" disabled={!name.trim() || name === workspace.name}>{t('save')}</button><span role="status" className="quiet">{saved ? t('saved') : ''}</span></div>}
      </form>
    </>
  );
}
