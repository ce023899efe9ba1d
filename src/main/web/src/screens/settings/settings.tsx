import { useState, type FormEvent } from 'react';
import { patch, post } from '../../api/call';
import { useAct } from '../../parts/act';
import { Head, Notice } from '../../parts/basic';
import { useProject } from '../../replica/project';
import { Domains } from './domains';
import { Ending } from './ending';
import { People } from './people';
import { languageName, t } from '../../words/all';

/** How a project works: workflow, languages, who may do what in it, and its end. */
export default function Settings({ home }: { home: string }) {
  const content = useProject();
  const config = content.snapshot!.config;
  const [locale, setLocale] = useState('');
  const [from, setFrom] = useState('');
  const [leaving, setLeaving] = useState(false);
  const may = content.may('edit_config');
  const { busy, act: does, told } = useAct();
  const act = (work: () => Promise<unknown>) => does(() => work().then(() => content.refresh()));
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (await act(() => post(`${content.path}/locales`, { locale: locale.trim(), ...(from ? { copyFrom: from } : {}) }))) setLocale('');
  };
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
        <section className="card padded stack" aria-label={t('locales')}>
          <h2>{t('locales')}</h2>
          <ul className="chips">{config.locales.supported.map((one) => <li className="chip" key={one} style={{ paddingInlineEnd: 8 }}>{languageName(one)} <code className="note" style={{ marginInlineStart: 6 }}>{one}</code>{one === config.locales.default && <span className="note" style={{ marginInlineStart: 6 }}>{t('project.default')}</span>}</li>)}</ul>
          {content.may('add_locale') && (
            <form className="tools" onSubmit={add}>
              <input className="input search" required aria-label={t('project.newLocale')} placeholder={t('project.newLocale')} value={locale} onChange={(event) => setLocale(event.target.value)} />
              <select className="input" aria-label={t('project.copyFrom')} value={from} onChange={(event) => setFrom(event.target.value)}>
                <option value="">{t('project.empty')}</option>
                {config.locales.supported.map((one) => <option key={one} value={one}>{t('project.copyOf', { locale: languageName(one) })}</option>)}
              </select>
              <button className="button" type="submit" disabled={busy}>{t('entry.add')}</button>
            </form>
          )}
        </section>
      </>}
      {config && <Domains busy={busy} act={act} />}
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
