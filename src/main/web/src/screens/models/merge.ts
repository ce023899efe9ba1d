import type { FieldDefinition, Model } from '../../api/types';
import { isSame } from '../../fields/kinds';
import { fieldOf, fieldsOf } from '../../replica/entries';
import type { Row } from './modelfield';

/** What stands in the form of a model. */
export type Shape = { about: Model; rows: Row[] };
/** A part of a model that was changed here and by somebody else: the value of a setting, or the definition of a field; undefined where it was removed. */
export type Part = { key: string; name: string; live: unknown; mine: unknown };
export type Merged = Shape & { clashes: Part[]; /** The form with what is live of these parts, else what stands here. */ decided: (live: Set<string>) => Shape };

const fieldIn = (model: Model, name: string): FieldDefinition | undefined => {
  const field = model.fields?.[name];
  return field === undefined ? undefined : fieldOf(field);
};
/** A field apart from its place among the others. */
const bare = (field: FieldDefinition | undefined): unknown => field && { ...field, order: undefined };
const placed = (field: FieldDefinition, mine: FieldDefinition, base: FieldDefinition | undefined, live: FieldDefinition | undefined): FieldDefinition => {
  const order = mine.order === base?.order ? live?.order : mine.order;
  const { order: _was, ...rest } = field;
  return order === undefined ? rest : { ...rest, order };
};
/** Settings besides its fields and its id, which have rules of their own. */
const settings = (model: Model): Record<string, unknown> => {
  const { id: _id, fields: _fields, ...rest } = model;
  return rest;
};

/** A form that began with `base`, on top of what somebody has saved since: what only one of them changed stands, the rest is told. */
export function merged(base: Model, live: Model, form: Shape): Merged {
  const clashes: Part[] = [];
  const [was, now, mine] = [settings(base), settings(live), settings(form.about)];
  const about: Record<string, unknown> = { ...mine };
  for (const key of new Set([...Object.keys(was), ...Object.keys(now), ...Object.keys(mine)])) {
    if (isSame(now[key], was[key]) || isSame(now[key], mine[key])) continue;
    if (isSame(mine[key], was[key])) about[key] = now[key];
    else clashes.push({ key, name: key, live: now[key], mine: mine[key] });
  }
  const rows = form.rows.flatMap((row): Row[] => {
    const [before, there] = [row.was === null ? undefined : fieldIn(base, row.was), fieldIn(live, row.was ?? row.name)];
    const next = { ...row, was: there ? (row.was ?? row.name) : null, field: placed(row.field, row.field, before, there) };
    if (isSame(bare(there), bare(before)) || isSame(bare(there), bare(row.field))) return [next];
    if (before && isSame(bare(row.field), bare(before)) && (there || row.name === row.was)) return there ? [{ ...next, field: placed(there, row.field, before, there) }] : [];
    clashes.push({ key: `field ${row.key}`, name: row.name, live: there, mine: row.field });
    return [next];
  });
  const taken = new Set(form.rows.map((row) => row.was ?? row.name));
  for (const [name, there] of fieldsOf(live)) {
    if (taken.has(name)) continue;
    const before = fieldIn(base, name);
    const row = { key: `live ${name}`, was: name, name, field: there };
    if (!before) rows.push(row); // somebody has added it
    else if (!isSame(bare(before), bare(there))) clashes.push({ key: `field ${row.key}`, name, live: there, mine: undefined });
  }
  const decided = (those: Set<string>): Shape => {
    const next = { ...about };
    for (const one of clashes) if (those.has(one.key) && !one.key.startsWith('field ')) next[one.key] = one.live;
    const fields = rows.flatMap((row): Row[] => {
      const one = clashes.find((each) => each.key === `field ${row.key}`);
      if (!one || !those.has(one.key)) return [row];
      return one.live ? [{ ...row, field: one.live as FieldDefinition }] : [];
    });
    for (const one of clashes) if (those.has(one.key) && one.mine === undefined) fields.push({ key: one.key.slice('field '.length), was: one.name, name: one.name, field: one.live as FieldDefinition });
    return { about: { ...next, id: form.about.id } as Model, rows: fields };
  };
  return { ...decided(new Set()), clashes, decided };
}
