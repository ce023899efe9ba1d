import { useState, type FormEvent } from 'react';
import { Icon } from '../../parts/icon';
import { changeConfig } from '../../replica/newest';
import { useProject } from '../../replica/project';
import { many, t } from '../../words/all';

/** The folders in which models stand. One that still has models stays until they have gone elsewhere. */
export function Domains({ busy, act }: { busy: boolean; act: (work: () => Promise<unknown>) => Promise<boolean> }) {
  const content = useProject();
  const [name, setName] = useState('');
  const domains = content.snapshot!.config?.domains ?? [];
  const may = content.may('edit_config');
  const put = (next: (now: string[]) => string[]) => act(() => changeConfig(content, (now) => ({ domains: next(now.domains) })));
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (await put((now) => [...now, name.trim()])) setName('');
  };
  return (
    <section className="card padded stack" aria-label={t('domains')}>
      <div><h2>{t('domains')}</h2><p className="quiet">{t('domains.about')}</p></div>
      <ul className="rows">
        {domains.map((one) => {
          const models = content.snapshot!.models.filter((model) => model.domain === one);
          return (
            <li key={one}><div className="line" style={{ paddingInline: 0 }}>
              <span className="grow"><strong>{one}</strong><br /><span className="note">{models.length > 0 ? `${many(models.length, 'models.one', 'models.many')}: ${models.map((model) => model.name).join(', ')}` : t('domains.empty')}</span></span>
              {may && domains.length > 1 && <button className="button square quiet-button" type="button" disabled={busy || models.length > 0} title={models.length > 0 ? t('domains.used') : undefined} aria-label={t('entry.take', { item: one })} onClick={() => put((now) => now.filter((each) => each !== one))}><Icon name="bin" /></button>}
            </div></li>
          );
        })}
      </ul>
      {may && (
        <form className="tools" onSubmit={add}>
          <input className="input search" required pattern="[a-z][a-z0-9_\-]*" title={t('domains.name')} aria-label={t('domains.new')} placeholder={t('domains.new')} value={name} onChange={(event) => setName(event.target.value)} />
          <button className="button" type="submit" disabled={busy || !name.trim() || domains.includes(name.trim())}>{t('entry.add')}</button>
        </form>
      )}
    </section>
  );
}
