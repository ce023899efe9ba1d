import type { FieldDefinition, Snapshot } from '../api/types';
import { entriesOf, localesOf, titleOf } from '../replica/entries';
import { ordered, orderKey } from '../replica/order';

export type Target = { key: string; model: string; value: unknown; title: string; place: string };

export const keyOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const made = new WeakMap<Snapshot, Map<string, Target[]>>();

/** What a relation may point at, by title: in the locale of the form, else in another one that has the entry; with several models a value names its model. Made once for each state of the content, however many fields ask. */
export function targetsOf(snapshot: Snapshot, place: string, models: FieldDefinition['model'], locale: string): Target[] {
  const known = made.get(snapshot) ?? new Map<string, Target[]>();
  made.set(snapshot, known);
  const key = JSON.stringify([place, models, locale]);
  const targets = known.get(key) ?? read(snapshot, place, models, locale);
  known.set(key, targets);
  return targets;
}

function read(snapshot: Snapshot, place: string, models: FieldDefinition['model'], locale: string): Target[] {
  const many = Array.isArray(models);
  const ids = Array.isArray(models) ? models : typeof models === 'string' ? [models] : [];
  return ordered(ids.flatMap((id) => {
    const model = snapshot.models.find((one) => one.id === id);
    if (!model) return [];
    const seen = new Set<string>();
    const entries = localesOf(snapshot, model, locale).flatMap((one) => entriesOf(snapshot, model, one).filter((entry) => !seen.has(entry.id) && seen.add(entry.id)));
    return entries.map((entry): Target => {
      const value = many ? { model: id, ref: entry.id } : entry.id;
      return { key: keyOf(value), model: id, value, place: `${place}/c/${encodeURIComponent(id)}/${encodeURIComponent(entry.id)}`, title: titleOf(model, entry) + (many ? ` · ${model.name}` : '') };
    });
  }), (target) => orderKey(target.title));
}
