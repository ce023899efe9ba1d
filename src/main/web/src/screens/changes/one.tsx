import { useEffect, useMemo, useRef, useState } from 'react';
import { get, post, Refusal } from '../../api/call';
import { useSome } from '../../fields/some';
import { AlteredGroup } from '../../fields/altered';
import { Decide, type Decision } from '../../fields/decide';
import { named } from '../../fields/clashing';
import { isWritten } from '../../fields/standing';
import { CopyField, Notice, Problem, Waiting } from '../../parts/basic';
import { focusStays } from '../../parts/focus';
import { grouped, type Altered, type Clash, type Group } from '../../replica/changes';
import type { Found } from '../../replica/drafts';
import { useKept, useKeepingOf } from '../../replica/keeping';
import { useProject, type OpenBranch } from '../../replica/project';
import { ago, list, many, t, who } from '../../words/all';
import { Discard } from './discard';

type Who = { actor: { email: string } | null; timestamp: string };
type Seen = { sha: string; base: string | null; onto: string | null; changes: Altered[]; commits?: number; conflicts?: Clash[]; omitted?: boolean; who: Who | null };

/** What was decided about a value in this tab: another of the three values asks again, a move of something else does not. A text that was written is kept like a draft. */
const decided = new Map<string, Decision>();
const THEIRS = 6;
const keyOf = (branch: string, one: Clash): string => JSON.stringify([branch, one.path, one.entry, one.field, one.base, one.ours, one.theirs]);

type Asked = { branch: OpenBranch; title: string; isOwn: boolean; onGone: () => void };
const placeOf = (branch: string): string => `changes/${encodeURIComponent(branch)}#decisions`;

/** One change by entry and field, to be accepted, discarded, brought up to date, or decided where it clashes. */
export function One(asked: Asked) {
  const content = useProject();
  const kept = useKept(content.person, content.project.id, placeOf(asked.branch.name));
  return kept === undefined ? <Waiting /> : <Shown {...asked} kept={kept} />;
}

