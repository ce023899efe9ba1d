import type { FieldDefinition, Finding } from '../api/types';
import { t } from '../words/words';

/** Types whose values people write, so that two of them can be written together. */
export const TEXTS = ['string', 'text', 'code', 'markdown', 'richtext', 'slug', 'email', 'url', 'phone'];

/**
 * What a field of a form says about its value at once, and what keeps it from being sent: nothing that the service would take
 * (`src/test/web/validation.test.ts`). Everything else comes from the service's own check.
 */
export function complaint(field: FieldDefinition, value: unknown): string {
  if (value === undefined || value === null || value === '') return field.required && (value === '' || field.default === undefined) ? t('rule.required') : '';
  if (typeof value === 'string' && TEXTS.includes(field.type)) {
    if (field.max !== undefined && value.length > field.max) return t('rule.longest', { max: field.max, now: value.length });
    if (field.min !== undefined && value.length < field.min) return t('rule.shortest', { min: field.min });
  }
  if (typeof value === 'number') {
    if (field.max !== undefined && value > field.max) return t('rule.most', { max: field.max });
    if (field.min !== undefined && value < field.min) return t('rule.least', { min: field.min });
  }
  return '';
}

export const labelOf = (name: string, field: FieldDefinition, locale: string): string => {
  const label = typeof field.label === 'string' ? field.label : (field.label?.[locale] ?? field.label?.en);
  if (label) return label;
  const words = name.replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The finding of the service about a field, of the entry that the form shows. */
export const found = (findings: Finding[], name: string): Finding | undefined => findings.find((one) => one.field === name || one.field.startsWith(`${name}.`) || one.field.startsWith(`${name}[`));

export const itemOf = (field: FieldDefinition): FieldDefinition =>
  typeof field.items === 'string' ? { type: field.items } : (field.items ?? (field.fields ? { type: 'object', fields: field.fields } : { type: 'string' }));

export const isSame = (a: unknown, b: unknown): boolean => a === b || canonical(a) === canonical(b);
export const canonical = (value: unknown): string => JSON.stringify(value, (_, inner) =>
  inner && typeof inner === 'object' && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner) ?? 'undefined';
