import { memo, useState, type FormEvent } from 'react';
import { patch, Refusal } from '../../api/call';
import type { Meta, Model, Saved } from '../../api/types';
import { localTime } from '../../fields/choice';
import { changedIn, isOvertaken, leftOf, shownOf, typedOf, typeInto, type Typed } from '../../fields/typed';
import { useAct } from '../../parts/act';
import { Field, Notice } from '../../parts/basic';
import type { Found } from '../../replica/drafts';
import { useKept, useKeepingOf } from '../../replica/keeping';
import { useProject } from '../../replica/project';
import { moment, t } from '../../words/all';
import { findingsIn, isSaid } from '../../words/said';

const universal = (local: string): string | null => (local ? new Date(local).toISOString() : null);

type Stored = { publish_at: string; expire_at: string };
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
  const stored: Stored = { publish_at: localTime(meta.publish_at), expire_at: localTime(meta.expire_at) };
  const [typed, type] = useState<Typed<Stored>>(() => typedOf(stored, kept?.draft.values ?? {}));
  /** Whether what was sent last waits for a reviewer. */
  const [waits, setWaits] = useState<boolean | null>(null);
  const [restored, setRestored] = useState(kept !== null);
  const may = content.may('change_status');
  const shown = shownOf(stored, typed);
  const changed = changedIn(stored, typed);
  const isChanged = Object.keys(changed).length > 0;
  useKeepingOf(content.person, content.project.id, place, `${t('schedule')}: ${title}`, kept, isChanged && waits !== true ? changed : null); // also while the right is away
  const put = (name: keyof Stored, value: string) => {
    setWaits(null); // what waits is what was sent, not what is typed now
    type((now) => typeInto(stored, now, name, value));
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const times = Object.fromEntries(Object.keys(changed).map((name) => [name, universal(shown[name as keyof Stored])]));
    void act(async () => {
      const { merged, validation } = await patch<Saved>(`${content.path}/content/${encodeURIComponent(model.id)}/schedule`, { locale, entryIds: [id], ...times });
      if (!validation.valid) throw new Refusal(422, findingsIn(validation.errors), '', { isSaid: isSaid(validation.errors) }, 0);
      setWaits(!merged);
      setRestored(false);
      await content.readAnew();
      if (merged) type((now) => leftOf(now, typed, shown));
    }, '');
  };
  const time = (label: string, name: keyof Stored) => (
    <Field label={label} error={isOvertaken(stored, typed, name) ? t('vocabulary.theirs', { text: meta[name] ? moment(String(meta[name])) : t('value.none') }) : undefined}>
      {(ids) => <input className="input" {...ids} type="datetime-local" value={shown[name]} onChange={(event) => put(name, event.target.value)} />}
    </Field>
  );
  return (
    <section aria-label={t('schedule')}>
      <h2>{t('schedule')}</h2>
      {may ? (
        <form className="stack small" aria-label={t('schedule')} onSubmit={save}>
          {restored && isChanged && <Notice>{t('entry.restored')}</Notice>}
          {time(t('schedule.from'), 'publish_at')}
          {time(t('schedule.to'), 'expire_at')}
          <div className="row"><button className="button" type="submit" disabled={busy || !isChanged}>{t('schedule.set')}</button>{isChanged && <button className="button quiet-button" type="button" disabled={busy} onClick={() => { setWaits(null); setRestored(false); type({}); }}>{t('entry.back')}</button>}</div>
          {told}
          <p role="status" className={waits === null || isChanged && !waits ? 'hidden' : 'notice good'}>{waits === null ? '' : t(waits ? 'entry.waits' : 'saved')}</p>
        </form>
      ) : (
        <p className="quiet">{meta.publish_at || meta.expire_at ? [meta.publish_at && `${t('schedule.from')}: ${moment(meta.publish_at)}`, meta.expire_at && `${t('schedule.to')}: ${moment(meta.expire_at)}`].filter(Boolean).join(' · ') : t('schedule.none')}</p>
      )}
    </section>
  );
}
