import { useState, type ReactNode } from 'react';
import { t } from '../words/all';
import { Problem } from './basic';
import { focusStays } from './focus';

type Done = string | (() => string);

/** Something done with the service: one at a time, and what became of it in words beside its controls. */
export function useAct(): { busy: boolean; act: (work: () => Promise<unknown>, done?: Done) => Promise<boolean>; told: ReactNode } {
  const [problem, setProblem] = useState<unknown>(null);
  const [said, say] = useState('');
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>, done: Done = t('saved')) => {
    const from = document.activeElement;
    setProblem(null);
    say('');
    setBusy(true);
    try {
      await work();
      say(typeof done === 'string' ? done : done());
      return true;
    } catch (refused) {
      setProblem(refused);
      return false;
    } finally {
      setBusy(false);
      focusStays(from);
    }
  };
  return { busy, act, told: <>{problem ? <Problem of={problem} /> : null}<p role="status" className={said ? 'notice good' : 'hidden'}>{said}</p></> };
}
