import { useSyncExternalStore } from 'react';
import { isOver } from './snapshots';

/** Forms of this page in which something is typed that is not saved and that this browser could not keep. */
const forms = new Set<object>();
const listeners = new Set<() => void>();
/** Whoever signs out leaves at once: what was typed is not for who comes next. */
const asksFirst = (event: BeforeUnloadEvent): void => {
  if (!isOver()) event.preventDefault();
};

/** Marks a form, or takes the mark away. Leaving the page asks first while there is one, and never otherwise. */
export function markUnkept(form: object, isUnkept: boolean): void {
  if (forms.has(form) === isUnkept) return;
  if (isUnkept) forms.add(form);
  else forms.delete(form);
  if (forms.size > 0) window.addEventListener('beforeunload', asksFirst);
  else window.removeEventListener('beforeunload', asksFirst);
  for (const listener of listeners) listener();
}

export const isUnkept = (): boolean => forms.size > 0;

/** Whether something on this page would be lost with it. */
export const useUnkept = (): boolean => useSyncExternalStore((listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
}, isUnkept);
