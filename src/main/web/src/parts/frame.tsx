import { useState, type ReactNode } from 'react';
import { post, Refusal } from '../api/call';
import { instance } from '../api/instance';
import { go, usePath } from '../api/route';
import type { User, Workspace } from '../api/types';
import { Face, Notice, Problem } from './basic';
import { Dialog } from './dialog';
import { Icon } from './icon';
import { Link } from './link';
import { Menu, type MenuEntry } from './menu';
import { countDrafts, forgetEverything } from '../replica/drafts';
import { worksHere } from '../replica/person';
import { useUnkept } from '../replica/unkept';
import { many, t } from '../words/words';
import { useKeys } from './keys';
import { later } from './later';

const KeySheet = later(() => import('./keysheet'));
const Elsewhere = later(() => import('./elsewhere'), true);

/** Ends the session, then whatever is kept here; other tabs leave, too. */
async function signOut(): Promise<void> {
  try {
    await post('/api/auth/logout');
  } catch (refused) {
    if (!(refused instanceof Refusal && refused.status === 401)) throw refused; // who is still signed in keeps the drafts
  }
  worksHere(null);
  await forgetEverything();
  location.assign('/auth/login');
}

/** The last line of a navigation; it comes with what stands above it, so that it does not move. */
export const Foot = () => <p className="note foot">{t('foot', { version: instance.version ?? '' })}</p>;

/** Says that what is typed is lost with the page, in words that are heard, as long as that is so. */
function Unkept() {
  const isUnkept = useUnkept();
  return <div className="unkept" role="status">{isUnkept && <Notice kind="warn">{t('unkept')}</Notice>}</div>;
}

/** What stands around every page: where one is, who one is, and the navigation of a project. */
export function Frame({ user, workspace, project, side, tools, panel, palette, children }: {
  user: User; workspace?: Workspace; project?: { name: string; place: string }; side?: ReactNode; tools?: ReactNode; panel?: ReactNode; children: ReactNode;
  /** What can be opened and done in a project. */ palette?: (account: MenuEntry[], onClose: () => void) => ReactNode;
}) {
  const [open, set] = useState(false);
  const [sheet, show] = useState(false);
  const [finding, find] = useState(false);
  const [ending, end] = useState<{ drafts: number; refused?: unknown } | null>(null);
  const out = () => void signOut().catch((refused) => end({ drafts: 0, refused }));
  /** Asks first where something was typed and not saved: signing out erases it. */
  const ask = () => void countDrafts(user.id).then((drafts) => (drafts > 0 ? end({ drafts }) : out()), out);
  useKeys(project?.place, () => show(true), () => find((is) => !is && !document.querySelector('dialog[open]')));
  const account: MenuEntry[] = [
    { name: t('profile'), does: () => go('/settings/profile'), icon: <Icon name="people" /> },
    { name: t('keys.sheet'), does: () => show(true), icon: <Icon name="words" /> },
    { name: t('signOut'), does: ask, icon: <Icon name="out" /> },
  ];
  const found = () => find(false);
  const path = usePath();
  const [shownOn, remember] = useState(path);
  if (shownOn !== path) {
    remember(path);
    set(false);
  }
  return (
    <div className={`frame${side ? '' : ' bare'}${panel ? ' withpanel' : ''}`}>
      <a className="skip" href="#main">{t('skip')}</a>
      <header className="top">
        {side && <button className="button square quiet-button tonav" type="button" aria-label={t('nav.toggle')} aria-expanded={open} onClick={() => set(!open)}><Icon name="menu" /></button>}
        <div className="crumbs">
          <Link className="brand" href="/">cms</Link>
          {workspace && <><span aria-hidden="true" className={project ? 'wide' : ''}>/</span><Link className={project ? 'wide' : ''} href={`/w/${workspace.slug}`}>{workspace.name}</Link></>}
          {project && <><span aria-hidden="true">/</span><Link href={project.place}>{project.name}</Link></>}
        </div>
        {tools}
        <button className="button square quiet-button" type="button" aria-label={t('palette')} aria-keyshortcuts="Control+K Meta+K" onClick={() => find(true)}><Icon name="search" /></button>
        <Menu name={t('account')} look="quiet-button" label={<Face name={user.displayName} picture={user.avatarUrl} />} entries={account} />
      </header>
      {side && <nav className={`side${open ? ' open' : ''}`} aria-label={t('nav.project')}>{side}</nav>}
      <main className="page" id="main"><Unkept />{children}</main>
      {panel}
      {finding && (palette?.(account, found) ?? <Elsewhere workspace={workspace} account={account} onClose={found} />)}
      {sheet && <KeySheet onClose={() => show(false)} />}
      {ending && (
        <Dialog title={t('signOut')} onClose={() => end(null)} foot={<>
          <button className="button" type="button" onClick={() => end(null)}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={out}>{t('signOut')}</button>
        </>}>
          {ending.drafts > 0 && <p>{many(ending.drafts, 'signOut.drafts.one', 'signOut.drafts.many')}</p>}
          {ending.refused ? <Problem of={ending.refused} /> : null}
        </Dialog>
      )}
    </div>
  );
}
