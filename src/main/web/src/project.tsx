import { memo, useEffect, useMemo, useState, type ReactNode } from 'react';
import { get, Refusal, send } from './api/call';
import { instance } from './api/instance';
import { decoded, usePath, useQuery } from './api/route';
import type { Model, Project, User, Workspace } from './api/types';
import { Head, Notice, Problem, Waiting } from './parts/basic';
import { Icon, type IconName } from './parts/icon';
import { later } from './parts/later';
import { isLocked } from './parts/locked';
import { Link } from './parts/link';
import { placesOf, type Place } from './parts/places';
import { takeBegun } from './replica/begun';
import { whenIdle } from './replica/idle';
import { countOf, localeOf } from './replica/entries';
import { ProjectContent, ProjectContext, useProject } from './replica/project';
import { forgetSnapshot, snapshotOf } from './replica/snapshots';
import { amount, language, t } from './words/words';
import { Foot, Frame } from './parts/frame';

const Overview = later(() => import('./screens/overview/overview'));
const List = later(() => import('./screens/list/list'));
const Changes = later(() => import('./screens/changes/changes'));
const History = later(() => import('./screens/history/history'));
const Models = later(() => import('./screens/models/models'));
const Delivery = later(() => import('./screens/delivery/delivery'));
const Webhooks = later(() => import('./screens/webhooks/webhooks'));
const Forms = later(() => import('./screens/submissions/submissions'));
const Vocabulary = later(() => import('./screens/vocabulary/vocabulary'));
const Assistant = later(() => import('./screens/assistant/assistant'));
const Settings = later(() => import('./screens/settings/settings'));
const EntryPage = later(() => import('./screens/entry/entry'));
const Palette = later(() => import('./screens/palette/palette'), true);

