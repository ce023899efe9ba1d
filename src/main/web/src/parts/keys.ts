import { useLayoutEffect, useRef } from 'react';
import { go } from '../api/route';

const OFF = 'keys-off';

/** Single letters can be switched off for who speaks to the computer (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    return true;
  }
}

export function switchKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, '1');
  } catch {
    // a browser that keeps nothing has them on
  }
}

/** Keys that go on as long as one holds them; what any other does is done once. */
const HELD = ['j', 'k'];

/** The key of an event that means a command: empty inside of fields and dialogs, with a modifier, when switched off, and when it is still held after it did something. */
export function commandOf(event: KeyboardEvent): string {
  const inside = (event.target as HTMLElement).closest?.('input, textarea, select, dialog, [contenteditable]');
  return inside || event.metaKey || event.ctrlKey || event.altKey || event.isComposing || (event.repeat && !HELD.includes(event.key)) || !areKeysOn() ? '' : event.key;
}

const PLACES: Record<string, string> = { o: '', c: '/changes', h: '/history', m: '/models', v: '/vocabulary', s: '/settings' };

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** ⌘K, and Ctrl K where that ends no line of a text field. */
export const isOfPalette = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) && !event.shiftKey && !event.altKey;

/** The palette, and commands of one letter that every page takes; G is followed by the letter of a place. */
export function useKeys(place: string | undefined, onSheet: () => void, onPalette: () => void): void {
  const waits = useRef(false);
  useLayoutEffect(() => { // heard as soon as it is seen
    const keys = (event: KeyboardEvent) => {
      if (isOfPalette(event)) {
        event.preventDefault(); // also while it is held: the browser has a meaning of its own for it
        if (!event.repeat) onPalette();
        return;
      }
      if (event.repeat) return; // G waits on for the letter of a place
      const key = commandOf(event);
      const goes = waits.current;
      waits.current = key === 'g' && !goes;
      if (goes && place && key in PLACES) go(place + PLACES[key]);
      else if (key === '?') onSheet();
      else if (key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus();
      else if (key === 'n') document.querySelector<HTMLElement>('main [data-key=n]')?.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  });
}
