import { useState } from 'react';
import type { FieldDefinition } from '../../api/types';
import { Decide, type Decision } from '../../fields/decide';
import { labelOf } from '../../fields/kinds';
import { Problem } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import type { Clash } from '../../replica/changes';
import { t } from '../../words/all';
import { BODY } from './values';

type Decided = { field: string; live: unknown; value: unknown };

/** Fields that others have saved meanwhile, decided one by one, live or (`isIn`) in the change that the form saves into; nothing is chosen beforehand, and nothing is when it is asked anew. */
export function Clashes({ clashes, isIn, fields, locale, problem, onClose, decide, onDecided }: {
  clashes: Clash[]; isIn: boolean; fields: [string, FieldDefinition][]; locale: string; problem: unknown; onClose: () => void; decide: (decisions: Decided[]) => Promise<boolean>; onDecided: () => void;
}) {
  const [decisions, choose] = useState<Record<string, Decision>>({});
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const isDecided = await decide(clashes.map((one) => {
      const field = one.field ?? BODY;
      const { take, text } = decisions[field]!;
      return { field, live: one.ours ?? undefined, value: take === 'live' ? (one.ours ?? undefined) : take === 'mine' ? (one.theirs ?? undefined) : text };
    }));
    choose({});
    setBusy(false);
    if (isDecided) onDecided();
  };
  return (
    <Dialog title={t('conflict.title')} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button primary" type="button" disabled={busy || clashes.some((one) => !decisions[one.field ?? BODY])} onClick={() => void save()}>{t('conflict.save')}</button>
    </>}>
      <p>{t('conflict.about')}</p>
      {problem ? <Problem of={problem} /> : null}
      {clashes.map((one) => {
        const name = one.field ?? BODY;
        const field = fields.find(([each]) => each === name)?.[1];
        return <Decide key={name} name={name === BODY ? t('entry.body') : labelOf(name, field ?? { type: '' }, locale)} field={field} locale={locale} live={one.ours} liveName={isIn ? t('decide.theirs') : undefined} mine={one.theirs} mineName={t('decide.mine')} decision={decisions[name]} onDecide={(decision) => choose({ ...decisions, [name]: decision })} />;
      })}
    </Dialog>
  );
}

/** Somebody has deleted the entry of the form: it stays deleted, or comes back with everything that stands here. */
export function Deleted({ onClose, onLeave, onBack }: { onClose: () => void; onLeave: () => void; onBack: () => void }) {
  return (
    <Dialog title={t('entry.deleted.title')} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button danger" type="button" onClick={onLeave}>{t('entry.deleted.leave')}</button>
      <button className="button primary" type="button" onClick={onBack}>{t('entry.deleted.back')}</button>
    </>}><p>{t('entry.deleted.about')}</p></Dialog>
  );
}
