import type { FieldDefinition, Model } from '../../api/types';
import { Deciding, decidedValue, type Question } from '../../fields/deciding';
import { labelOf } from '../../fields/kinds';
import { Dialog } from '../../parts/dialog';
import type { Clash } from '../../replica/changes';
import { t } from '../../words/all';
import { BODY } from './values';

type Decided = { field: string; live: unknown; value: unknown };

/** Where the decisions about an entry are kept until they stand, below the place of the project. */
export const decisionsOf = (model: Model, locale: string, id: string): string => `c/${encodeURIComponent(model.id)}${id ? `/${encodeURIComponent(id)}` : ''}?locale=${locale}#decisions`;

/** Fields that others have saved meanwhile, decided one by one, live or (`isIn`) in the change that the form saves into. */
export function Clashes({ clashes, isIn, place, fields, locale, problem, onClose, decide, onDecided }: {
  clashes: Clash[]; isIn: boolean; place: string; fields: [string, FieldDefinition][]; locale: string; problem: unknown; onClose: () => void; decide: (decisions: Decided[]) => Promise<boolean>; onDecided: () => void;
}) {
  const questions = clashes.map((one): Question => {
    const key = one.field ?? BODY;
    const field = fields.find(([each]) => each === key)?.[1];
    return { key, name: key === BODY ? t('entry.body') : labelOf(key, field ?? { type: '' }, locale), field, locale, live: one.ours, mine: one.theirs };
  });
  return <Deciding title={t('conflict.title')} about={t('conflict.about')} confirm={t('conflict.save')} place={place} liveName={isIn ? t('decide.theirs') : undefined} mineName={t('decide.mine')} questions={questions} problem={problem} onClose={onClose} onDecided={async (decisions) => {
    const stands = await decide(questions.map((one, at) => ({ field: one.key, live: one.live ?? undefined, value: decidedValue(one, decisions[at]!) })));
    if (stands) onDecided();
    return stands;
  }} />;
}

/** Somebody has deleted the entry of the form: it stays deleted, or comes back with everything that stands here. */
export function Deleted({ onClose, onLeave, onBack }: { onClose: () => void; onLeave: () => void; onBack: () => void }) {
  return (
    <Dialog title={t('entry.deleted.title')} about={t('entry.deleted.about')} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button danger" type="button" onClick={onLeave}>{t('entry.deleted.leave')}</button>
      <button className="button primary" type="button" onClick={onBack}>{t('entry.deleted.back')}</button>
    </>} />
  );
}
