import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Problem, Waiting } from './basic';
import { focusStays } from './focus';

/**
 * What the service answers to a question about something, and null until then. Only the answer to the newest question counts. One
 * that cannot be read says why until it is; `told` is that or that it is waited for. What was read before stays while the same is
 * asked again, by `load` or since there are `news`.
 */
export function useAnswer<Read>(ask: () => Promise<Read>, about: unknown = '', news: unknown = ''): { answer: Read | null; load: () => Promise<void>; told: ReactNode } {
  const [{ of, answer, problem }, set] = useState<{ of: unknown; answer: Read | null; problem: unknown }>({ of: about, answer: null, problem: null });
  const asked = useRef(0);
  const load = async () => {
    const own = ++asked.current;
    const tell = (next: (before: Read | null) => { answer: Read | null; problem: unknown }) => {
      if (own === asked.current) set((before) => ({ of: about, ...next(before.of === about ? before.answer : null) }));
    };
    await ask().then((read) => tell(() => ({ answer: read, problem: null })), (refused) => tell((before) => ({ answer: before, problem: refused })));
  };
  useEffect(() => void load(), [about, news]);
  const isOf = of === about;
  const again = () => void load().then(() => focusStays());
  return { answer: isOf ? answer : null, load, told: isOf && problem ? <Problem of={problem} again={again} /> : isOf && answer !== null ? null : <Waiting /> };
}
