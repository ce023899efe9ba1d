import { useEffect, useState } from 'react';
import { get, post, Refusal, send } from '../../api/call';
import { go } from '../../api/route';
import { AlteredGroup } from '../../fields/altered';
import { labelOf } from '../../fields/kinds';
import { Empty, Head, Notice, Problem, Waiting } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { commandOf } from '../../parts/keys';
import { Link } from '../../parts/link';
import { aboutBranch, definition, grouped, nameOfBranch, type Altered, type Clash } from '../../replica/changes';
import { useProject, type OpenBranch } from '../../replica/project';
import { ago, many, t } from '../../words/words';
import { Decide, type Decision } from '../../fields/decide';
import { BranchHealth, Several, toggled } from './branches';

/** The changes that wait, and the one that is looked at. */
export default function Changes({ selected }: { selected: string }) {
  const content = useProject();
  const branches = [...content.branches].sort((a, b) => (aboutBranch(b.name).opened ?? '').localeCompare(aboutBranch(a.name).opened ?? ''));
  const at = branches.findIndex((one) => one.name === selected);
  const current = branches[at];
  const [chosen, choose] = useState<Set<string>>(new Set());
  const several = branches.length > 1 && content.may('merge_branch');
  const place = (branch: OpenBranch) => content.place + '/changes/' + encodeURIComponent(branch.name);
  const name = (branch: OpenBranch) => nameOfBranch(content.snapshot!, branch.name);
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const key = commandOf(event);
      const to = { j: at + 1, k: Math.max(at - 1, 0) }[key];
      if (to !== undefined && branches[to]) go(place(branches[to]!));
      if (key === 'a') document.querySelector<HTMLButtonElement>('[data-key=a]')?.click();
      if (key === 'd') document.querySelector<HTMLButtonElement>('[data-key=d]')?.click();
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  });
  return (
    <>
      <Head title={t('changes')} about={branches.length === 0 ? t('changes.about') : t('changes.keys')} />
      <BranchHealth />
      <Several branches={branches} chosen={chosen} onDone={() => choose(new Set())} />
      {branches.length === 0 && !selected && <Empty title={t('changes.none')}><p className="quiet">{t('changes.none.about')}</p></Empty>}
      {(branches.length > 0 || selected) && (
        <div className="review">
          <ul className="card rows" aria-label={t('changes.open')}>
            {branches.map((branch) => (
              <li key={branch.name} className="row" style={{ flexWrap: 'nowrap', gap: 0 }}>
                {several && <label className="tick"><input type="checkbox" aria-label={t('grid.select', { title: name(branch) })} checked={chosen.has(branch.name)} onChange={() => choose(toggled(chosen, branch.name))} /></label>}
                <Link className="line grow" href={place(branch)} aria-current={branch.name === selected ? 'true' : undefined} style={branch.name === selected ? { background: 'var(--accent-weak)' } : undefined}>
                  <Icon name="change" /><span className="grow">{name(branch)}<br /><span className="note">{ago(aboutBranch(branch.name).opened)}</span></span>
                </Link>
              </li>
            ))}
            {branches.length === 0 && <li><div className="line quiet">{t('changes.none')}</div></li>}
          </ul>
          {current ? <One key={current.name + current.sha} branch={current} title={name(current)} onGone={() => {
            const next = branches[at + 1] ?? branches[at - 1];
            go(next ? place(next) : content.place + '/changes', { replace: true });
          }} /> : <p className="quiet">{selected ? t('changes.gone') : t('changes.choose')}</p>}
        </div>
      )}
    </>
  );
}

type Seen = { sha: string; base: string | null; onto: string | null; changes: Altered[]; who: any | null };

