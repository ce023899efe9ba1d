import { flushSync } from 'react-dom';

const openers = new Map<string, (item: number) => void>();

/** The list at a path opens one of its items when something in that is to be seen. */
export function opensItems(path: string, open: (item: number) => void): () => void {
  openers.set(path, open);
  return () => void (openers.get(path) === open && openers.delete(path));
}

/** The lists on the way to a value from the outside in, each with the item that leads there. */
export const listsTo = (path: string): [list: string, item: number][] => [...path.matchAll(/\[(\d+)\]/g)].map((one) => [path.slice(0, one.index), Number(one[1])]);

/** The path of what a value is in; empty for a field of the form. */
export const around = (path: string): string => /^(.+)(?:\.[^.[]+|\[\d+\])$/.exec(path)?.[1] ?? '';

/** Opens what is folded around a value and puts the focus into its editor, or into that of what it is in. */
export function reveal(path: string): void {
  for (const [list, item] of listsTo(path)) flushSync(() => openers.get(list)?.(item));
  let box: Element | null = null;
  for (let at = path; !box && at !== ''; at = around(at)) box = document.querySelector(`[data-field="${CSS.escape(at)}"]`);
  box?.scrollIntoView({ block: 'center' });
  (box?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? box?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"], button:not(.unfold)'))?.focus();
}
