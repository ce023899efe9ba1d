import type { ProjectContent } from '../../replica/project';
import { isSame } from '../../fields/kinds';
import type { Shown } from './shown';
import { differing, following, overtaken, taking, type Values } from './values';

/** A value as a person decided it, and the one beside which it was decided. */
export type Decided = { field: string; live: unknown; value: unknown };
type Form = { values: Values; before: Values };
/** What has to be decided (again), and what the change holds. */
type Open = { open: string[]; there: Values };

/**
 * What stands in a form, on top of what a change of the same person holds: fields that were not touched take the values of there. Where
 * others were, the form stays on its commit, so that the service tells which of them the change has otherwise.
 */
export function ontoOwn(form: Shown, there: Values, branch: string, tip: string): Partial<Shown> {
  const next = following(form.before, form.values, there);
  const isClean = next?.isClean ?? differing(form.before, form.values).length === 0;
  return { before: next?.before ?? form.before, values: next?.values ?? form.values, base: isClean ? tip : form.base, branch, opened: form.branch === null ? form.before : form.opened, waits: false, stored: true, saved: true };
}

/** What somebody is told of whose form goes on top of a change: fields that came, unless all of it is new to her, and those that she has touched and the change has otherwise. */
export function toldOf(form: Pick<Shown, 'before' | 'values' | 'branch'>, there: Values): { came: string[]; news: string[] } {
  const next = following(form.before, form.values, there);
  const isOpening = form.branch === null && differing(form.before, form.values).length === 0;
  return { came: isOpening ? [] : (next?.came ?? []), news: next?.news ?? [] };
}

/**
 * What was decided in a form that saves into a change, on top of what that change holds now: there its values are decided about, not
 * what is live. A change that is gone is told of by the next save, so that nothing is put into the form then.
 */
export async function decidedIn(content: ProjectContent, valuesAt: (commit: string) => Promise<Values | undefined>, form: Form & { branch: string | null; base: string | null }, decided: Decided[]): Promise<(Form & { base: string | null }) | Open> {
  const tip = content.branches.find((one) => one.name === form.branch)?.sha;
  if (!tip) return { values: form.values, before: form.before, base: form.base };
  const there = (await valuesAt(tip)) ?? {};
  const next = ontoChange(form, decided, there);
  return Array.isArray(next) ? { open: next, there } : { ...next, base: tip };
}

/** A form on top of what its change holds; or the fields to decide, where the change holds other values than those that were decided about. */
export function ontoChange(form: Form, decided: Decided[], there: Values): Form | string[] {
  const names = decided.map((one) => one.field);
  const open = [...decided.filter((one) => !isSame(there[one.field], one.live)).map((one) => one.field), ...overtaken(form.before, form.values, there).filter((name) => !names.includes(name))];
  if (open.length > 0) return [...new Set([...names, ...open])];
  const values = taking(form.values, Object.fromEntries(decided.map((one) => [one.field, one.value])), names);
  return { values: following(taking(form.before, there, names), values, there)?.values ?? values, before: there };
}
