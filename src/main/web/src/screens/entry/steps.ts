import { isSame } from '../../fields/kinds';

type Values = Record<string, unknown>;

/** Keys in one field are one step until nobody has typed there for so long, in milliseconds. */
const REST = 1000;
const STEPS_MAX = 200;

/** The steps of a form, over all of its fields: each is what stood in some of them before, taken back and done again one by one. */
export class Steps {
  private readonly done: Values[] = [];
  private readonly undone: Values[] = [];
  private last = { name: '', at: 0 };

  /** A field is about to change at a moment of the page's clock. */
  typed(name: string, before: unknown, at: number): void {
    const goesOn = this.done.length > 0 && this.last.name === name && at - this.last.at < REST;
    this.last = { name, at };
    if (!goesOn) this.push({ [name]: before });
    this.undone.length = 0;
  }

  /** Several fields are about to become others at once. */
  replaced(before: Values, after: Values): void {
    const changed = Object.keys({ ...before, ...after }).filter((name) => !isSame(before[name], after[name]));
    if (changed.length === 0) return;
    this.last = { name: '', at: 0 };
    this.push(Object.fromEntries(changed.map((name) => [name, before[name]])));
    this.undone.length = 0;
  }

  /** What has to stand in which fields for the last step to be taken back, or done again; null where there is none. */
  turn(again: boolean, now: Values): Values | null {
    const step = (again ? this.undone : this.done).pop();
    if (!step) return null;
    this.last = { name: '', at: 0 };
    (again ? this.done : this.undone).push(Object.fromEntries(Object.keys(step).map((name) => [name, now[name]])));
    return step;
  }

  private push(step: Values): void {
    this.done.push(step);
    if (this.done.length > STEPS_MAX) this.done.shift();
  }
}

/** Controls whose text is no value of the form, or none yet: there the browser takes back by itself. */
const OWN = '[role="combobox"], [type="search"], [data-typed], [data-wrong]';

/** Whether a key takes a step of the form back (false) or does it again (true); null for any other key. */
export function turnOf(event: KeyboardEvent): boolean | null {
  if (!(event.metaKey || event.ctrlKey) || event.altKey || !(event.target instanceof Element)) return null;
  const key = event.key.toLowerCase();
  if ((key !== 'z' && !(key === 'y' && event.ctrlKey)) || event.target.closest(OWN) || event.target.closest('dialog, .inspector, .assistant')) return null;
  return key === 'y' || event.shiftKey;
}

/** Shows where something has changed: the focus goes there, in a text behind what is another one now. */
export function showChange(name: string, before: unknown, after: unknown): void {
  const control = document.getElementById(`field-${name}`)?.querySelector<HTMLElement>('input, textarea, select, button');
  if (!control) return;
  if (!document.getElementById(`field-${name}`)!.contains(document.activeElement)) control.focus();
  const on = document.activeElement;
  if (!(on instanceof HTMLTextAreaElement || (on instanceof HTMLInputElement && on.type === 'text')) || typeof before !== 'string' || typeof after !== 'string') return;
  let same = 0;
  while (same < Math.min(before.length, after.length) && before.at(-1 - same) === after.at(-1 - same)) same++;
  on.setSelectionRange(after.length - same, after.length - same);
}
