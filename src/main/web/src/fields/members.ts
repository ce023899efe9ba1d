import type { FieldDefinition } from '../api/types';
import { fieldOf } from '../replica/entries';
import { isSame, labelOf } from './kinds';

export type Values = Record<string, unknown>;
/** A part of an object: its name and label, and its field where the model declares one. */
export type Member = { name: string; label: string; field: FieldDefinition | undefined };

export const isObject = (value: unknown): value is Values => value !== null && typeof value === 'object' && !Array.isArray(value);

/** What is in these objects, in the order of their fields; what no field declares comes last, by its own name. */
export function membersOf(field: FieldDefinition | undefined, locale: string, ...objects: Values[]): Member[] {
  const declared = Object.entries(field?.fields ?? {}).map(([name, one]) => [name, fieldOf(one)] as const);
  const known = new Map(declared);
  const others = new Set(objects.flatMap(Object.keys).filter((name) => !known.has(name)));
  return [
    ...declared.filter(([name]) => objects.some((one) => Object.hasOwn(one, name))).map(([name, one]) => ({ name, label: labelOf(name, one, locale), field: one })),
    ...[...others].map((name) => ({ name, label: name, field: undefined })),
  ];
}

/** Those in which two objects differ. */
export const differingMembers = (field: FieldDefinition | undefined, locale: string, before: Values, after: Values): Member[] =>
  membersOf(field, locale, before, after).filter(({ name }) => !isSame(before[name], after[name]));
