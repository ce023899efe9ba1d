import { useEffect, useState, type FormEvent } from 'react';
import { get, patch } from '../../api/call';
import { instance } from '../../api/instance';
import { go, usePath } from '../../api/route';
import type { Project, User, Workspace } from '../../api/types';
import { useAnswer } from '../../parts/answer';
import { Empty, Field, Head, Notice, Problem } from '../../parts/basic';
import { sectionsOf } from '../../parts/everywhere';
import { Icon } from '../../parts/icon';
import { Link } from '../../parts/link';
import { useKept } from '../../replica/keeping';
import { ago, t } from '../../words/all';
import { AiKeys } from './aikeys';
import { Billing } from './billing';
import { Foot, Frame } from '../../parts/frame';
import { Members } from './members';
import { NewWorkspace } from './newworkspace';
import { Ownership } from './ownership';
import { UsageOf } from './usage';

type Place = { user: User; workspace: Workspace; workspaces: Workspace[]; reload: () => Promise<void> };

/** A workspace: its projects, its people, and what it is called. */
export default function WorkspaceHome(place: Place) {
  const { user, workspace, workspaces, reload } = place;
  const [isMaking, make] = useState(false);
  const section = usePath().split('?')[0]!.split('/')[4] ?? '';
  const home = `/w/${workspace.slug}`;
  const may = workspace.access.may.includes('view_usage');
  const sections = ['', 'members', 'general', 'usage', 'billing', ...(instance.rooms.includes('aikeys') ? ['ai-keys'] : [])];
  return (
    <Frame user={user} workspace={workspace} side={<>
      <div className="group">
        {sectionsOf(workspace).map(({ path, icon, name }) => <Link key={path} href={path} aria-current={path === home + (section && `/settings/${section}`) ? 'page' : undefined}><Icon name={icon} /><span className="grow">{name}</span></Link>)}
      </div>
      <div className="group">
        {workspaces.length > 1 && <p>{t('workspaces')}</p>}
        {workspaces.filter((one) => one.id !== workspace.id).map((one) => <Link key={one.id} href={`/w/${one.slug}`}><Icon name="archive" /><span className="grow">{one.name}</span></Link>)}
        <button className="button quiet-button" style={{ justifyContent: 'start', gap: 10, paddingInline: 9 }} type="button" onClick={() => make(true)}><Icon name="plus" /><span className="grow">{t('workspace.new')}</span></button>
      </div>
    <Foot /></>}>
      <div className="inner">
        {section === '' && <Projects {...place} />}
        {section === 'members' && <Members user={user} workspace={workspace} />}
        {section === 'general' && <General {...place} />}
        {section === 'usage' && (may ? <UsageOf workspace={workspace} /> : <Head title={t('usage')} about={<>{t('usage.mayNot')} <Link href={`${home}/settings/members`}>{t('members')}</Link></>} />)}
        {section === 'billing' && <Billing workspace={workspace} />}
        {section === 'ai-keys' && sections.includes(section) && <AiKeys workspace={workspace} />}
        {!sections.includes(section) && <Head title={t('nowhere')} about={t('nowhere.about')} />}
        {isMaking && <NewWorkspace onClose={() => make(false)} onMade={async (made) => { await reload(); go(`/w/${made.slug}`); }} />}
      </div>
    </Frame>
  );
}

type Listed = Project & { content_updated_at?: string | null };

/** A project that this person has begun to set up here and not finished. */
function Begun({ user, workspace }: { user: User; workspace: Workspace }) {
  const place = `/welcome?w=${workspace.slug}`;
  const [here, anywhere] = [useKept(user.id, '', place.slice(1)), useKept(user.id, '', 'welcome')];
  const run = [here, anywhere].find((one) => one?.draft.values.workspace === workspace.slug);
  return run ? <Notice><span>{t('welcome.restored')}</span><span><Link className="button" href={place}>{run.draft.title || t('welcome.goOn')}</Link></span></Notice> : null;
}

function Projects({ user, workspace }: Place) {
  const { answer: projects, told } = useAnswer(() => get<Listed[]>(`/api/workspaces/${workspace.id}/projects`));
  const may = workspace.access.may.includes('create_project');
  useEffect(() => {
    if (projects?.length === 0 && may && workspace.type === 'primary' && !sessionStorage.getItem('welcomed')) {
      sessionStorage.setItem('welcomed', '1');
      go(`/welcome?w=${workspace.slug}`, { replace: true });
    }
  }, [projects]);
  return (
    <>
      <Head title={workspace.name} about={t('workspace.about', { role: t(`role.${workspace.role}` as 'role.owner') })}>
        {may && <Link className="button primary" href={`/welcome?w=${workspace.slug}`}><Icon name="plus" />{t('newProject')}</Link>}
      </Head>
      {may && <Begun user={user} workspace={workspace} />}
      {!projects ? told : projects.length === 0 ? (
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

function General({ user, workspace, reload }: Place) {
  const [name, setName] = useState(workspace.name);
  const [problem, setProblem] = useState<unknown>(null);
  const [saved, setSaved] = useState(false);
  const may = workspace.access.may.includes('edit_workspace');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    try {
      await patch(`/api/workspaces/${workspace.id}`, { name });
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
        {may && <div className="row"><button className="button primary" type="submit" disabled={!name.trim() || name === workspace.name}>{t('save')}</button><span role="status" className="quiet">{saved ? t('saved') : ''}</span></div>}
      </form>
      {workspace.access.may.includes('transfer_ownership') && <Ownership user={user} workspace={workspace} reload={reload} />}
    </>
  );
}
