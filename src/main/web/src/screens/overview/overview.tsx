import { useEffect, useState } from 'react';
import { instance } from '../../api/instance';
import type { User } from '../../api/types';
import { CopyButton, CopyField, Empty, Head } from '../../parts/basic';
import { Icon } from '../../parts/icon';
import { Link } from '../../parts/link';
import { Said } from '../../parts/said';
import { forget, mine, placeOfDraft, type Draft } from '../../replica/drafts';
import { aboutBranch, nameOfBranch, useDetails } from '../../replica/changes';
import { useProject } from '../../replica/project';
import { ago, many, t, who } from '../../words/all';
import { goneOf } from './gone';

/** So many of each are shown at first. */
const FIRST = 8;
/** And so many warnings more each time: thousands at once would keep the page from answering. */
const MORE = 100;

/** What waits for this person in the project, and whether all is well. */
export default function Overview({ user }: { user: User }) {
  const content = useProject();
  const [drafts, set] = useState<Draft[]>([]);
  const [shown, show] = useState(FIRST);
  const [warned, warn] = useState(FIRST);
  useEffect(() => {
    mine(user.id, content.project.id).then(set, () => {});
  }, []);
  const snapshot = content.snapshot!;
  const health = snapshot.schemaValidation;
  /** What is said of several entries in the same words stands once. */
  const warnings = [...(health?.warnings ?? []).reduce((all, { message }) => all.set(message, (all.get(message) ?? 0) + 1), new Map<string, number>())];
  const { details } = useDetails(content);
  return (
    <>
      <Head title={content.project.name} about={content.project.repo_full_name} />
      {!snapshot.config && <Empty title={t('overview.noContent')}><p className="quiet">{t('overview.noContent.about')}</p></Empty>}
      <NextSteps />
      <div className="panels">
        <section aria-label={t('overview.drafts')}>
          <h2>{t('overview.drafts')}</h2>
          {drafts.length === 0 ? <p className="quiet">{t('overview.drafts.none')}</p> : (
            <ul className="card rows">
              {drafts.slice(0, shown).map((draft) => (
                <li key={draft.key}>
                  {goneOf(draft, content) !== null ? <Nowhere draft={draft} about={goneOf(draft, content)!}
                    onGone={() => set(drafts.filter((one) => one !== draft))} /> : /#|^history/.test(draft.entry) && draft.model === '' ? <Kept draft={draft} onGone={() => set(drafts.filter((one) => one !== draft))} /> : <Link className="line"
                    href={content.place + placeOfDraft(draft)}>
                    <Icon name="pen" /><span className="grow">{draft.title || t('untitled')}<br /><span className="note">{[snapshot.models.find((one) => one.id === draft.model)?.name ?? draft.model, ago(draft.at)].filter(Boolean).join(' · ')}</span></span>
                  </Link>}
                </li>
              ))}
            </ul>
          )}
          {drafts.length > shown && <div><button className="button quiet-button" type="button" onClick={() => show(drafts.length)}>{many(drafts.length - shown, 'more.one', 'more.many')}</button></div>}
        </section>
        {content.may('read_branches') && (
          <section aria-label={t('overview.waiting')}>
            <h2>{t('overview.waiting')}</h2>
            {content.branches.length === 0 ? <p className="quiet">{t('changes.none')}</p> : (
              <ul className="card rows">
                {content.branches.slice(0, FIRST).map((branch) => (
                  <li key={branch.name}><Link className="line"
                    href={`${content.place}/changes/${encodeURIComponent(branch.name)}`}><Icon name="change" /><span className="grow"><span dir="auto">{details.get(branch.name)?.title ?? nameOfBranch(snapshot, branch.name)}</span><br /><span
                    className="note">{[who(details.get(branch.name)?.author?.email), ago(details.get(branch.name)?.updatedAt ?? aboutBranch(branch.name).opened)].filter(Boolean).join(' · ')}</span></span></Link></li>
                ))}
              </ul>
            )}
            {content.branches.length > FIRST && <div><Link className="button quiet-button" href={`${content.place}/changes`}>{many(content.branches.length - FIRST, 'more.one', 'more.many')}</Link></div>}
          </section>
        )}
        <section aria-label={t('overview.health')}>
          <h2>{t('overview.health')}</h2>
          {health ? (
            <div className="card padded stack small">
              <p><strong className="number">{health.healthScore}</strong> <span className="quiet">{t('overview.score')}</span></p>
              {health.warnings.length === 0 ? <p className="quiet">{t('overview.healthy')}</p> : (
                <ul className="stack small">
                  {warnings.slice(0, warned).map(([message, times]) => <li key={message} className="row" style={{ flexWrap: 'nowrap', alignItems: 'start' }}><Icon name="warn" /><span><Said of={message} />{times > 1 && <span className="note number"> {t('overview.times', { times })}</span>}</span></li>)}
                </ul>
              )}
              {warnings.length > warned && <div><button className="button quiet-button" type="button" onClick={() => warn(warned + MORE)}>{many(warnings.length - warned, 'more.one', 'more.many')}</button></div>}
            </div>
          ) : <p className="quiet">{t('overview.noHealth')}</p>}
        </section>
        {instance.builtInHost && <section aria-label={t('overview.developers')}>
          <h2>{t('overview.developers')}</h2>
          <CopyField name="git clone" text={`git clone ${location.origin}/git/${content.project.repo_full_name}.git`} />
          <p className="note">{t('overview.developers.about')}</p>
        </section>}
      </div>
    </>
  );
}