function Shown({ branch, title, isOwn, onGone, kept }: Asked & { kept: Found | null }) {
  const content = useProject();
  useState(() => {
    for (const [key, one] of Object.entries((kept?.draft.values.decisions as Record<string, Decision> | undefined) ?? {})) if (!decided.has(key)) decided.set(key, one);
  });
  const own = [...decided].filter(([key]) => JSON.parse(key)[0] === branch.name);
  const written = own.some(([key, one]) => isWritten(one, JSON.parse(key)[THEIRS])) ? { decisions: Object.fromEntries(own) } : null;
  const keeping = useKeepingOf(content.person, content.project.id, placeOf(branch.name), `${t('decisions')}: ${title}`, kept, written);
  const [seen, set] = useState<Seen | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [clashes, setClashes] = useState<Clash[]>([]);
  const [, drawn] = useState(0);
  const path = `${content.path}/branches/${encodeURIComponent(branch.name)}`;
  const asked = useRef(0);
  const load = async () => {
    setProblem(null);
    const own = ++asked.current;
    try {
      const [diff, past] = await Promise.all([get<Omit<Seen, 'who'>>(`${path}/diff`), get<{ history: Who[] }>(`${content.path}/history?limit=1&from=${encodeURIComponent(branch.name)}`).catch(() => null)]);
      if (own !== asked.current) return; // a newer answer is there, or will be
      set({ ...diff, who: past?.history[0] ?? null });
      if (Array.isArray(diff.conflicts)) setClashes(diff.conflicts);
    } catch (refused) {
      if (own === asked.current) setProblem(refused);
    }
  };
  // What is live moves under the change: values that stayed keep what was decided about them, others are asked again.
  useEffect(() => void load(), [content.commit]);
  const act = async (work: () => Promise<unknown>, isGone = true, turned = false) => {
    const from = document.activeElement;
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await content.readAnew();
      if (isGone) {
        for (const [key] of own) decided.delete(key);
        await keeping.drop();
        onGone();
      }
      return true;
    } catch (refused) {
      const found = refused instanceof Refusal && refused.status === 409 ? (refused.data?.conflicts as Clash[] | undefined) : undefined;
      if (found) void load(); // what is live may be another commit than the one that was looked at
      if (found) setClashes(turned ? found.map((one) => ({ ...one, ours: one.theirs, theirs: one.ours })) : found);
      else setProblem(refused);
      return false;
    } finally {
      setBusy(false);
      focusStays(from);
    }
  };
  const snapshot = content.snapshot!;
  const keys = useMemo(() => clashes.map((one) => keyOf(branch.name, one)), [clashes, branch.name]);
  const groups = useMemo(() => grouped(snapshot, seen?.changes ?? []), [snapshot, seen]);
  const { values, files } = useMemo(() => named(snapshot, clashes), [snapshot, clashes]);
  const [some, more] = useSome(values);
  const keyOfValue = useMemo(() => new Map(clashes.map((one, at) => [one, keys[at]!])), [keys]);
  if (!seen) return problem ? <Problem of={problem} again={load} /> : <Waiting />;
  const decisions = keys.map((key) => decided.get(key));
  const open = decisions.filter((one) => !one).length;
  const accept = () => act(() => post(`${path}/merge`, {
    sha: seen.sha,
    ...(clashes.length > 0 && seen.onto ? { onto: seen.onto } : {}),
    ...(clashes.length > 0 ? { resolutions: clashes.map((one, at) => {
      const { take, text } = decisions[at]!;
      return { path: one.path, entry: one.entry, field: one.field, take: take === 'live' ? 'ours' : take === 'mine' ? 'theirs' : { value: text } };
    }) } : {}),
  }));
  const mayAccept = content.may('merge_branch');
  const behind = seen.base !== seen.onto;
  return (
    <section className="stack" aria-label={title}>
      <div className="head">
        <div className="about"><h2 dir="auto">{title}</h2><span className="quiet">{[who(seen.who?.actor?.email), ago(seen.who?.timestamp), many(seen.changes.length, 'fields.one', 'fields.many')].filter(Boolean).join(' · ')}</span></div>
        <div className="row">
          {behind && clashes.length === 0 && (mayAccept || (isOwn && content.may('save_content'))) && <button className="button quiet-button" type="button" disabled={busy} onClick={() => act(() => post(`${path}/update`, { sha: seen.sha }), false, true)}>{t('changes.update')}</button>}
          {content.may('reject_branch') && <button className="button danger" type="button" data-key="d" disabled={busy} onClick={() => setDiscarding(true)}>{t('discard')}</button>}
          {mayAccept && clashes.length === 0 && <button className="button primary" type="button" data-key="a" disabled={busy} onClick={accept}>{t('accept')}</button>}
        </div>
      </div>
      {!mayAccept && <Notice>{t('changes.mayNot')}</Notice>}
      {behind && clashes.length === 0 && <p className="quiet">{t('changes.behind')}</p>}
      {problem ? <Problem of={problem} /> : null}
      {clashes.length > 0 && (
        <section className="card padded stack" aria-label={t('decisions')}>
          <h2>{t('decisions')}</h2>
          <p className="quiet">{t('decisions.about')}</p>
          {files.length > 0 && <Notice kind="warn">{t('decisions.files', { files: list(files) })}</Notice>}
          {some.map(({ clash, name, field, locale }) => (
            <Decide key={keyOfValue.get(clash)} name={name} field={field} locale={locale} live={clash.ours} mine={clash.theirs} mineName={t('decide.theirs')} decision={decided.get(keyOfValue.get(clash)!)} onDecide={(decision) => {
              decided.set(keyOfValue.get(clash)!, decision);
              drawn((count) => count + 1);
            }} />
          ))}
          {more}
          {mayAccept && files.length === 0 && <div className="row"><button className="button primary" type="button" data-key="a" disabled={busy || open > 0} onClick={accept}>{t('decisions.accept')}</button>{open > 0 && <span className="quiet">{many(open, 'decisions.open.one', 'decisions.open.many')}</span>}</div>}
        </section>
      )}
      {seen.omitted ? <Notice kind="warn">{t('values.omitted')}</Notice> : groups.length === 0 && <Notice>{t('changes.nothing')}</Notice>}
      <Groups groups={groups} />
      <details><summary className="quiet">{t('git.details')}</summary><div className="stack small" style={{ marginBlockStart: 8 }}><CopyField name={t('git.branch')} text={branch.name} /><CopyField name={t('git.commit')} text={branch.sha} /></div></details>
      {discarding && <Discard place={`changes/${encodeURIComponent(branch.name)}`} about={[branch.sha]} title={title} onClose={() => setDiscarding(false)} onDiscard={(reason) => { setDiscarding(false); return act(() => post(`${path}/reject`, { sha: seen.sha, ...(reason ? { reason } : {}) })); }} />}
    </section>
  );
}

/** The entries of a change; thousands at once would keep the page from answering. */
function Groups({ groups }: { groups: Group[] }) {
  const [some, more] = useSome(groups);
  const { place } = useProject();
  const isGone = (group: Group) => group.altered.every((one) => one.kind === 'removed');
  const entry = ({ model, entry, locale }: Group) => (model && (entry || model.kind === 'singleton' || model.kind === 'dictionary') ? `${place}/c/${encodeURIComponent(model.id)}${entry ? `/${encodeURIComponent(entry)}` : ''}${locale ? `?locale=${locale}` : ''}` : undefined);
  return <>{some.map((group) => <AlteredGroup key={group.key} group={group} href={isGone(group) ? undefined : entry(group)} />)}{more}</>;
}
