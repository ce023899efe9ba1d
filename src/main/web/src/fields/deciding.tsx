import { useState } from 'react';
import type { FieldDefinition } from '../api/types';
import { Problem } from '../parts/basic';
import { Dialog } from '../parts/dialog';
import type { Found } from '../replica/drafts';
import { useKept, useKeepingOf } from '../replica/keeping';
import { useProject } from '../replica/project';
import { t } from '../words/all';
import { Decide, type Decision } from './decide';
import { isWritten, standing, type Decided } from './standing';

/** A value that was changed here and by somebody else, under a key of its own. */
export type Question = { key: string; name: string; field: FieldDefinition | undefined; locale?: string | undefined; live: unknown; mine: unknown };
/** What stands after a decision: of both values one, or a text that was written together. */
export const decidedValue = (one: Question, { take, text }: Decision): unknown => (take === 'live' ? one.live : take === 'mine' ? one.mine : text) ?? undefined;

type Asked = {
  title: string; about: string; confirm: string; /** Where it is asked, below the place of the project. */ place: string; liveName?: string | undefined; mineName: string; questions: Question[]; problem?: unknown;
  onClose: () => void; /** Whether the decisions stand, so that nothing of them has to be kept here any more. */ onDecided: (decisions: Decision[]) => Promise<boolean> | boolean;
};

/** Values decided one by one in a dialog; nothing is chosen beforehand. A text that was written together is kept like a draft until the decisions stand. */
export function Deciding(asked: Asked) {
  const content = useProject();
  const kept = useKept(content.person, content.project.id, asked.place);
  return kept === undefined ? null : <Asking {...asked} kept={kept} />;
}

function Asking({ title, about, confirm, place, liveName, mineName, questions, problem, onClose, onDecided, kept }: Asked & { kept: Found | null }) {
  const content = useProject();
  const [decisions, choose] = useState<Record<string, Decided>>(() => (kept?.draft.values.decisions as Record<string, Decided> | undefined) ?? {});
  const keeping = useKeepingOf(content.person, content.project.id, place, title, kept, Object.values(decisions).some((one) => isWritten(one.decision, one.mine)) ? { decisions } : null);
  const [busy, setBusy] = useState(false);
  const decide = async () => {
    setBusy(true);
    try {
      if (await onDecided(questions.map((one) => standing(one, decisions[one.key])!))) await keeping.drop();
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
      {questions.map((one) => <Decide key={one.key} name={one.name} field={one.field} locale={one.locale} live={one.live}
        liveName={liveName} mine={one.mine} mineName={mineName} decision={standing(one, decisions[one.key])} written={decisions[one.key]?.decision}
        onDecide={(decision) => choose({ ...decisions, [one.key]: { decision, live: one.live, mine: one.mine } })} />)}
    </Dialog>
  );
}
