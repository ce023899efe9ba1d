import { useState } from 'react';
import { Field } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import type { Found } from '../../replica/drafts';
import { useKept, useKeepingOf } from '../../replica/keeping';
import { useProject } from '../../replica/project';
import { t } from '../../words/all';

const LONGEST = 500;
type Asked = { place: string; title: string; onClose: () => void; onDiscard: (reason: string) => Promise<boolean> };

/** Asks before a change is discarded, and for the reason that its author then reads; one that was written is kept like a draft until the change is. */
export function Discard(asked: Asked) {
  const content = useProject();
  const kept = useKept(content.person, content.project.id, asked.place);
  return kept === undefined ? null : <Asking {...asked} kept={kept} />;
}

function Asking({ place, title, onClose, onDiscard, kept }: Asked & { kept: Found | null }) {
  const content = useProject();
  const [reason, say] = useState(String(kept?.draft.values.reason ?? ''));
  const keeping = useKeepingOf(content.person, content.project.id, place, `${t('discard.reason')}: ${title}`, kept, reason ? { reason } : null);
  const discard = async () => {
    if (await onDiscard(reason.trim())) await keeping.drop();
  };
  return (
    <Dialog title={t('discard.title')} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button danger" type="button" onClick={() => void discard()}>{t('discard')}</button>
    </>}>
      <p>{t('discard.about')}</p>
      <Field label={t('discard.reason')} help={t('discard.reason.about')}>{(ids) => <textarea className="input" {...ids} maxLength={LONGEST} value={reason} onChange={(event) => say(event.target.value)} />}</Field>
    </Dialog>
  );
}
