import type { Model } from '../../api/types';
import type { ProjectContent } from '../../replica/project';
import { ontoOwn } from './inchange';
import type { Shown } from './shown';
import type { subjectOf } from './subject';
import { useWaiting, type Waiting } from './waiting';

/**
 * A change of this person that the entry of a form waits in, made in whichever form, on whichever computer: the form goes on in it, so that
 * the next save is part of it. Not while a save is on its way, or a person decides about what stands there (`isFixed`).
 */
export function useOwnChange(content: ProjectContent, subject: ReturnType<typeof subjectOf>, model: Model, locale: string, form: { now: Shown }, put: (next: Partial<Shown>) => void, isFixed: () => boolean) {
  const goInto = async ({ mine }: Waiting): Promise<void> => {
    const { branch, base } = form.now;
    if (!mine || (branch !== null && branch !== mine.name) || base === mine.sha || !content.may('save_content')) return;
    const there = await subject.valuesAt(mine.sha);
    if (there && form.now.branch === branch && !isFixed()) put(ontoOwn(form.now, there, mine.name, mine.sha));
  };
  const waiting = useWaiting(content, model, locale, subject.ownName(), goInto);
  /** Takes what the change of the form holds now; false where it is over, or has no such entry. */
  const follow = async (): Promise<boolean> => {
    const change = content.branches.find((one) => one.name === form.now.branch);
    const there = change && (await subject.valuesAt(change.sha));
    if (there) put(ontoOwn(form.now, there, change.name, change.sha));
    return there !== undefined;
  };
  return { waiting, follow };
}
