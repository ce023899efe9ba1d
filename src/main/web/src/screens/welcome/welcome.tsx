import { useEffect, useRef, useState, type FormEvent } from 'react';
import { get, Intents, patch, post, Refusal } from '../../api/call';
import { instance } from '../../api/instance';
import type { Project, Snapshot, User, Workspace } from '../../api/types';
import { CopyField, Field, Head, Notice, Problem, Waiting } from '../../parts/basic';
import { Icon } from '../../parts/icon';
import { Link } from '../../parts/link';
import { forget, type Found } from '../../replica/drafts';
import { useKept, useKeepingOf } from '../../replica/keeping';
import { amount, t } from '../../words/all';
import { said } from '../../words/said';
import { Frame } from '../../parts/frame';

type Installation = { id: number; boundWorkspace?: { id: string } | null };
type Repository = { id: number; fullName: string };
type Step = 'host' | 'repository' | 'project' | 'content' | 'delivery';
type Made = { installation?: number; repository?: string; project?: Project; configured?: boolean; delivered?: boolean };

const slugOf = (name: string): string =>
  name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60) || 'content';

/** How often it is asked whether the first release is there, a second apart. */
const RELEASE_ASKED = 20;
/** A status that has no sentence of its own: why a step failed is what was said about it. */
const OWN_WORDS = 424;
/** Statuses whose sentence says more than the service can: sign in, pay, wait. */
const OURS = [0, 401, 402, 429];
function inOwnWords(what: unknown): unknown {
  if (!(what instanceof Refusal) || what.message === '' || OURS.includes(what.status) || what.data?.isSaid) return what;
  const { text, lang } = said(what.message);
  return new Refusal(OWN_WORDS, text, what.code, { isSaid: !lang }, what.retryAfter);
}

/** What was typed and done and is kept on this device, without the key, until the run is done. */
type Run = { workspace: string; source: 'template' | 'repository'; template: 'blog' | 'blank'; name: string; chosen: string; made: Made; done: Step[]; /** Of what was sent and not answered. */ waiting?: Record<string, string> };
const PLACE = 'welcome';

/** From nothing to delivered JSON: each step is remembered, so that a failure, and a page that is loaded again, go on from where it stopped. */
export default function Welcome({ user, workspaces }: { user: User; workspaces: Workspace[] }) {
  const own = workspaces.filter((one) => one.access.may.includes('create_project'));
  const wanted = new URLSearchParams(location.search).get('w');
  const placeIn = (slug: string | undefined) => `${PLACE}?w=${slug ?? ''}`;
  const place = wanted === null ? PLACE : placeIn(wanted); // a run of each workspace of its own
  const [here, anywhere] = [useKept(user.id, '', place), useKept(user.id, '', wanted === null ? placeIn(own[0]?.slug) : PLACE)];
  const [times, anew] = useState(0);
  const workspaceOf = (found: Found) => (found.draft.values as Run).workspace;
  /** A run of a workspace that is gone, or in which no project may be made any more, is nowhere to go on with. */
  const isLost = (found: Found | null | undefined): found is Found => found != null && !found.isElsewhere && !own.some((one) => one.slug === workspaceOf(found));
  useEffect(() => {
    for (const one of [here, anywhere]) if (isLost(one)) void forget(one.draft.key).catch(() => {});
  }, [here, anywhere]);
  if (here === undefined || anywhere === undefined) return <Frame user={user}><Waiting /></Frame>;
  // One that another tab is just walking is left to that.
  const run = times > 0 ? undefined : [here, anywhere].find((one) => one !== null && !one.isElsewhere && !isLost(one) && (wanted === null || wanted === workspaceOf(one)));
  return <Beginning key={place + times} user={user} own={own} wanted={wanted} place={place} kept={run ?? null} onAnew={() => anew(times + 1)} />;
}