/** What was written while something was decided: gone on with where it was asked, or given up here. */
function Kept({ draft, onGone }: { draft: Draft; onGone: () => void }) {
  const content = useProject();
  const title = draft.title || t('untitled');
  return (
    <div className="line wraps">
      <Icon name="pen" /><span className="grow"><Link href={content.place + placeOfDraft(draft)}>{title}</Link><br /><span className="note">{ago(draft.at)}</span></span>
      <button className="button square quiet-button" type="button" aria-label={t('members.remove', { name: title })} onClick={() => void forget(draft.key).then(onGone)}><Icon name="bin" /></button>
    </div>
  );
}

/** What was typed for a place that is gone can be copied, and is removed by who wants that. */
function Nowhere({ draft, about, onGone }: { draft: Draft; about: string; onGone: () => void }) {
  return (
    <div className="line wraps">
      <Icon name="warn" /><span className="grow">{draft.title || t('untitled')}<br /><span className="note">{about}</span></span>
      <CopyButton text={JSON.stringify(draft.values, null, 2)} name={draft.title || t('untitled')} />
      <button className="button square quiet-button" type="button" aria-label={t('members.remove', { name: draft.title || t('untitled') })} onClick={() => void forget(draft.key).then(onGone)}><Icon name="bin" /></button>
    </div>
  );
}

/** What a new project lacks until it delivers; gone when all of it is done. */
function NextSteps() {
  const content = useProject();
  const snapshot = content.snapshot!;
  const first = snapshot.models.find((model) => model.kind === 'collection' || model.kind === 'document');
  const steps: [boolean, string, string][] = [
    [snapshot.models.length > 0, '/models', t('next.model')],
    [Object.keys(snapshot.content).length > 0, first ? `/c/${encodeURIComponent(first.id)}/new` : '/models', t('next.entry')],
    ...(instance.rooms.includes('delivery') ? [[content.project.cdn_enabled, '/delivery', t('next.deliver')] as [boolean, string, string]] : []),
  ];
  if (!content.may('save_model') || steps.every(([done]) => done)) return null;
  return (
    <section className="stack small" aria-label={t('next')}>
      <h2>{t('next')}</h2>
      <ul className="card rows">
        {steps.map(([done, place, name]) => <li key={name}><Link className="line" href={content.place + place}><Icon name={done ? 'check' : 'open'} className={done ? 'done' : ''} /><span className="grow">{name}</span><span className="note">{t(done ? 'step.done' : 'step.waiting')}</span></Link></li>)}
      </ul>
    </section>
  );
}
