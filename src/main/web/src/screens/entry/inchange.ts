import { get } from '../../api/call';
import type { Model, Snapshot } from '../../api/types';
import { entriesOf } from '../../replica/entries';
import type { ProjectContent } from '../../replica/project';
import { isSame } from '../../fields/kinds';
import { following, overtaken, taking, valuesOf, type Values } from './values';

/** A value as a person decided it, and the one beside which it was decided. */
export type Decided = { field: string; live: unknown; value: unknown };
type Form = { values: Values; before: Values };
/** What has to be decided (again), and what the change holds. */
type Open = { open: string[]; there: Values };

/**
 * What was decided in a form that saves into a change, on top of what that change holds now: there its values are decided about, not
 * what is live. A change that is gone is told of by the next save, so that nothing is put into the form then.
 */
export async function decidedIn(content: ProjectContent, model: Model, locale: string, id: string, form: Form & { branch: string | null; base: string | null }, decided: Decided[]): Promise<(Form & { base: string | null }) | Open> {
  const tip = content.branches.find((one) => one.name === form.branch)?.sha;
  if (!tip) return { values: form.values, before: form.before, base: form.base };
  const snapshot = await get<Snapshot>(`${content.path}/brain/sync?model=${encodeURIComponent(model.id)}&locale=${encodeURIComponent(locale)}&at=${tip}`);
  const there = valuesOf(model, entriesOf(snapshot, model, locale).find((one) => one.id === id));
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
