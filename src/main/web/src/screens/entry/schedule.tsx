import { useState, type FormEvent } from 'react';
import { patch } from '../../api/call';
import type { Meta, Model } from '../../api/types';
import { localTime } from '../../fields/choice';
import { useAct } from '../../parts/act';
import { useProject } from '../../replica/project';
import { moment, t } from '../../words/all';

const universal = (local: string): string | null => (local ? new Date(local).toISOString() : null);

/** When an entry appears and disappears, in the time of this computer. */
export function Schedule({ model, id, locale, meta }: { model: Model; id: string; locale: string; meta: Meta }) {
  const content = useProject();
  const { busy, act, told } = useAct();
  const [from, setFrom] = useState(localTime(meta.publish_at));
  const [to, setTo] = useState(localTime(meta.expire_at));
  const may = content.may('change_status');
  const changed = from !== localTime(meta.publish_at) || to !== localTime(meta.expire_at);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const times = { publish_at: universal(from), expire_at: universal(to) };
    void act(() => patch(`${content.path}/content/${encodeURIComponent(model.id)}/schedule`, { locale, entryIds: [id], ...times }).then(() => content.refresh()));
  };
  const time = (label: string, value: string, set: (value: string) => void) => (
    <label className="field"><span className="label">{label}</span><input className="input" type="datetime-local" value={value} onChange={(event) => set(event.target.value)} /></label>
  );
  return (
    <section aria-label={t('schedule')}>
      <h2>{t('schedule')}</h2>
      {may ? (
        <form className="stack small" aria-label={t('schedule')} onSubmit={save}>
          {time(t('schedule.from'), from, setFrom)}
          {time(t('schedule.to'), to, setTo)}
          <div className="row"><button className="button" type="submit" disabled={busy || !changed}>{t('schedule.set')}</button></div>
          {told}
        </form>
      ) : (
        <p className="quiet">{meta.publish_at || meta.expire_at ? [meta.publish_at && `${t('schedule.from')}: ${moment(meta.publish_at)}`, meta.expire_at && `${t('schedule.to')}: ${moment(meta.expire_at)}`].filter(Boolean).join(' · ') : t('schedule.none')}</p>
      )}
    </section>
  );
}
