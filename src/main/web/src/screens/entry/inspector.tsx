import { memo, useEffect, useMemo, useState } from 'react';
import { send } from '../../api/call';
import type { Model } from '../../api/types';
import { Problem, Waiting } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { Link } from '../../parts/link';
import { PastState } from '../../fields/past';
import { useSome } from '../../fields/some';
import { entriesOf, fieldsOf, localesOf, titleOf } from '../../replica/entries';
import { useProject } from '../../replica/project';
import { ago, many, moment, t, who } from '../../words/all';

/** How long somebody stays at an entry before its history is read, in milliseconds: a browser has six connections, and who goes from one entry to the next needs them for these. */
const STAYS = 250;

type Landing = { commit: string; timestamp: string; actor: { email: string }; changes: { field: string | null }[] };

/** Who changed the entry when; each of its states can be looked at, and its values taken into the form. */
export const Past = memo(function Past({ model, id, locale, onTake }: { model: Model; id: string; locale: string; onTake?: (values: Record<string, unknown>, body: string | undefined) => void }) {
  const content = useProject();
  const [history, set] = useState<Landing[] | null>(null);
  const [lost, lose] = useState<unknown>(null);
  const [looked, look] = useState<Landing | null>(null);
  const [values, setValues] = useState<{ data: Record<string, unknown>; body?: string } | null>(null);
  const about = new URLSearchParams({ model: model.id, ...(id ? { entry: id } : {}), ...(model.i18n ? { locale } : {}) });
  const [times, again] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const read = () => send('GET', `${content.path}/history?${about}&limit=6`, { signal }).then((answer) => {
      set(answer.json.history);
      lose(null);
    }, (refused) => signal.aborted || lose(refused));
    const timer = setTimeout(read, STAYS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [content.snapshot, times]);
  const leave = () => {
    look(null);
    setValues(null);
  };
  return (
    <section aria-label={t('history')}>
      <h2>{t('history')}</h2>
      {lost ? <Problem of={lost} again={() => again(times + 1)} /> : history === null ? <Waiting /> : history.length > 0 ? <>
        <ol className="stack small">
          {history.map((one) => <li key={one.commit}>
            <button className="link" type="button" title={moment(one.timestamp)} onClick={() => look(one)}>{ago(one.timestamp)}<span className="hidden"> {t('past.lookAt', { when: moment(one.timestamp) })}</span></button>{' '}
            <span className="note">{who(one.actor.email)} · {many(one.changes.filter((change) => change.field).length, 'fields.one', 'fields.many')}</span>
          </li>)}
        </ol>
        <p><Link href={`${content.place}/history?${about}`}>{t('past.all')}</Link></p>
      </> : <p className="quiet">{t('history.none')}</p>}
      {looked && (
        <Dialog title={t('past.title', { when: moment(looked.timestamp) })} onClose={leave} foot={<>
          <button className="button" type="button" onClick={leave}>{t('close')}</button>
          {onTake && <button className="button primary" type="button" disabled={!values} onClick={() => { onTake(values!.data, values!.body); leave(); }}>{t('past.take')}</button>}
        </>}>
          <PastState model={model} id={id} locale={locale} commit={looked.commit} onRead={setValues} />
          {onTake && <p className="quiet">{t('past.take.about')}</p>}
        </Dialog>
      )}
    </section>
  );
});

/** Entries that point at this one, in whichever language. */
export const UsedBy = memo(function UsedBy({ model, id }: { model: Model; id: string }) {
  const content = useProject();
  const snapshot = content.snapshot!;
  const users = useMemo(() => snapshot.models.flatMap((other) => {
    const names = fieldsOf(other).filter(([, field]) => field.model && [field.model].flat().includes(model.id)).map(([name]) => name);
    if (names.length === 0) return [];
    const seen = new Set<string>();
    return localesOf(snapshot, other, '').flatMap((locale) => entriesOf(snapshot, other, locale)).filter((entry) => !seen.has(entry.id) && seen.add(entry.id)).filter((entry) => names.some((name) => JSON.stringify(entry.data[name] ?? null).includes(`"${id}"`))).map((entry) => ({ other, entry }));
  }), [snapshot, model.id, id]);
  const [some, more] = useSome(users);
  return (
    <section aria-label={t('usedBy')}>
      <h2>{t('usedBy')}</h2>
      {users.length === 0 ? <p className="quiet">{t('usedBy.none')}</p> : (
        <ul className="stack small">
          {some.map(({ other, entry }) => <li key={other.id + entry.id}><Link href={`${content.place}/c/${encodeURIComponent(other.id)}${entry.id ? `/${encodeURIComponent(entry.id)}` : ''}`}>{titleOf(other, entry)}</Link> <span className="note">{other.name}</span></li>)}
        </ul>
      )}
      {more}
    </section>
  );
});
