import { memo, useState, type FormEvent } from 'react';
import { patch, Refusal } from '../../api/call';
import type { Meta, Model, Saved } from '../../api/types';
import { localTime } from '../../fields/choice';
import { useAct } from '../../parts/act';
import type { Found } from '../../replica/drafts';
import { useKept, useKeepingOf } from '../../replica/keeping';
import { useProject } from '../../replica/project';
import { moment, t } from '../../words/all';
import { findingsIn } from '../../words/said';

const universal = (local: string): string | null => (local ? new Date(local).toISOString() : null);

type Time = 'publish_at' | 'expire_at';
const TIMES: Time[] = ['publish_at', 'expire_at'];

type Typed = { publish_at?: string; expire_at?: string };
type Scheduled = { model: Model; id: string; locale: string; meta: Meta; title: string };

/** When an entry appears and disappears, in the time of this computer; times that were typed and not set are kept like a draft. */
export const Schedule = memo(function Schedule(about: Scheduled) {
  const content = useProject();
  const place = `c/${encodeURIComponent(about.model.id)}/${encodeURIComponent(about.id)}?locale=${about.locale}#times`;
  const kept = useKept(content.person, content.project.id, place);
  return kept === undefined ? null : <Times {...about} place={place} kept={kept} />;
});

function Times({ model, id, locale, meta, title, place, kept }: Scheduled & { place: string; kept: Found | null }) {
  const content = useProject();
  const { busy, act, told } = useAct();
  /** What was typed; what was not follows what is stored, also while somebody else changes it, and is not sent. */
  const [typed, type] = useState<Typed>((kept?.draft.values ?? {}) as Typed);
  /** Whether what was sent last waits for a reviewer. */
  const [waits, setWaits] = useState<boolean | null>(null);
  const may = content.may('change_status');
  const shown = { publish_at: typed.publish_at ?? localTime(meta.publish_at), expire_at: typed.expire_at ?? localTime(meta.expire_at) };
  const changed = TIMES.filter((name) => shown[name] !== localTime(meta[name]));
  useKeepingOf(content.person, content.project.id, place, `${t('schedule')}: ${title}`, kept, changed.length > 0 && waits !== true ? typed : null);
  const put = (next: Typed) => {
    setWaits(null); // what waits is what was sent, not what is typed now
    type({ ...typed, ...next });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const times = Object.fromEntries(changed.map((name) => [name, universal(shown[name])]));
    void act(async () => {
      const { merged, validation } = await patch<Saved>(`${content.path}/content/${encodeURIComponent(model.id)}/schedule`, { locale, entryIds: [id], ...times });
      if (!validation.valid) throw new Refusal(422, findingsIn(validation.errors), '', { isSaid: true }, 0);
      setWaits(!merged);
      await content.refresh();
      if (merged) type((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== typed[name as Time])));
    }, '');
  };
  const time = (label: string, value: string, set: (value: string) => void) => (
    <label className="field"><span className="label">{label}</span><input className="input" type="datetime-local" value={value} onChange={(event) => set(event.target.value)} /></label>
  );
  return (
    <section aria-label={t('schedule')}>
      <h2>{t('schedule')}</h2>
      {may ? (
        <form className="stack small" aria-label={t('schedule')} onSubmit={save}>
          {time(t('schedule.from'), shown.publish_at, (value) => put({ publish_at: value }))}
          {time(t('schedule.to'), shown.expire_at, (value) => put({ expire_at: value }))}
          <div className="row"><button className="button" type="submit" disabled={busy || changed.length === 0}>{t('schedule.set')}</button></div>
          {told}
          <p role="status" className={waits === null || changed.length > 0 && !waits ? 'hidden' : 'notice good'}>{waits === null ? '' : t(waits ? 'entry.waits' : 'saved')}</p>
        </form>
      ) : (
        <p className="quiet">{meta.publish_at || meta.expire_at ? [meta.publish_at && `${t('schedule.from')}: ${moment(meta.publish_at)}`, meta.expire_at && `${t('schedule.to')}: ${moment(meta.expire_at)}`].filter(Boolean).join(' · ') : t('schedule.none')}</p>
      )}
    </section>
  );
}