function Beginning({ user, own, wanted, place, kept, onAnew }: { user: User; own: Workspace[]; wanted: string | null; place: string; kept: Found | null; onAnew: () => void }) {
  const begun = kept && (kept.draft.values as Run);
  const [workspace, setWorkspace] = useState(() => own.find((one) => one.slug === (begun?.workspace ?? wanted)) ?? own[0]);
  const [source, setSource] = useState(begun?.source ?? 'template');
  const [template, setTemplate] = useState(begun?.template ?? 'blog');
  const [name, setName] = useState(begun?.name ?? '');
  const [repositories, setRepositories] = useState<Repository[] | null>(null);
  const [chosen, setChosen] = useState(begun?.chosen ?? '');
  const [doing, setDoing] = useState<Step | null>(null);
  const [fetched, setFetched] = useState('');
  /** A repository of the name that was asked for, where there is one already. */
  const [existing, setExisting] = useState('');
  const [problem, setProblem] = useState<{ at: Step; what: unknown } | null>(null);
  const [installUrl, setInstallUrl] = useState<string | null>(null);
  const made = useRef<Made>(begun?.made ?? {});
  /** Shown on this page, and never kept. */
  const key = useRef('');
  const [intents] = useState(() => new Intents(begun?.waiting));
  const once = <Done,>(address: string, body: object) => intents.once<Done>('POST', address, body, keeping.write);
  /** Without a repository nothing was made that the form could not say again. */
  const [done, setDone] = useState<Step[]>(begun?.made.repository ? begun.done : []);
  const W = workspace ? `/api/workspaces/${workspace.id}` : '';
  const isReauth = problem?.what instanceof Refusal && problem.what.code === 'GITHUB_REAUTH_REQUIRED';

  const host = async () => {
    if (made.current.installation) return;
    const { installations, installUrl } = await get<{ installations: Installation[]; installUrl: string | null }>(`/api/git_host/installations/available?workspaceId=${workspace!.id}`);
    setInstallUrl(installUrl);
    const free = installations.find((one) => one.boundWorkspace?.id === workspace!.id) ?? installations.find((one) => !one.boundWorkspace) ?? installations[0];
    if (!free) throw new Refusal(OWN_WORDS, t('welcome.noInstallation'), '', { isSaid: true }, 0);
    if (free.boundWorkspace?.id !== workspace!.id) await post('/api/git_host/installations/connect', { workspaceId: workspace!.id, installationId: free.id });
    made.current.installation = free.id;
  };
  useEffect(() => {
    if (source !== 'repository' || repositories) return;
    host().then(() => get<Repository[]>(`/api/git_host/repos?workspaceId=${workspace!.id}`)).then(setRepositories, (what) => setProblem({ at: 'host', what }));
  }, [source]);

  const work: Record<Step, () => Promise<void>> = {
    host,
    repository: async () => {
      if (made.current.repository) return;
      if (source === 'repository') made.current.repository = chosen;
      else {
        const repository = await once<Repository>('/api/git_host/create-from-template', { workspaceId: workspace!.id, templateRepo: `starters/${template}`, name: slugOf(name) });
        made.current.repository = repository.fullName;
      }
    },
    project: async () => {
      made.current.project ??= await once<Project>(`${W}/projects`, { repoFullName: made.current.repository, name: name.trim() || chosen.split('/').pop() });
    },
    content: async () => {
      if (made.current.configured) return;
      const P = `${W}/projects/${made.current.project!.id}`;
      // A repository of a remote host is fetched first, which may take minutes and tells how far it is.
      for (let next = await get<Project>(P); next.setup; next = await get<Project>(P)) {
        if (next.setup.error) throw new Refusal(OWN_WORDS, next.setup.error, '', null, 0);
        setFetched(t('welcome.fetched', { objects: amount(next.setup.objects), all: next.setup.objects_total > 0 ? amount(next.setup.objects_total) : '…' }));
        await new Promise((later) => setTimeout(later, 1000));
      }
      setFetched('');
      const { config } = await get<Snapshot>(`${P}/brain/sync?fields=titles`);
      if (!config) await once(`${P}/init`, { locales: { default: 'en', supported: ['en'] }, domains: ['site'], workflow: 'auto-merge' });
      made.current.configured = true;
    },
    delivery: async () => {
      if (!instance.rooms.includes('delivery')) return;
      const P = `${W}/projects/${made.current.project!.id}`;
      if (!made.current.delivered) await patch(`${P}/cdn/settings`, { cdn_enabled: true });
      made.current.delivered = true;
      // The first release is built now, and before it there is nothing to read. Where none comes in time the page shows all the same how to.
      for (let asked = 0; asked < RELEASE_ASKED; asked++) {
        const builds = await get<{ status: string }[]>(`${P}/cdn/builds`);
        if (builds.some((one) => one.status !== 'building')) break;
        await new Promise((later) => setTimeout(later, 1000));
      }
      const keys = `${P}/cdn/keys`;
      key.current ||= (await intents.made<{ key: string }>(keys, { name: t('welcome.firstKey') }, keeping.write)).key;
    },
  };
  const order = Object.keys(work) as Step[];
  const walk = async (event?: FormEvent) => {
    event?.preventDefault();
    setProblem(null);
    for (const step of order) {
      setDoing(step);
      try {
        await work[step]();
        setDone((before) => [...before.filter((one) => one !== step), step]);
      } catch (what) {
        setDoing(null);
        setProblem({ at: step, what });
        setExisting('');
        if (step === 'repository') {
          const all = await get<Repository[]>(`/api/git_host/repos?workspaceId=${workspace!.id}`).catch(() => []);
          setExisting(all.find((one) => one.fullName.endsWith(`/${slugOf(name)}`))?.fullName ?? '');
        }
        return;
      }
    }
    setDoing(null);
  };
  const isDone = done.length === order.length;
  const run: Run = { workspace: workspace?.slug ?? '', source, template, name, chosen, made: made.current, done, waiting: intents.waiting };
  const keeping = useKeepingOf(user.id, '', place, name || t('welcome.create'), kept, isDone || (name === '' && chosen === '' && !made.current.repository) ? null : run);
  const started = doing !== null || done.length > 0 || (problem !== null && problem.at !== 'host');
  const ready = source === 'template' ? name.trim() !== '' : chosen !== '';
  if (!workspace) return <Frame user={user}><div className="inner narrow"><Head title={t('welcome.title', { name: user.displayName })} /><Notice>{t('welcome.noWorkspace')}</Notice></div></Frame>;
  return (
    <Frame user={user} workspace={workspace}>
      <div className="inner narrow">
        <Head title={isDone ? t('welcome.ready') : t('welcome.title', { name: user.displayName })} about={isDone ? undefined : t('welcome.about')} />
        {kept && !isDone && !doing && <Notice><span>{t('welcome.restored')}</span><span><button className="button" type="button" onClick={() => void keeping.drop().then(onAnew)}>{t('welcome.anew')}</button></span></Notice>}
        {!started && (
          <form className="stack" onSubmit={walk}>
            <div role="radiogroup" aria-label={t('welcome.where')} className="stack small">
              <h2>{t('welcome.where')}</h2>
              <div className="choices">
                {(['template', 'repository'] as const).map((one) => (
                  <label className="choice" key={one}>
                    <input type="radio" name="source" checked={source === one} onChange={() => setSource(one)} aria-label={t(`welcome.${one}`)} />
                    <span><strong>{t(`welcome.${one}`)}</strong><br /><span className="quiet">{t(`welcome.${one}.about`)}</span></span>
                  </label>
                ))}
              </div>
            </div>
            {source === 'template' ? (
              <fieldset className="choices">
                <legend className="hidden">{t('welcome.template')}</legend>
                {(['blog', 'blank'] as const).map((one) => (
                  <label className="choice" key={one}>
                    <input type="radio" name="template" checked={template === one} onChange={() => setTemplate(one)} aria-label={t(`welcome.${one}`)} />
                    <span><strong>{t(`welcome.${one}`)}</strong><br /><span className="quiet">{t(`welcome.${one}.about`)}</span></span>
                  </label>
                ))}
              </fieldset>
            ) : (
              <Field label={t('welcome.repository.choose')} help={repositories?.length === 0 ? t('welcome.repository.none') : undefined}>
                {(ids) => (
                  <select className="input" {...ids} value={chosen} onChange={(event) => setChosen(event.target.value)}>
                    <option value="">{t('choose')}</option>
                    {repositories?.map((one) => <option key={one.id} value={one.fullName}>{one.fullName}</option>)}
                  </select>
                )}
              </Field>
            )}
            <Field label={t('name')}>
              {(ids) => <input className="input" {...ids} value={name} maxLength={100} placeholder={source === 'repository' ? chosen.split('/').pop() : t('welcome.example')} onChange={(event) => setName(event.target.value)} />}
            </Field>
            {own.length > 1 && (
              <Field label={t('workspace')}>
                {(ids) => (
                  <select className="input" {...ids} value={workspace.id} onChange={(event) => { made.current = {}; setRepositories(null); setWorkspace(own.find((one) => one.id === event.target.value)); }}>
                    {own.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
                  </select>
                )}
              </Field>
            )}
            {problem && !isReauth && <Problem of={problem.what} />}
            {problem?.at === 'host' && installUrl && <p><a className="button" href={installUrl}>{t('welcome.install')}</a></p>}
            {isReauth && <Reauth />}
            <div><button className="button primary" type="submit" disabled={!ready}>{t('welcome.create')}</button></div>
          </form>
        )}
        {started && !isDone && (
          <div className="stack">
            <ol className="steps card padded" aria-label={t('welcome.progress')}>
              {order.map((step) => {
                const state = done.includes(step) ? 'done' : problem?.at === step ? 'failed' : 'waiting';
                return (
                  <li key={step}>
                    <Icon className={state} name={state === 'done' ? 'check' : state === 'failed' ? 'warn' : doing === step ? 'wait' : 'open'} />
                    <div className="grow">{t(`welcome.step.${step}`)}<span className="hidden"> {t(`step.${state}`)}</span>{doing === step && step === 'content' && fetched && <><br /><span className="quiet number" role="status">{fetched}</span></>}{problem?.at === step && !isReauth && <Problem of={inOwnWords(problem.what)} />}</div>
                  </li>
                );
              })}
            </ol>
            {doing && <div className="bar" role="status" aria-label={t(`welcome.step.${doing}`)} />}
            {isReauth && <Reauth />}
            {!doing && !isReauth && (
              <div className="row">
                <button className="button primary" type="button" onClick={() => walk()}>{t('welcome.goOn')}</button>
                {problem?.at === 'repository' && existing && <button className="button" type="button" onClick={() => { made.current.repository = existing; void walk(); }}>{t('welcome.useIt', { name: existing })}</button>}
                {problem?.at === 'repository' && source === 'template' && (
                  <button className="button" type="button" onClick={() => { setProblem(null); setDone([]); made.current = { installation: made.current.installation }; }}>{t('welcome.otherName')}</button>
                )}
              </div>
            )}
          </div>
        )}
        {isDone && <Ready made={made.current} firstKey={key.current} place={`/w/${workspace.slug}/p/${made.current.project!.id}`} />}
      </div>
    </Frame>
  );
}

function Reauth() {
  return <Notice kind="warn"><span>{t('welcome.reauth')}</span><span><a className="button" href={`/auth/login?next=${encodeURIComponent(`/welcome${location.search}`)}`}>{t('welcome.reauth.do')}</a></span></Notice>;
}

/** The three next steps; the key is on this page only, and nowhere in the browser's storage. */
function Ready({ made, firstKey, place }: { made: Made; firstKey: string; place: string }) {
  return (
    <ol className="stack">
      <li className="card padded stack small">
        <h2>{t('ready.write')}</h2>
        <p className="quiet">{t('ready.write.about')}</p>
        <div><Link className="button primary" href={place}>{t('ready.open')}</Link></div>
      </li>
      {firstKey && <li className="card padded stack small">
        <h2>{t('ready.read')}</h2>
        <p className="quiet">{t('ready.read.about')}</p>
        <CopyField name="curl" text={`curl -H 'Authorization: Bearer ${firstKey}' ${location.origin}/api/cdn/v1/${made.project!.id}/_manifest.json`} />
      </li>}
      {instance.builtInHost && <li className="card padded stack small">
        <h2>{t('ready.clone')}</h2>
        <CopyField name="git clone" text={`git clone ${location.origin}/git/${made.repository}.git`} />
      </li>}
    </ol>
  );
}