const has = (room: string): boolean => instance.rooms.includes(room);
/** So long after a project was opened its other screens are read, one after the other, so that they are there when the network is not. In milliseconds. */
const REST = 4000;
function readTheRest(): () => void {
  const left = [Palette, List, EntryPage, Changes, History, Overview, Models, Vocabulary, Settings];
  let stop = () => {};
  const next = () => {
    const screen = left.shift();
    if (screen && navigator.onLine) screen.load().catch(() => {}).then(() => { stop = whenIdle(next); }); // what is lost is told of when it is drawn
  };
  const timer = setTimeout(next, REST);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

const KINDS: Record<string, IconName> = { collection: 'list', document: 'page', singleton: 'one', dictionary: 'words' };

// The two screens that most pages begin with are read while the service is still asked.
const early = location.pathname.split('/')[5] !== 'c' ? null : location.pathname.split('/')[7] ? EntryPage : List;
early?.load().catch(() => {}); // told of when it is drawn

/** Everything below a project: its content is read once and kept while one moves between its screens. */
export default function ProjectPlace({ user, workspace, projectId }: { user: User; workspace: Workspace; projectId: string }) {
  const [content, set] = useState<ProjectContent | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const load = async () => {
    setProblem(null);
    const path = `/api/workspaces/${workspace.id}/projects/${projectId}`;
    const begun = takeBegun(projectId);
    const asked = begun?.project.then((one) => one ?? get<Project>(path)) ?? get<Project>(path);
    asked.catch(() => {}); // told of below
    let shown: ProjectContent | null = null;
    try {
      const here = await begun?.kept;
      const kept = here?.person === user.id ? here : await snapshotOf(user.id, projectId).catch(() => undefined);
      const place = `/w/${workspace.slug}/p/${projectId}`;
      if (kept) shown = new ProjectContent(path, place, kept.project, user.id, kept);
      if (shown) set(shown);
      const first = kept ? null : (begun?.first?.then((one) => one ?? send('GET', `${path}/brain/sync`)) ?? send('GET', `${path}/brain/sync`));
      first?.catch(() => {}); // told of by who reads it
      const project = await asked;
      if (shown) shown.takeProject(project);
      else set(new ProjectContent(path, place, project, user.id, undefined, first));
    } catch (refused) {
      // What was kept stays on screen while nobody answers, not when the service no longer shows it.
      if (shown && refused instanceof Refusal && (refused.status === 0 || refused.status >= 429)) return;
      if (refused instanceof Refusal && (refused.status === 403 || refused.status === 404)) forgetSnapshot(user.id, projectId);
      set(null);
      setProblem(refused);
    }
  };
  useEffect(() => void load(), []);
  useEffect(() => content?.open(), [content]);
  useEffect(readTheRest, []);
  if (!content) return <Frame user={user} workspace={workspace} side={problem ? undefined : <span />}><div className="inner narrow">{problem ? <><Head title={t(isLocked(problem) ? 'locked' : 'nowhere')} /><Problem of={problem} again={load} /></> : <Waiting />}</div></Frame>;
  return <ProjectContext value={content}><Inside user={user} workspace={workspace} /></ProjectContext>;
}

function Inside({ user, workspace }: { user: User; workspace: Workspace }) {
  const content = useProject();
  const path = usePath().split('?')[0]!;
  const [area = '', what = '', which = ''] = path.slice(content.place.length + 1).split('/').map(decoded);
  const [chat, setChat] = useQuery('chat');
  /** Whether the assistant is there, as somebody asked for it or as the address has it. */
  const [talking, talk] = useState<'asked' | 'named' | null>(null);
  useEffect(() => {
    if (chat) talk((was) => was ?? 'named');
  }, [chat]);
  const quiet = () => {
    talk(null);
    setChat('');
  };
  const mayTalk = has('agent') && content.may('chat');
  const snapshot = content.snapshot;
  const models = useMemo(() => [...(snapshot?.models ?? [])].sort((a, b) => a.name.localeCompare(b.name, language)), [snapshot?.models]);
  const model = models.find((one) => one.id === what);
  let screen: ReactNode = <Waiting />;
  if (snapshot || content.problem) screen = <><Head title={content.project.name} about={[403, 404].includes((content.problem as Refusal)?.status) && t('kept')} /><Problem of={content.problem} again={() => void content.refresh()} /></>;
  if (snapshot) {
    screen = <Head title={t('nowhere')} about={t('nowhere.about')} />;
    if (area === '') screen = <Overview user={user} />;
    else if (area === 'changes' && content.may('read_branches')) screen = <Changes selected={what} />;
    else if (area === 'models') screen = <Models selected={what} />;
    else if (area === 'settings') screen = <Settings home={`/w/${workspace.slug}`} />;
    else if (area === 'vocabulary') screen = <Vocabulary />;
    else if (area === 'delivery' && has('delivery')) screen = <Delivery />;
    else if (area === 'webhooks' && has('webhooks') && content.may('manage_webhooks')) screen = <Webhooks />;
    else if (area === 'forms' && has('forms') && content.may('read_submissions')) screen = <Forms selected={what} />;
    else if (area === 'history') screen = <History />;
    else if (area === 'c' && model && (which || model.kind === 'singleton' || model.kind === 'dictionary')) screen = <EntryPage user={user} model={model} entryId={which} />;
    else if (area === 'c' && model) screen = <List key={model.id} user={user} model={model} />;
  }
  return (
    <Frame user={user} workspace={workspace} project={{ name: content.project.name, place: content.place }} side={<Side area={area} what={what} models={models} />}
      tools={mayTalk && <button className="button quiet-button" type="button" id="assistant" aria-label={t('assistant')} aria-expanded={talking !== null} onClick={() => (talking ? quiet() : talk('asked'))}><Icon name="chat" /><span className="wide">{t('assistant')}</span></button>}
      panel={talking && snapshot && mayTalk && <Assistant isAsked={talking === 'asked'} onClose={() => { quiet(); document.getElementById('assistant')?.focus(); }} />}
      palette={(account, close) => <Palette workspace={workspace} account={account} onAssistant={mayTalk ? () => talk('asked') : undefined} onClose={close} />}>
      <div className="inner">
        {snapshot && content.problem ? <Notice kind="warn">{t('problem.stale')}</Notice> : null}
        {screen}
      </div>
    </Frame>
  );
}

/** Drawn when the content is there, so that nothing of it moves; not drawn anew while one works on a screen. */
const Side = memo(function Side({ area, what, models }: { area: string; what: string; models: Model[] }) {
  const content = useProject();
  const snapshot = content.snapshot;
  const link = (to: string, icon: IconName, name: string, on: boolean, count = 0) => (
    <Link key={to} href={content.place + to} aria-current={on ? 'page' : undefined}>
      <Icon name={icon} /><span className="grow">{name}</span>{count > 0 && <><span className="hidden">, </span><span className="count">{amount(count)}</span></>}
    </Link>
  );
  if (!snapshot) return null;
  const [above, below] = placesOf(content);
  const toPlace = ({ path, icon, name }: Place) => link(path, icon, name, path === (area && `/${area}`), path === '/changes' ? content.branches.length : 0);
  return <>
    <div className="group">
      {above.map(toPlace)}
    </div>
    <div className="group">
      <p>{t('content')}</p>
      {models.map((model) => link(`/c/${encodeURIComponent(model.id)}`, KINDS[model.kind] ?? 'page', model.name, area === 'c' && what === model.id,
        (model.kind === 'collection' || model.kind === 'document') ? countOf(snapshot, model, localeOf(snapshot, model, '')) : undefined))}
      {models.length === 0 && <span className="note" style={{ paddingInline: 10 }}>{t('models.none')}</span>}
    </div>
    <div className="group">
      {below.map(toPlace)}
    </div>
    <Foot />
  </>;
});
