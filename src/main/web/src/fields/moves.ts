import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

const controls = (item: Element | undefined): HTMLElement[] => [...(item?.querySelectorAll<HTMLElement>('input, textarea, select, button, [tabindex]') ?? [])];

/** ⌥↑ and ⌥↓ inside of an item of a list put it one place earlier or later; the focus goes with it. */
export function useMoves<List extends HTMLElement>(count: number, move: (at: number, by: number) => void): { ref: RefObject<List | null>; onKeyDown: (event: KeyboardEvent) => void } {
  const ref = useRef<List>(null);
  const goes = useRef<[item: number, control: number] | null>(null);
  useEffect(() => {
    if (!goes.current) return;
    const [item, control] = goes.current;
    goes.current = null;
    const there = controls(ref.current?.children[item]).filter((one) => !one.hasAttribute('disabled'));
    there[Math.min(control, there.length - 1)]?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !ref.current) return;
    event.preventDefault();
    event.stopPropagation(); // the list around this one stays, and so does the entry
    const items = [...ref.current.children];
    const at = items.findIndex((item) => item.contains(event.target as Node));
    const by = event.key === 'ArrowUp' ? -1 : 1;
    if (at < 0 || at + by < 0 || at + by >= count) return;
    goes.current = [at + by, controls(items[at]).filter((one) => !one.hasAttribute('disabled')).indexOf(event.target as HTMLElement)];
    move(at, by);
  };
  return { ref, onKeyDown };
}
