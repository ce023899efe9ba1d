import { useState } from 'react';
import { Field } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { t } from '../../words/all';

const LONGEST = 500;

/** Reasons that were written, by what they are about: a refusal or a closed dialog loses none. */
const written = new Map<string, string>();

/** Asks before a change is discarded, and for the reason that its author then reads. */
export function Discard({ of, onClose, onDiscard }: { of: string; onClose: () => void; onDiscard: (reason: string) => void }) {
  const [reason, set] = useState(written.get(of) ?? '');
  const say = (text: string) => {
    written.set(of, text);
    set(text);
  };
  return (
    <Dialog title={t('discard.title')} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button danger" type="button" onClick={() => onDiscard(reason.trim())}>{t('discard')}</button>
    </>}>
      <p>{t('discard.about')}</p>
      <Field label={t('discard.reason')} help={t('discard.reason.about')}>{(ids) => <textarea className="input" {...ids} maxLength={LONGEST} value={reason} onChange={(event) => say(event.target.value)} />}</Field>
    </Dialog>
  );
}
