import { Dialog } from '../parts/dialog';
import { definition, grouped, isWholeFile, titlesOf, type Altered, type Clash } from '../replica/changes';
import { useProject } from '../replica/project';
import { list, t } from '../words/all';
import { isMeta, nameOf } from './altered';
import { Deciding, decidedValue, type Question } from './deciding';
import type { Taken } from './undo';

/** Values that were changed again since what is to be taken back: each stays as it is, or is as it was before. */
export default function Asking({ clashes, onDecided }: { clashes: Clash[]; onDecided: (taken: Taken[] | null) => void }) {
  const content = useProject();
  const snapshot = content.snapshot!;
  const altered = clashes.map((one): Altered => ({ path: one.path, model: one.model ?? null, locale: one.locale ?? null, entry: one.entry, field: one.field, kind: 'modified', before: one.ours, after: one.theirs }));
  const groups = grouped(snapshot, altered);
  const titles = titlesOf(groups);
  const files = clashes.filter(isWholeFile).map((one) => one.path);
  if (files.length > 0) return <Dialog title={t('undo.title')} onClose={() => onDecided(null)} foot={<button className="button" type="button" onClick={() => onDecided(null)}>{t('cancel')}</button>}><p>{t('undo.files', { files: list(files) })}</p></Dialog>;
  const questions = altered.map((one): Question => {
    const group = groups.find((each) => each.altered.includes(one))!;
    const field = isMeta(one) ? { type: 'select' } : definition(group.model, one.field);
    const locale = one.locale ?? snapshot.config?.locales.supported.find((each) => one.path.includes(`/${each}.`));
    return { key: JSON.stringify([one.path, one.entry, one.field]), name: groups.length > 1 ? `${titles.get(group)}: ${nameOf(one, group)}` : nameOf(one, group), field, locale, live: one.before, mine: one.after };
  });
  return <Deciding title={t('undo.title')} about={t('undo.about')} confirm={t('undo.decided')} mineName={t('undo.before')} questions={questions} onClose={() => onDecided(null)} onDecided={(decisions) => onDecided(clashes.map((one, at) => {
    const { take } = decisions[at]!;
    return { path: one.path, entry: one.entry, field: one.field, take: take === 'live' ? 'ours' : take === 'mine' ? 'theirs' : { value: decidedValue(questions[at]!, decisions[at]!) } };
  }))} />;
}
