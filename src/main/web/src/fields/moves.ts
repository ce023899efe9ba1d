import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

const controls = (item: Element | undefined): HTMLElement[] => [...(item?.querySelectorAll<HTMLElement>('input, textarea, select, button, [tabindex]') ?? [])];

/** Controls in which ⌥↑ and ⌥↓ mean something already: they open a list, or move through a text. */
const OWN = 'select, textarea, [list], [role="combobox"], [contenteditable], [type="date"], [type="datetime-local"], [type="time"], [type="month"], [type="week"]';
/** Which way ⌥ and an arrow move what the focus is in; null for any other key. */
export const wayOf = (event: { altKey: boolean; key: string; target: EventTarget | null }): 1 | -1 | null =>
  !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || (event.target instanceof Element && event.target.closest(OWN)) ? null : event.key === 'ArrowUp' ? -1 : 1;

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
    const by = wayOf(event);
    if (by === null || !ref.current) return;
    event.preventDefault();
    event.stopPropagation(); // the list around this one stays, and so does the entry
    const items = [...ref.current.children];
    const at = items.findIndex((item) => item.contains(event.target as Node));
    if (at < 0 || at + by < 0 || at + by >= count) return;
    goes.current = [at + by, controls(items[at]).filter((one) => !one.hasAttribute('disabled')).indexOf(event.target as HTMLElement)];
    move(at, by);
  };
  return { ref, onKeyDown };
}
