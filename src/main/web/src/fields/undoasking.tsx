import { Dialog } from '../parts/dialog';
import type { Clash } from '../replica/changes';
import { useProject } from '../replica/project';
import { list, t } from '../words/all';
import { named } from './clashing';
import { Deciding, decidedValue, type Question } from './deciding';
import type { Taken } from './undo';

/** Values that were changed again since what is to be taken back: each stays as it is, or is as it was before. */
export default function Asking({ place, clashes, onDecided }: { place: string; clashes: Clash[]; onDecided: (taken: Taken[] | null) => void }) {
  const { values, files } = named(useProject().snapshot!, clashes);
  if (files.length > 0) return <Dialog title={t('undo.title')} onClose={() => onDecided(null)} foot={<button className="button" type="button" onClick={() => onDecided(null)}>{t('cancel')}</button>}><p>{t('undo.files', { files: list(files) })}</p></Dialog>;
  const questions = values.map(({ clash, name, field, locale }): Question => ({ key: JSON.stringify([clash.path, clash.entry, clash.field]), name, field, locale, live: clash.ours, mine: clash.theirs }));
  return <Deciding title={t('undo.title')} about={t('undo.about')} confirm={t('undo.decided')} place={place} mineName={t('undo.before')} questions={questions} onClose={() => onDecided(null)} onDecided={(decisions) => {
    onDecided(clashes.map((one, at) => {
      const { take } = decisions[at]!;
      return { path: one.path, entry: one.entry, field: one.field, take: take === 'live' ? 'ours' : take === 'mine' ? 'theirs' : { value: decidedValue(questions[at]!, decisions[at]!) } };
    }));
    return false; // kept until it is taken back
  }} />;
}
