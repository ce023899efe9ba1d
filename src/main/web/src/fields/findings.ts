import type { FieldDefinition, Finding } from '../api/types';
import { fieldOf } from '../replica/entries';
import { itemOf, labelOf } from './kinds';

/** What is said about a value, and where that is in the value of the field that has it: '' for itself, else as '.title' or '[2].title'. */
export type Told = { at: string; severity: string; message: string; isOurs?: boolean };

const STEP = /\.([^.[]+)|\[(\d+)\]/g;
const stepsOf = (at: string) => [...at.matchAll(STEP)].map(([, name, index]) => ({ name, index: index === undefined ? undefined : Number(index) }));

/** The field of the form that a finding is about, which may be about something inside of it. */
export const topOf = (path: string): string => path.split(/[.[]/)[0]!;

/** The findings of the service by the fields of the form. */
export function byField(findings: Finding[]): Map<string, Told[]> {
  const all = new Map<string, Told[]>();
  for (const { field, severity, message } of findings) {
    const top = topOf(field);
    all.set(top, [...(all.get(top) ?? []), { at: field.slice(top.length), severity, message }]);
  }
  return all;
}

/** What is said about one part of it and what is in that, as '.title' or '[2]'. */
export function under(all: Told[] | undefined, step: string): Told[] | undefined {
  const inner = all?.filter(({ at }) => at === step || at.startsWith(`${step}.`) || at.startsWith(`${step}[`)).map((one) => ({ ...one, at: one.at.slice(step.length) }));
  return inner && inner.length > 0 ? inner : undefined;
}

/** Whether the editor of a field shows it at the part that it is about; whatever is not is said at the field. Short texts of a list have no place of their own. */
export function isInside(field: FieldDefinition, value: unknown, at: string): boolean {
  const step = stepsOf(at)[0];
  if (!step) return false;
  if (step.name !== undefined) return field.type === 'object' && Object.hasOwn(field.fields ?? {}, step.name);
  return field.type === 'array' && itemOf(field).type !== 'string' && Array.isArray(value) && step.index! < value.length;
}

/** Where something is, in words: the labels of the fields on the way, and the places in lists. */
export function labelAt(fields: [string, FieldDefinition][], path: string, locale: string): string {
  const top = topOf(path);
  let field = fields.find(([name]) => name === top)?.[1];
  if (!field) return path;
  const words = [labelOf(top, field, locale)];
  for (const { name, index } of stepsOf(path.slice(top.length))) {
    const inner: FieldDefinition | string | undefined = index !== undefined ? (field?.type === 'array' ? itemOf(field) : undefined) : field?.fields?.[name!];
    field = inner === undefined ? undefined : fieldOf(inner);
    words.push(index !== undefined ? String(index + 1) : field ? labelOf(name!, field, locale) : name!);
  }
  return words.join(' › ');
}

/** The same for a part that is said at its field. */
export const placeIn = (at: string): string => stepsOf(at).map(({ name, index }) => (index === undefined ? name : String(index + 1))).join(' › ');
