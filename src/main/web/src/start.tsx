import './look/all.css';
import './parts/effects';
import { Component, useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { get, onSignedOut, Refusal, signedInAgain } from './api/call';
import { go, usePath } from './api/route';
import type { User, Workspace } from './api/types';
import { Head, Notice, Problem, Waiting } from './parts/basic';
import { Dialog } from './parts/dialog';
import { Frame } from './parts/frame';
import { later } from './parts/later';
import { Workspaces } from './parts/locked';
import { begun } from './replica/begun';
import { forgetOthers } from './replica/drafts';
import { showTheme } from './replica/kept';
import { forgetSnapshot } from './replica/snapshots';
import { leaveTo, leaveWithout, worksHere } from './replica/person';
import { t } from './words/words';

const Welcome = later(() => import('./screens/welcome/welcome'));
const WorkspaceHome = later(() => import('./screens/workspace/workspace'));
const ProjectPlace = later(() => import('./project'));
const Profile = later(() => import('./screens/profile/profile'));

/** So long no letter was typed before a dialog that comes by itself takes the keyboard, in milliseconds. */
const PAUSE = 1500;
let typed = -PAUSE;
document.addEventListener('keydown', (event) => {
  if (!event.ctrlKey && !event.metaKey) typed = performance.now();
}, true);
function onceNobodyTypes(does: () => void): void {
  const left = typed + PAUSE - performance.now();
  if (left <= 0) does();
  else setTimeout(onceNobodyTypes, left, does);
}

/** What a screen could not draw stays a sentence instead of an empty page; drafts are kept. */
class Boundary extends Component<{ children: ReactNode }, { broken: unknown }> {
  override state = { broken: null as unknown };
  static getDerivedStateFromError(broken: unknown) {
    return { broken };
  }
  override render() {
    return this.state.broken ? (
      <main className="page"><div className="inner narrow"><Head title={t('broken')} /><Notice kind="bad">{t('broken.kept')}</Notice>
        <button className="button" type="button" onClick={() => location.reload()}>{t('again')}</button></div></main>
    ) : this.props.children;
  }
}

/** Asks by itself when the page is looked at again, and says what came of it only to a person who has asked. */
function SignedOut({ person, onClose }: { person: string; onClose: () => void }) {
  const [problem, setProblem] = useState<unknown>(null);
  const back = async (isPressed: boolean) => {
    if (isPressed) setProblem(null);
    try {
      const { user } = await get<{ user: User }>('/api/auth/me');
      if (user.id !== person) {
        leaveTo('/'); // nothing that one person typed goes on under the name of another
        return;
      }
      onClose();
      signedInAgain();
    } catch (refused) {
      if (isPressed) setProblem(refused);
    }
  };
  useEffect(() => {
    const looked = () => void back(false);
    window.addEventListener('focus', looked);
    return () => window.removeEventListener('focus', looked);
  });
  return (
    <Dialog title={t('expired.title')} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={() => void back(true)}>{t('expired.back')}</button>
      <a className="button primary" href="/auth/login?next=%2Fsettings%2Fprofile" target="_blank" rel="noopener">{t('expired.signIn')}</a>
    </>}>
      <p>{t('expired.kept')}</p>
      {problem instanceof Refusal && problem.status === 401 ? <Notice kind="bad">{t('expired.nobody')}</Notice> : problem ? <Problem of={problem} /> : null}
    </Dialog>
  );
}

function Start() {
  const path = usePath().split('?')[0]!;
  const [user, setUser] = useState<User | null>(null);
  const [workspaces, setWorkspaces] = useState<Workspace[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [expired, setExpired] = useState(false);
  const load = async (asked: Pick<typeof begun, 'me' | 'workspaces'>) => {
    setProblem(null);
    try {
      const [me, all] = await Promise.all([asked.me, asked.workspaces]);
      leaveWithout(me.user.id);
      worksHere(me.user.id);
      void forgetOthers(me.user.id).catch(() => {});
      showTheme(me.user.theme);
      setUser(me.user);
      setWorkspaces(all);
      onSignedOut(() => onceNobodyTypes(() => setExpired(true)));
    } catch (refused) {
      setProblem(refused);
    }
  };
  const again = () => load({ me: get('/api/auth/me'), workspaces: get('/api/workspaces') });
  useEffect(() => void load(begun), []);
  useEffect(() => {
    const first = workspaces?.find((one) => one.type === 'primary') ?? workspaces?.[0];
    if (path === '/' && first) go(`/w/${first.slug}`, { replace: true });
  }, [path, workspaces]);
  const [, area, slug, kind, projectId] = path.split('/');
  const workspace = workspaces?.find((one) => one.slug === slug);
  useEffect(() => {
    // Whoever is in the workspace no more, or never was, is shown nothing of the project, so that this computer does not keep it.
    if (user && workspaces && !workspace && area === 'w' && kind === 'p' && projectId) void forgetSnapshot(user.id, projectId);
  }, [user, workspaces, path]);
  if (problem) return <main className="page"><div className="inner narrow"><h1>cms</h1><Problem of={problem} again={again} /></div></main>;
  if (!user || !workspaces) return <Waiting />;
  let screen: ReactNode = <Waiting />;
  if (path === '/welcome') screen = <Welcome key="welcome" user={user} workspaces={workspaces} />;
  else if (area === 'settings') screen = <Profile user={user} onChange={setUser} />;
  else if (area === 'w' && workspace && kind === 'p' && projectId) screen = <ProjectPlace key={projectId} user={user} workspace={workspace} projectId={projectId} />;
  else if (area === 'w' && workspace) screen = <WorkspaceHome key={workspace.id} user={user} workspace={workspace} workspaces={workspaces} reload={again} />;
  else if (path !== '/') screen = <Frame user={user}><div className="inner narrow"><Head title={t('nowhere')} about={t('nowhere.about')} /></div></Frame>;
  return <Workspaces value={workspaces}>
    {screen}
    {expired && <SignedOut person={user.id} onClose={() => setExpired(false)} />}
  </Workspaces>;
}

// The policy of the page allows this name (studio.md 9): it is taken before any other script could, and lets nothing through.
(globalThis as { trustedTypes?: { createPolicy: (name: string, rules: object) => unknown } }).trustedTypes?.createPolicy('studio', {});
onSignedOut(() => location.replace(`/auth/login?next=${encodeURIComponent(location.pathname + location.search)}`));
if (/^\/w\/[^/]+\/p\//.test(location.pathname)) ProjectPlace.load().catch(() => {}); // told of when it is drawn
createRoot(document.getElementById('root')!).render(<Boundary><Start /></Boundary>);
