import { useState } from 'react';
import { get, Refusal, remove } from '../../api/call';
import { inTurns } from '../../api/turns';
import { useAct } from '../../parts/act';
import { useAnswer } from '../../parts/answer';
import { Field } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import type { User, Workspace } from '../../api/types';
import { forgetEverything } from '../../replica/drafts';
import { worksHere } from '../../replica/person';
import { ago, many, t } from '../../words/all';

type Open = { id: string; current: boolean; device: string; address: string; lastUsedAt: string };

const BROWSERS: [RegExp, string][] = [[/Edg\//, 'Edge'], [/OPR\//, 'Opera'], [/Firefox\//, 'Firefox'], [/Chrome\//, 'Chrome'], [/Safari\//, 'Safari']];
const SYSTEMS: [RegExp, string][] = [[/iPhone|iPad/, 'iOS'], [/Android/, 'Android'], [/Windows/, 'Windows'], [/Mac OS X/, 'macOS'], [/Linux/, 'Linux']];

/** What a browser says of itself in two words; a program's name as it is. */
function deviceOf(agent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1];
  return browser ? [browser, system].filter(Boolean).join(' · ') : agent;
}

/** A session that has ended meanwhile is as it was asked to be. */
const unlessGone = (refused: unknown): void => {
  if (!(refused instanceof Refusal && refused.status === 404)) throw refused;
};

/** Where the person is signed in. */
export function Sessions() {
  const { answer: open, load, told: read } = useAnswer(() => get<Open[]>('/api/auth/sessions'));
  const { busy, act, told } = useAct();
  const [isSure, ask] = useState(false);
  const endOthers = () => act(async () => {
    try {
      for (const one of open!) if (!one.current) await remove(`/api/auth/sessions/${one.id}`).catch(unlessGone);
    } finally {
      await load();
    }
  });
  const endAll = () => act(async () => {
    await remove('/api/auth/sessions');
    worksHere(null);
    await forgetEverything();
    location.assign('/auth/login');
  }, '');
  return (
    <section className="card padded stack" aria-label={t('sessions')}>
      <h2>{t('sessions')}</h2>
      {told}
      {read}
      {open && (
        <ul className="rows">
          {open.map((one) => (
            <li key={one.id}><div className="line" style={{ paddingInline: 0 }}>
              <span className="grow" title={one.device}>{deviceOf(one.device) || t('sessions.unknown')}<br /><span className="note">{one.address} · {ago(one.lastUsedAt)}</span></span>
              {one.current ? <span className="state good">{t('sessions.this')}</span> : <button className="button" type="button" disabled={busy} aria-label={t('sessions.endOf', { device: deviceOf(one.device) })} onClick={() => act(async () => { await remove(`/api/auth/sessions/${one.id}`); await load(); })}>{t('sessions.end')}</button>}
            </div></li>
          ))}
        </ul>
      )}
      {open && <div className="row">
        {open.some((one) => !one.current) && <button className="button" type="button" disabled={busy} onClick={endOthers}>{t('sessions.endOthers')}</button>}
        <button className="button" type="button" disabled={busy} onClick={() => ask(true)}>{t('sessions.endAll')}</button>
      </div>}
      {isSure && (
        <Dialog title={t('sessions.endAll.sure')} onClose={() => ask(false)} foot={<>
          <button className="button" type="button" onClick={() => ask(false)}>{t('cancel')}</button>
          <button className="button danger" type="button" disabled={busy} onClick={endAll}>{t('sessions.endAll')}</button>
        </>}><p>{t('sessions.endAll.about')}</p>{told}</Dialog>
      )}
    </section>
  );
}

/** So many workspaces are asked at a time. */
const AT_ONCE = 4;
type Goes = { id: string; name: string; projects: number | null; members: number | null };

/** Every workspace that goes with the account, and how much of it; a locked one does not say, and must not keep anybody here. */
async function whatGoes(): Promise<Goes[]> {
  const owned = (await get<Workspace[]>('/api/workspaces')).filter((one) => one.role === 'owner');
  const countOf = (path: string) => get<unknown[]>(path).then((all) => all.length, (refused) => {
    if (refused instanceof Refusal && refused.status === 402) return null;
    throw refused;
  });
  return inTurns(owned, AT_ONCE, async ({ id, name }) => {
    const [projects, members] = await Promise.all([countOf(`/api/workspaces/${id}/projects`), countOf(`/api/workspaces/${id}/members`)]);
    return { id, name, projects, members };
  }, new AbortController().signal);
}

/** The end of an account, with what goes with it in numbers. */
export function EndOfAccount({ user }: { user: User }) {
  const [owned, setOwned] = useState<Goes[] | null>(null);
  const [typed, setTyped] = useState('');
  const { busy, act, told } = useAct();
  const ask = () => act(async () => setOwned(await whatGoes()), '');
  const end = () => act(async () => {
    await remove('/api/profile');
    await forgetEverything('');
    location.assign('/auth/login');
  }, '');
  return (
    <section className="card padded stack" aria-label={t('account.end')}>
      <h2>{t('account.end')}</h2>
      <p className="quiet">{t('account.end.about')}</p>
      {told}
      <div><button className="button danger" type="button" disabled={busy} onClick={ask}>{t('account.end')}</button></div>
      {owned && (
        <Dialog title={t('account.end.sure')} onClose={() => setOwned(null)} foot={<>
          <button className="button" type="button" onClick={() => setOwned(null)}>{t('cancel')}</button>
          <button className="button danger" type="button" disabled={busy || typed.trim() !== user.email} onClick={end}>{t('account.end')}</button>
        </>}>
          <p>{t('account.end.about')}</p>
          {owned.length > 0 && <ul className="stack small">{owned.map((one) => <li key={one.id}><strong>{one.name}</strong> <span
            className="quiet">{[one.projects === null ? '' : many(one.projects, 'ownership.projects.one', 'ownership.projects.many'), one.members === null ? '' : many(one.members, 'account.members.one', 'account.members.many')].filter(Boolean).join(' · ')}</span></li>)}</ul>}
          <Field label={t('account.type', { email: user.email })}>{(ids) => <input className="input" {...ids} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />}</Field>
          {told}
        </Dialog>
      )}
    </section>
  );
}
