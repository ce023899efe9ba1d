import { useRef } from 'react';
import type { Model } from '../../api/types';
import type { Shown } from './shown';
import { showChange, Steps } from './steps';
import { BODY, taking, type Values } from './values';

/** The steps of a form: earlier states come into it as one, and each is taken back or done again. */
export function useSteps(model: Model, form: { now: Shown }, put: (next: Partial<Shown>) => void) {
  const steps = useRef(new Steps());

  /** Values of an earlier state, as if they had been typed. */
  const take = (data: Values, text: string | undefined) => {
    const next = { ...(model.kind === 'dictionary' ? {} : form.now.values), ...data, ...(text === undefined ? {} : { [BODY]: text }) };
    steps.current.replaced(form.now.values, next);
    put({ values: next });
  };

  /** Takes the last step back, in whichever field it was, or does it again. */
  const turn = (again: boolean) => {
    const was = form.now.values;
    const step = steps.current.turn(again, was);
    if (!step) return;
    put({ values: taking(was, step, Object.keys(step)) });
    const name = Object.keys(step)[0]!;
    requestAnimationFrame(() => showChange(name, was[name], step[name]));
  };
  return { steps, take, turn };
}
