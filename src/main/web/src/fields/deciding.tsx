import { useState } from 'react';
import type { FieldDefinition } from '../api/types';
import { Problem } from '../parts/basic';
import { Dialog } from '../parts/dialog';
import { t } from '../words/all';
import { Decide, type Decision } from './decide';
import { standing, type Decided } from './standing';

/** A value that was changed here and by somebody else, under a key of its own. */
export type Question = { key: string; name: string; field: FieldDefinition | undefined; locale?: string | undefined; live: unknown; mine: unknown };
/** What stands after a decision: of both values one, or a text that was written together. */
export const decidedValue = (one: Question, { take, text }: Decision): unknown => (take === 'live' ? one.live : take === 'mine' ? one.mine : text) ?? undefined;

/** Values decided one by one in a dialog; nothing is chosen beforehand. A text that was written together is there as long as the dialog is. */
export function Deciding({ title, about, confirm, liveName, mineName, questions, problem, onClose, onDecided }: {
  title: string; about: string; confirm: string; liveName?: string | undefined; mineName: string; questions: Question[]; problem?: unknown; onClose: () => void; onDecided: (decisions: Decision[]) => Promise<void> | void;
}) {
  const [decisions, choose] = useState<Record<string, Decided>>({});
  const [busy, setBusy] = useState(false);
  const decide = async () => {
    setBusy(true);
    try {
      await onDecided(questions.map((one) => standing(one, decisions[one.key])!));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} about={about} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button primary" type="button" disabled={busy || questions.some((one) => !standing(one, decisions[one.key]))} onClick={() => void decide()}>{confirm}</button>
    </>}>
      {problem ? <Problem of={problem} /> : null}
      {questions.map((one) => <Decide key={one.key} name={one.name} field={one.field} locale={one.locale} live={one.live} liveName={liveName} mine={one.mine} mineName={mineName} decision={standing(one, decisions[one.key])} written={decisions[one.key]?.decision} onDecide={(decision) => choose({ ...decisions, [one.key]: { decision, live: one.live, mine: one.mine } })} />)}
    </Dialog>
  );
}
