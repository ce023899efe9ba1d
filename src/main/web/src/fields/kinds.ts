import type { FieldDefinition } from '../api/types';

/** Types whose values people write, so that two of them can be written together. */
export const TEXTS = ['string', 'text', 'code', 'markdown', 'richtext', 'slug', 'email', 'url', 'phone'];

export const labelOf = (name: string, field: FieldDefinition, locale: string): string => {
  const label = typeof field.label === 'string' ? field.label : (field.label?.[locale] ?? field.label?.en);
  if (label) return label;
  const words = name.replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const itemOf = (field: FieldDefinition): FieldDefinition =>
  typeof field.items === 'string' ? { type: field.items } : (field.items ?? (field.fields ? { type: 'object', fields: field.fields } : { type: 'string' }));

export const isSame = (a: unknown, b: unknown): boolean => a === b || canonical(a) === canonical(b);
export const canonical = (value: unknown): string => JSON.stringify(value, (_, inner) =>
  inner && typeof inner === 'object' && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner) ?? 'undefined';
