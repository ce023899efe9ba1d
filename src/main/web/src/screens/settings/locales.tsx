import { useState, type FormEvent } from 'react';
import { patch, post } from '../../api/call';
import type { Config } from '../../api/types';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { countOf, hasMany } from '../../replica/entries';
import { changeConfig } from '../../replica/newest';
import { useProject } from '../../replica/project';
import { languageName, many, t } from '../../words/all';

/** The languages of a project: added, made the default, and taken out, with what follows from it said before. */
export function Locales({ config, busy, act }: { config: Config; busy: boolean; act: (work: () => Promise<unknown>) => Promise<boolean> }) {
  const content = useProject();
  const [locale, setLocale] = useState('');
  const [from, setFrom] = useState('');
  const [sure, ask] = useState<{ of: string; to: 'leave' | 'lead' } | null>(null);
  const snapshot = content.snapshot!;
  const { supported, default: first } = config.locales;
  const may = content.may('edit_config');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (await act(() => post(`${content.path}/locales`, { locale: locale.trim(), ...(from ? { copyFrom: from } : {}) }))) setLocale('');
  };
  const lead = (locale: string) => {
    ask(null);
    void act(() => patch(`${content.path}/config`, { locales: { default: locale } }));
  };
  const leave = (locale: string) => {
    ask(null);
    void act(() => changeConfig(content, (now) => ({ locales: { supported: now.locales.supported.filter((one) => one !== locale) } })));
  };
  const entriesIn = (one: string) => snapshot.models.filter((model) => model.i18n).reduce((sum, model) => sum + (hasMany(model) ? countOf(snapshot, model, one) : Math.min(countOf(snapshot, model, one), 1)), 0);
  return (
    <section className="card padded stack" aria-label={t('locales')}>
      <h2>{t('locales')}</h2>
      <ul className="rows">
        {supported.map((one) => (
          <li key={one}><div className="line" style={{ paddingInline: 0 }}>
            <span className="grow"><strong>{languageName(one)}</strong> <code className="note">{one}</code><br /><span className="note">{many(entriesIn(one), 'entries.one', 'entries.many')}</span></span>
            {one === first ? <span className="state good"><Icon name="check" />{t('project.default')}</span> : may && <>
              <button className="button" type="button" disabled={busy} aria-label={t('locales.leadOf', { locale: languageName(one) })} onClick={() => ask({ of: one, to: 'lead' })}>{t('locales.lead')}</button>
              <button className="button square quiet-button" type="button" disabled={busy} aria-label={t('members.remove', { name: languageName(one) })} onClick={() => ask({ of: one, to: 'leave' })}><Icon name="bin" /></button>
            </>}
          </div></li>
        ))}
      </ul>
      {content.may('add_locale') && (
        <form className="tools" onSubmit={add}>
          <input className="input search" required aria-label={t('project.newLocale')} placeholder={t('project.newLocale')} value={locale} onChange={(event) => setLocale(event.target.value)} />
          <select className="input" aria-label={t('project.copyFrom')} value={from} onChange={(event) => setFrom(event.target.value)}>
            <option value="">{t('project.empty')}</option>
            {supported.map((one) => <option key={one} value={one}>{t('project.copyOf', { locale: languageName(one) })}</option>)}
          </select>
          <button className="button" type="submit" disabled={busy}>{t('entry.add')}</button>
        </form>
      )}
      {sure?.to === 'leave' && (
        <Dialog title={t('members.remove', { name: languageName(sure.of) })} onClose={() => ask(null)} foot={<>
          <button className="button" type="button" onClick={() => ask(null)}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={() => leave(sure.of)}>{t('remove')}</button>
        </>}><p>{many(entriesIn(sure.of), 'locales.leave.one', 'locales.leave.many')}</p><p>{t('locales.leave.back')}</p></Dialog>
      )}
      {sure?.to === 'lead' && (
        <Dialog title={t('locales.leadOf', { locale: languageName(sure.of) })} onClose={() => ask(null)} foot={<>
          <button className="button" type="button" onClick={() => ask(null)}>{t('cancel')}</button>
          <button className="button primary" type="button" onClick={() => lead(sure.of)}>{t('locales.lead')}</button>
        </>}><p>{t('locales.lead.about', { locale: languageName(sure.of) })}</p><p>{t('locales.lead.stays')}</p></Dialog>
      )}
    </section>
  );
}
