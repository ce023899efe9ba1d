import { useState } from 'react';
import { Field, Notice } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { forget, type Found } from '../../replica/drafts';
import { useKept, useKeepingOf } from '../../replica/keeping';
import { useProject } from '../../replica/project';
import { t } from '../../words/all';

const LONGEST = 500;
type Asked = { place: string; /** What a reason is about: the changes, or the state of one. */ about: string[]; title: string; onClose: () => void; onDiscard: (reason: string) => Promise<boolean> };

/** Asks before a change is discarded, and for the reason that its author then reads; one that was written is kept like a draft until the change is. */
export function Discard(asked: Asked) {
  const content = useProject();
  const kept = useKept(content.person, content.project.id, asked.place);
  return kept === undefined ? null : <Asking {...asked} kept={kept} />;
}

function Asking({ place, about: now, title, onClose, onDiscard, kept: found }: Asked & { kept: Found | null }) {
  const content = useProject();
  const [about] = useState(now);
  const [{ was, isOther }] = useState(() => ({ was: String(found?.draft.values.reason ?? ''), isOther: Array.isArray(found?.draft.values.about) && !found.draft.values.about.some((one) => about.includes(one)) }));
  /** A reason about something else stays as it is kept until somebody takes it or writes another. */
  const [isTaken, take] = useState(!isOther);
  const [reason, say] = useState(isOther ? '' : was);
  const keeping = useKeepingOf(content.person, content.project.id, place, `${t('discard.reason')}: ${title}`, isOther ? null : found, reason ? { reason, about } : null);
  const discard = async () => {
    if (!(await onDiscard(reason.trim()))) return;
    await keeping.drop();
    if (isOther && found && !found.isElsewhere) await forget(found.draft.key); // kept until now, in a row of its own
  };
  return (
    <Dialog title={t('discard.title')} about={t('discard.about')} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button danger" type="button" onClick={() => void discard()}>{t('discard')}</button>
    </>}>
      {was !== '' && isTaken && reason === was && <Notice>{t('entry.restored')}</Notice>}
      {!isTaken && reason === '' && <Notice kind="warn"><span>{t('discard.other')}</span><q dir="auto">{was}</q><span><button className="button" type="button" onClick={() => { say(was); take(true); }}>{t('discard.take')}</button></span></Notice>}
      <Field label={t('discard.reason')} help={t('discard.reason.about')}>{(ids) => <textarea className="input" {...ids} maxLength={LONGEST} value={reason} onChange={(event) => say(event.target.value)} />}</Field>
    </Dialog>
  );
}
