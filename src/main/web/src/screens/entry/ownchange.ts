import { useEffect, useRef, useState } from 'react';
import type { Model } from '../../api/types';
import type { Details } from '../../replica/changes';
import type { ProjectContent } from '../../replica/project';
import { ontoOwn, toldOf } from './inchange';
import type { Shown } from './shown';
import type { subjectOf } from './subject';
import { useWaiting } from './waiting';
import type { Values } from './values';

/** What a form that goes into a change of its person is asked and told. */
export type Goer = { now: () => Shown; put: (next: Partial<Shown>) => void; isFixed: () => boolean; mayWrite: () => boolean; valuesAt: (commit: string) => Promise<Values | undefined>;
  /** Hears which fields came from the change, and which it has otherwise. */ tell: (told: ReturnType<typeof toldOf>, there: Values) => void;
  /** Looks for the change anew. */ again: () => void };

/** Goes into a change once; what is found while the form is fixed waits for `resume`, so that the save which comes then does not open a second change. */
export function going(of: () => Goer) {
  let skipped: (() => Promise<void>) | null = null;
  let under: Promise<void> | null = null;
  const onto = (name: string, tip: string, there: Values) => {
    const { now, put, tell } = of();
    const told = toldOf(now(), there);
    put(ontoOwn(now(), there, name, tip));
    tell(told, there);
  };
  const goInto = async (mine: Details | null, isOld: () => boolean): Promise<void> => {
    const { now, isFixed, mayWrite, valuesAt } = of();
    const { branch, base } = now();
    const skip = () => {
      skipped = async () => (isOld() ? of().again() : goInto(mine, isOld));
    };
    skipped = null;
    if (!mine || !mayWrite()) return;
    if (isFixed()) return skip();
    if ((branch !== null && branch !== mine.name) || base === mine.sha) return;
    const there = await valuesAt(mine.sha);
    // A form that has saved meanwhile, or has moved in its change, is ahead of what was read.
    if (!there || isOld() || now().branch !== branch || (branch !== null && now().base !== base)) return;
    if (isFixed()) return skip();
    onto(mine.name, mine.sha, there);
  };
  /** Done when the form is in what was skipped; at once where nothing was, or something still holds the form. */
  const resume = (): Promise<void> | null => {
    const goOn = of().isFixed() ? null : skipped;
    if (goOn) {
      skipped = null;
      under = goOn().catch(() => {}); // without it the next save has a change of its own
    }
    return under;
  };
  return { goInto, onto, resume };
}

/**
 * A change of this person that the entry of a form waits in, made in whichever form, on whichever computer: the form goes on in it, so that
 * the next save is part of it. Not while a save is on its way, or a person decides about what stands there (`isFixed`), but right after.
 */
export function useOwnChange(content: ProjectContent, subject: ReturnType<typeof subjectOf>, model: Model, locale: string, form: { now: Shown }, put: (next: Partial<Shown>) => void, isFixed: () => boolean, tell: Goer['tell']) {
  const goer = useRef<Goer>(null!);
  const [{ goInto, onto, resume }] = useState(() => going(() => goer.current));
  const waiting = useWaiting(content, model, locale, subject.sentName(), goInto);
  goer.current = { now: () => form.now, put, isFixed, mayWrite: () => content.may('save_content'), valuesAt: subject.valuesAt, tell, again: waiting.again };
  useEffect(() => void resume());
  /** Takes what the change of the form holds now; false where it is over, or has no such entry. */
  const follow = async (): Promise<boolean> => {
    const change = content.branches.find((one) => one.name === form.now.branch);
    const there = change && (await subject.valuesAt(change.sha));
    if (there) onto(change.name, change.sha, there);
    return there !== undefined;
  };
  return { waiting, follow, resume };
}
