import { useEffect, useRef, type KeyboardEvent, type PointerEvent as Pressed, type RefObject } from 'react';
import { Icon } from '../parts/icon';
import { t } from '../words/all';

const controls = (item: Element | undefined): HTMLElement[] => [...(item?.querySelectorAll<HTMLElement>('input, textarea, select, button, [tabindex]') ?? [])];

/** Controls in which ⌥↑ and ⌥↓ mean something already: they open a list, or move through a text. */
const OWN = 'select, textarea, [list], [role="combobox"], [contenteditable], [type="date"], [type="datetime-local"], [type="time"], [type="month"], [type="week"]';
/** Which way ⌥ and an arrow move what the focus is in; null for any other key. */
export const wayOf = (event: { altKey: boolean; key: string; target: EventTarget | null }): 1 | -1 | null =>
  !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || (event.target instanceof Element && event.target.closest(OWN)) ? null : event.key === 'ArrowUp' ? -1 : 1;

/** Where an item belongs that is held at a point: in the place of another one once the point is past the middle of that. */
function placeOf(list: HTMLElement, items: Element[], at: number, x: number, y: number): number {
  const room = list.getBoundingClientRect();
  const within = Math.max(room.left + 1, Math.min(room.right - 1, x));
  const to = items.findIndex((item) => {
    const box = item.getBoundingClientRect();
    return y >= box.top && y < box.bottom && within >= box.left && within < box.right;
  });
  if (to < 0 || to === at) return at;
  const own = items[at]!.getBoundingClientRect();
  const box = items[to]!.getBoundingClientRect();
  const isBeside = own.top < box.bottom && box.top < own.bottom;
  const turned = isBeside && getComputedStyle(list).direction === 'rtl' ? -1 : 1;
  const past = isBeside ? within - (box.left + box.right) / 2 : y - (box.top + box.bottom) / 2;
  return past * turned * (to - at) > 0 ? to : at;
}

/**
 * ⌥↑ and ⌥↓ inside of an item of a list put it one place earlier or later; the focus goes with it. By its grip an item is dragged,
 * with a mouse or a finger, and is where one sees it at once; Escape puts it back.
 */
export function useMoves<List extends HTMLElement>(count: number, move: (at: number, by: number) => void): { ref: RefObject<List | null>; onKeyDown: (event: KeyboardEvent) => void; onPointerDown: (event: Pressed) => void } {
  const ref = useRef<List>(null);
  const latest = useRef(move);
  latest.current = move;
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
  const onPointerDown = (event: Pressed) => {
    const list = ref.current;
    const items = (): Element[] => [...(list?.children ?? [])];
    const held = items().find((item) => item.contains(event.target as Node));
    if (!list || !held || event.button !== 0 || !(event.target as Element).closest('.grip')) return;
    event.preventDefault();
    event.stopPropagation(); // the list around this one stays
    const start = items().indexOf(held);
    let at = start;
    const put = (to: number) => {
      if (to === at || items().indexOf(held) !== at) return; // the last move is not drawn yet
      latest.current(at, to - at);
      at = to;
    };
    const over = new AbortController();
    const ends = (how: Event) => {
      if (how instanceof globalThis.KeyboardEvent) {
        if (how.key !== 'Escape') return;
        how.preventDefault();
        put(start);
      }
      held.removeAttribute('data-held');
      over.abort();
    };
    held.setAttribute('data-held', '');
    window.addEventListener('pointermove', (now) => put(placeOf(list, items(), at, now.clientX, now.clientY)), { signal: over.signal });
    for (const end of ['pointerup', 'pointercancel', 'keydown']) window.addEventListener(end, ends, { signal: over.signal, capture: true });
  };
  return { ref, onKeyDown, onPointerDown };
}

/** What an item is dragged by; for keys there are ⌥ and arrows, and buttons. */
export const Grip = () => <span className="grip" aria-hidden="true"><Icon name="grip" /></span>;

/** Puts an item one place earlier or later. Where it can go no further the button stays, so that the focus does. */
export function Mover({ item, by, isLast, look, move }: { item: string; by: 1 | -1; isLast: boolean; look?: string; move: (by: 1 | -1) => void }) {
  return <button className={look} type="button" aria-disabled={isLast} aria-label={t(by < 0 ? 'entry.earlier' : 'entry.later', { item })} onClick={() => !isLast && move(by)}><Icon name={by < 0 ? 'up' : 'down'} className={by < 0 ? 'earlier' : ''} /></button>;
}
/** How it looks beside a row. */
export const SQUARE = 'button square quiet-button';