function One({ branch, title, onGone }: { branch: OpenBranch; title: string; onGone: () => void }) {
  const content = useProject();
  const [seen, set] = useState<Seen | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [clashes, setClashes] = useState<Clash[]>([]);
  const [decisions, decide] = useState<Record<string, Decision>>({});
  const path = `${content.path}/branches/${encodeURIComponent(branch.name)}`;
  const load = async () => {
    setProblem(null);
    try {
      const [diff, past] = await Promise.all([send('GET', path + '/diff'), get(`${content.path}/history?limit=1&from=${encodeURIComponent(branch.name)}`).catch(() => null)]);
      set({ sha: diff.json.sha, base: diff.json.base, onto: diff.json.onto, changes: diff.json.changes, who: past?.history[0] ?? null });
    } catch (refused) {
      setProblem(refused);
    }
  };
  useEffect(() => void load(), []);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await content.refresh();
      onGone();
    } catch (refused) {
      if (refused instanceof Refusal && refused.status === 409 && refused.data?.conflicts) setClashes(refused.data.conflicts);
      else setProblem(refused);
      setBusy(false);
    }
  };
  const key = (one: Clash) => [one.path, one.entry, one.field].join('\n');
  const accept = () => act(() => post(path + '/merge', {
    sha: seen!.sha,
    ...(clashes.length > 0 ? { resolutions: clashes.map((one) => {
      const decision = decisions[key(one)]!;
      return { path: one.path, entry: one.entry, field: one.field, take: decision.take === 'live' ? 'ours' : decision.take === 'mine' ? 'theirs' : { value: decision.text } };
    }) } : {}),
  }));
  const update = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await post(path + '/update', { sha: seen!.sha });
      await content.refresh();
    } catch (refused) {
      setProblem(refused);
    }
    setBusy(false);
  };
  if (!seen) return problem ? <Problem of={problem} again={load} /> : <Waiting />;
  const groups = grouped(content.snapshot!, seen.changes);
  const mayAccept = content.may('merge_branch');
  const mayDiscard = content.may('reject_branch');
  return (
    <section className="stack" aria-label={title}>
      <div className="head">
        <div className="about"><h2>{title}</h2><span className="quiet">{seen.who?.actor ? `${seen.who.actor.email} · ${ago(seen.who.timestamp)} · ` : ''}{many(seen.changes.length, 'fields.one', 'fields.many')}</span></div>
        <div className="row">
          {seen.base !== seen.onto && (mayAccept || content.may('save_content')) && <button className="button quiet-button" type="button" disabled={busy} onClick={update}>{t('changes.update')}</button>}
          {mayDiscard && <button className="button danger" type="button" data-key="d" disabled={busy} onClick={() => setDiscarding(true)}>{t('discard')}</button>}
          {mayAccept && clashes.length === 0 && <button className="button primary" type="button" data-key="a" disabled={busy} onClick={accept}>{t('accept')}</button>}
        </div>
      </div>
      {!mayAccept && <Notice>{t('changes.mayNot')}</Notice>}
      {seen.base !== seen.onto && <p className="quiet">{t('changes.behind')}</p>}
      {problem ? <Problem of={problem} /> : null}
      {clashes.length > 0 && (
        <section className="card padded stack" aria-label={t('decisions')}>
          <h2>{t('decisions')}</h2>
          <p className="quiet">{t('decisions.about')}</p>
          {clashes.map((one) => {
            const model = content.snapshot!.models.find((each) => each.id === (one as unknown as Altered).model);
            const field = definition(model, one.field);
            const name = one.field ? labelOf(one.field, field ?? { type: '' }, '') : one.path;
            return <Decide key={key(one)} name={name} field={field} live={one.ours} mine={one.theirs} mineName={t('decide.theirs')} decision={decisions[key(one)]} onDecide={(decision) => decide({ ...decisions, [key(one)]: decision })} />;
          })}
          <div><button className="button primary" type="button" disabled={busy || clashes.some((one) => !decisions[key(one)])} onClick={accept}>{t('decisions.accept')}</button></div>
        </section>
      )}
      {groups.length === 0 && <Notice>{t('changes.nothing')}</Notice>}
      {groups.map((group) => <AlteredGroup key={group.key} group={group} />)}
      <details><summary className="quiet">{t('git.details')}</summary><p className="note"><code>{branch.name}</code><br /><code>{branch.sha}</code></p></details>
      {discarding && (
        <Dialog title={t('discard.title')} onClose={() => setDiscarding(false)} foot={<>
          <button className="button" type="button" onClick={() => setDiscarding(false)}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={() => { setDiscarding(false); void act(() => post(path + '/reject', { sha: seen.sha })); }}>{t('discard')}</button>
        </>}><p>{t('discard.about')}</p></Dialog>
      )}
    </section>
  );
}
