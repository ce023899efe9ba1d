import type { FieldDefinition, Snapshot } from '../api/types';
import { definition, grouped, isWholeFile, titlesOf, type Altered, type Clash } from '../replica/changes';
import { isMeta, nameOf } from './altered';

/** A value that clashes, as people know it: which of several entries and languages it is of, which field it is, and how that is read. */
export type Named = { clash: Clash; name: string; field: FieldDefinition | undefined; locale: string | undefined };

/** The values that clash by their names; `files` are those that clash as a whole, in which there is no value to decide about. */
export function named(snapshot: Snapshot, clashes: Clash[]): { values: Named[]; files: string[] } {
  const known = clashes.filter((one) => !isWholeFile(one));
  const altered = known.map((one): Altered => ({ path: one.path, model: one.model ?? null, locale: one.locale ?? null, entry: one.entry, field: one.field, kind: 'modified', before: one.ours, after: one.theirs }));
  const groups = grouped(snapshot, altered);
  const titles = titlesOf(groups);
  const groupOf = new Map(groups.flatMap((group) => group.altered.map((one) => [one, group])));
  const values = altered.map((one, at): Named => {
    const group = groupOf.get(one)!;
    const field = isMeta(one) ? { type: 'select' } : definition(group.model, one.field);
    const locale = one.locale ?? snapshot.config?.locales.supported.find((each) => one.path.includes(`/${each}.`));
    return { clash: known[at]!, name: groups.length > 1 ? `${titles.get(group)}: ${nameOf(one, group)}` : nameOf(one, group), field, locale };
  });
  return { values, files: clashes.filter(isWholeFile).map((one) => one.path) };
}
