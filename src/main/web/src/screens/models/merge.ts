import type { FieldDefinition, Model } from '../../api/types';
import { isSame } from '../../fields/kinds';
import { fieldOf, fieldsOf } from '../../replica/entries';
import type { Row } from './modelfield';

/** What stands in the form of a model. */
export type Shape = { about: Model; rows: Row[] };
/** A part of a model that was changed here and by somebody else: the value of a setting, or the definition of a field; undefined where it was removed. */
export type Part = { key: string; name: string; /** The name that the field has live. */ to?: string | undefined; live: unknown; mine: unknown };
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

/** Fields that somebody has renamed: one that is gone, and one that is new and the only one that is the same; by their names in `base`. */
function renamedIn(base: Model, live: Model): Map<string, string> {
  const gone = fieldsOf(base).filter(([name]) => !fieldIn(live, name));
  const added = fieldsOf(live).filter(([name]) => !fieldIn(base, name));
  const like = (all: typeof gone, field: FieldDefinition) => all.filter(([, one]) => isSame(bare(one), bare(field)));
  return new Map(gone.flatMap(([name, field]): [string, string][] => {
    const [to, ...others] = like(added, field);
    return to && others.length === 0 && like(gone, field).length === 1 ? [[name, to[0]]] : [];
  }));
}

/**
 * A form that began with `base`, on top of what somebody has saved since: what only one of them changed stands, the rest is told. What a
 * form began with may not be known any more: then all that differs is told.
 */
export function merged(base: Model | null, live: Model, form: Shape): Merged {
  const clashes: Part[] = [];
  const [was, now, mine] = [base && settings(base), settings(live), settings(form.about)];
  const renamed = base ? renamedIn(base, live) : new Map<string, string>();
  const about: Record<string, unknown> = { ...mine };
  for (const key of new Set([...Object.keys(was ?? {}), ...Object.keys(now), ...Object.keys(mine)])) {
    if ((was && isSame(now[key], was[key])) || isSame(now[key], mine[key])) continue;
    if (was && isSame(mine[key], was[key])) about[key] = now[key];
    else clashes.push({ key, name: key, live: now[key], mine: mine[key] });
  }
  const rows = form.rows.flatMap((row): Row[] => {
    const to = row.was === null ? undefined : renamed.get(row.was);
    const [before, there] = [row.was === null || !base ? undefined : fieldIn(base, row.was), fieldIn(live, to ?? row.was ?? row.name)];
    const next = { ...row, was: there ? (to ?? row.was ?? row.name) : null, field: placed(row.field, row.field, before, there) };
    const isKnown = base !== null || row.was === null;
    if (to === undefined && isKnown && isSame(bare(there), bare(before))) return [next];
    if (to === undefined && there && isSame(bare(there), bare(row.field))) return [next];
    if (before && isSame(bare(row.field), bare(before)) && row.name === row.was) return there ? [{ ...next, name: to ?? row.name, field: placed(there, row.field, before, there) }] : [];
    if (before && there && to === undefined && isSame(bare(row.field), bare(before))) return [{ ...next, field: placed(there, row.field, before, there) }];
    const name = to === undefined ? row.name : row.name === row.was ? `${row.name} → ${to}` : `${row.name}, ${row.was} → ${to}`;
    clashes.push({ key: `field ${row.key}`, name, to, live: there, mine: row.field });
    return [to !== undefined && row.name === row.was ? { ...next, name: to } : next];
  });
  const taken = new Set(form.rows.map((row) => (row.was === null ? row.name : (renamed.get(row.was) ?? row.was))));
  for (const [name, there] of fieldsOf(live)) {
    if (taken.has(name)) continue;
    const first = [...renamed].find(([, to]) => to === name)?.[0] ?? name;
    const before = base ? fieldIn(base, first) : undefined;
    const row = { key: `live ${name}`, was: name, name, field: there };
    if (base && !before) rows.push(row); // somebody has added it
    else if (!before || first !== name || !isSame(bare(before), bare(there))) clashes.push({ key: `field ${row.key}`, name: first === name ? name : `${first} → ${name}`, to: name, live: there, mine: undefined });
  }
  /** The field that names an entry, under the name that it has here: one that was renamed is followed, one that is gone names none. */
  const titled = (name: unknown, all: Row[]): unknown => {
    if (all.some((row) => row.name === name)) return name;
    const to = renamed.get(`${name}`) ?? name;
    return all.find((row) => row.was === to)?.name;
  };
  const isTitled = live.title_field !== form.about.title_field || Boolean(live.title_field && fieldIn(live, live.title_field));
  if (isTitled && about.title_field !== undefined && titled(about.title_field, rows) === undefined && !clashes.some((one) => one.key === 'title_field')) {
    const [theirs, own] = [titled(now.title_field, rows), titled(mine.title_field, rows)];
    about.title_field = own;
    if (theirs !== own) clashes.push({ key: 'title_field', name: 'title_field', live: theirs, mine: own });
  }
  const decided = (those: Set<string>): Shape => {
    const next = { ...about };
    for (const one of clashes) if (those.has(one.key) && !one.key.startsWith('field ')) next[one.key] = one.live;
    const fields = rows.flatMap((row): Row[] => {
      const one = clashes.find((each) => each.key === `field ${row.key}`);
      if (!one || !those.has(one.key)) return [row];
      return one.live ? [{ ...row, name: one.to ?? row.name, field: one.live as FieldDefinition }] : [];
    });
    for (const one of clashes) if (those.has(one.key) && one.mine === undefined && one.key.startsWith('field ')) fields.push({ key: one.key.slice('field '.length), was: one.to!, name: one.to!, field: one.live as FieldDefinition });
    if (isTitled && next.title_field !== undefined) next.title_field = titled(next.title_field, fields);
    return { about: { ...next, id: form.about.id } as Model, rows: fields };
  };
  return { ...decided(new Set()), clashes, decided };
}
