import { useLayoutEffect, useState } from 'react';
import { go, isAt } from '../../api/route';
import { Empty, Head, Problem, State } from '../../parts/basic';
import { Icon } from '../../parts/icon';
import { commandOf } from '../../parts/keys';
import { Link } from '../../parts/link';
import { aboutBranch, nameOfBranch, useDetails, type Details } from '../../replica/changes';
import { useProject, type OpenBranch } from '../../replica/project';
import { ago, many, t, who } from '../../words/all';
import { BranchHealth, Several, toggled } from './branches';
import { DiscardedLately } from './discarded';
import { One } from './one';

/** The changes that wait, and the one that is looked at. */
export default function Changes({ selected }: { selected: string }) {
  const content = useProject();
  const { details, lost, again } = useDetails(content);
  const opened = (branch: OpenBranch) => details.get(branch.name)?.updatedAt ?? aboutBranch(branch.name).opened ?? '';
  const [chosen, choose] = useState<Set<string>>(new Set());
  const [order, keepOrder] = useState(new Map<string, number>());
  const isTicked = content.branches.some((one) => chosen.has(one.name));
  const newest = [...content.branches].sort((a, b) => opened(b).localeCompare(opened(a)));
  /** Once one is ticked none moves under the finger that ticks the next: what they are sorted by comes later than their names. */
  const stands = (branch: OpenBranch) => order.get(branch.name) ?? order.size;
  const branches = isTicked ? newest.sort((a, b) => stands(a) - stands(b)) : newest;
  const at = branches.findIndex((one) => one.name === selected);
  const current = branches[at];
  const several = branches.length > 1 && content.may('merge_branch');
  const tick = (branch: OpenBranch) => {
    if (!isTicked) keepOrder(new Map(branches.map((one, place) => [one.name, place])));
    choose(toggled(chosen, branch.name));
  };
  const place = (branch: OpenBranch) => `${content.place}/changes/${encodeURIComponent(branch.name)}`;
  const name = (branch: OpenBranch) => details.get(branch.name)?.title ?? nameOfBranch(content.snapshot!, branch.name);
  useLayoutEffect(() => { // heard as soon as it is seen
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
      <Head title={t('changes')} about={<>{t('changes.about')}{branches.length > 0 && <span className="wide"> {t('changes.keys')}</span>}</>} />
      <BranchHealth />
      {lost ? <Problem of={lost} again={again} /> : null}
      {branches.length === 0 && !selected && <Empty title={t('changes.none')}><p className="quiet">{t('changes.none.about')}</p></Empty>}
      {(branches.length > 0 || selected !== '') && (
        <div className={selected ? 'review chosen' : 'review'}>
          {selected && <Link className="all" href={`${content.place}/changes`}>{t('changes.all')}</Link>}
          <ul className="card rows" aria-label={t('changes.open')}>
            {branches.map((branch) => (
              <li key={branch.name} className={branch.name === selected ? 'row pick on' : 'row pick'}>
                {several && <label className="tick"><input type="checkbox" aria-label={t('grid.select', { title: name(branch) })} checked={chosen.has(branch.name)} onChange={() => tick(branch)} /></label>}
                <Link className="line grow" href={place(branch)} aria-current={branch.name === selected ? 'true' : undefined}>
                  <Icon name="change" /><span className="grow"><span dir="auto">{name(branch)}</span><br /><About branch={branch} details={details.get(branch.name)} /></span>
                </Link>
              </li>
            ))}
            {branches.length === 0 && <li><div className="line quiet">{t('changes.none')}</div></li>}
          </ul>
          {current ? <One key={current.name + current.sha} branch={current} title={name(current)} isOwn={details.get(current.name)?.author?.id === content.person} onGone={() => {
            if (!isAt(place(current))) return;
            const next = branches[at + 1] ?? branches[at - 1];
            go(next ? place(next) : `${content.place}/changes`, { replace: true });
          }} /> : <div className="stack small"><p className="quiet">{selected ? t(content.discarded.has(selected) ? 'changes.discarded' : 'changes.gone') : t('changes.choose')}</p>{content.discarded.get(selected) && <q dir="auto">{content.discarded.get(selected)}</q>}</div>}
        </div>
      )}
      {!current && <DiscardedLately />}
      <div className="dock"><Several branches={branches} chosen={chosen} nameOf={name} onDone={() => choose(new Set())} /></div>
    </>
  );
}

/** Who wrote it, how much it is, how old it is, and whether it fits to what is live. */
function About({ branch, details }: { branch: OpenBranch; details: Details | undefined }) {
  if (!details) return <span className="note">{ago(aboutBranch(branch.name).opened)}</span>;
  return <>
    <span className="note">{[who(details.author?.email), many(details.counts.entries, 'entries.one', 'entries.many'), ago(details.updatedAt ?? details.createdAt)].filter(Boolean).join(' · ')}</span>
    {details.state !== 'fits' && <><br /><State of={details.state} /></>}
  </>;
}
