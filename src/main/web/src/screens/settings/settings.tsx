import { useState } from 'react';
import { patch } from '../../api/call';
import { useAct } from '../../parts/act';
import { Head, Notice } from '../../parts/basic';
import { useProject } from '../../replica/project';
import { Domains } from './domains';
import { Ending } from './ending';
import { Locales } from './locales';
import { People } from './people';
import { Pushes, Strictness } from './rules';
import { t } from '../../words/all';

/** How a project works: workflow, languages, who may do what in it, and its end. */
export default function Settings({ home }: { home: string }) {
  const content = useProject();
  const config = content.snapshot!.config;
  const [leaving, setLeaving] = useState(false);
  const may = content.may('edit_config');
  const { busy, act: does, told } = useAct();
  const act = (work: () => Promise<unknown>) => does(() => work().then(() => content.readAnew()));
  return (
    <>
      <Head title={t('settings')} about={content.project.repo_full_name} />
      {!may && <Notice>{t('project.mayNot')}</Notice>}
      {config && <>
        <section className="card padded stack" aria-label={t('project.workflow')}>
          <h2>{t('project.workflow')}</h2>
          <div className="choices">
            {(['auto-merge', 'review'] as const).map((one) => (
              <label className="choice" key={one}>
                <input type="radio" name="workflow" disabled={!may} checked={config.workflow === one} aria-label={t(`workflow.${one}`)} onChange={() => act(() => patch(`${content.path}/config`, { workflow: one }))} />
                <span><strong>{t(`workflow.${one}`)}</strong><br /><span className="quiet">{t(`workflow.${one}.about`)}</span></span>
              </label>
            ))}
          </div>
        </section>
        <Locales config={config} busy={busy} act={act} />
      </>}
      {config && <Domains busy={busy} act={act} />}
      {config && <Strictness busy={busy} act={act} />}
      {content.may('allow_force_pushes') && <Pushes busy={busy} act={act} />}
      {content.may('view_project_members') && <People busy={busy} act={act} />}
      {content.may('delete_project') && (
        <section className="card padded stack" aria-label={t('project.end')}>
          <h2>{t('project.end')}</h2>
          <p className="quiet">{t('project.end.about')}</p>
          <div><button className="button danger" type="button" onClick={() => setLeaving(true)}>{t('project.disconnect')}</button></div>
        </section>
      )}
      <div className="dock">{told}</div>
      {leaving && <Ending home={home} onClose={() => setLeaving(false)} />}
    </>
  );
}
