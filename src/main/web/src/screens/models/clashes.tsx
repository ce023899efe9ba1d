import { Deciding } from '../../fields/deciding';
import { t } from '../../words/all';
import type { Merged, Shape } from './merge';

/** Settings of a model by the words of its form; those that are one of several cannot be written together. */
const NAMES = { name: 'name', description: 'model.description', domain: 'model.domain', title_field: 'model.titleField', kind: 'model.kind', i18n: 'model.i18n' } as const;
const CHOSEN = ['domain', 'title_field', 'kind'];

/** Parts of a model that somebody else has saved meanwhile, decided one by one. */
export function ModelClashes({ place, merged, onClose, onDecided }: { place: string; merged: Merged; onClose: () => void; onDecided: (shape: Shape) => void }) {
  const questions = merged.clashes.map((one) => ({ ...one, name: one.key in NAMES ? t(NAMES[one.key as keyof typeof NAMES]) : one.name, field: CHOSEN.includes(one.key) ? { type: 'select' } : undefined }));
  return <Deciding title={t('model.clash.title')} about={t('model.clash.about')} confirm={t('conflict.save')} place={place} mineName={t('decide.mine')} questions={questions} onClose={onClose} onDecided={(decisions) => {
    const shape = merged.decided(new Set(questions.filter((_, at) => decisions[at]!.take === 'live').map((one) => one.key)));
    const together = new Map(questions.flatMap((one, at) => (decisions[at]!.take === 'together' ? [[one.key, decisions[at]!.text] as const] : [])));
    onDecided({ ...shape, about: { ...shape.about, ...Object.fromEntries(together) } }); // only texts of settings can be written together
    return true;
  }} />;
}
