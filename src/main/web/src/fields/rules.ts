import type { FieldDefinition } from '../api/types';
import { amount, list, t } from '../words/all';
import { TEXTS } from './kinds';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Longer texts are compared with a pattern by the service alone, which bounds what that may take. */
const COMPARED_CHARS = 200;
/** A group that repeats, a reference back, or many repetitions may take a browser for ever. */
const isQuick = (pattern: string): boolean => !/\)[*+{]|\\[1-9k]/.test(pattern) && (pattern.match(/[*+{]/g) ?? []).length <= 3;

/** Whether a text has what a pattern asks for; what is no pattern here, or may take long, is left to the service. */
function fitsPattern(pattern: string, text: string): boolean {
  if (text.length > COMPARED_CHARS || !isQuick(pattern)) return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

/**
 * What a field of a form says about its value at once, also while the service cannot be reached, and what keeps it from being sent:
 * nothing that the service would take (`src/test/web/validation.test.ts`). Everything else comes from the service's own check.
 */
export function complaint(field: FieldDefinition, value: unknown): string {
  if (value === undefined || value === null || value === '') return field.required && (value === '' || field.default === undefined) ? t('rule.required') : '';
  const { type, min, max } = field;
  if (typeof value === 'string') {
    if (TEXTS.includes(type)) {
      if (max !== undefined && value.length > max) return t('rule.longest', { max, now: value.length });
      if (min !== undefined && value.length < min) return t('rule.shortest', { min });
    }
    if (type === 'slug' && !SLUG.test(value)) return t('rule.slug');
    if (type === 'select' && (field.options ?? []).length > 0 && !field.options!.includes(value)) return t('rule.option', { options: list(field.options!) });
    if (field.pattern && TEXTS.includes(type) && !fitsPattern(field.pattern, value)) return t('rule.pattern', { pattern: field.pattern });
  }
  if (typeof value === 'number') {
    if (type === 'integer' && !Number.isInteger(value)) return t('rule.whole');
    const [least, most] = type === 'percent' ? [Math.max(min ?? 0, 0), Math.min(max ?? 100, 100)] : [min, max];
    if (most !== undefined && value > most) return t('rule.most', { max: amount(most) });
    if (least !== undefined && value < least) return t('rule.least', { min: amount(least) });
  }
  if (Array.isArray(value)) {
    if (max !== undefined && value.length > max) return t('rule.mostItems', { max, now: value.length });
    if (min !== undefined && value.length < min) return t('rule.leastItems', { min, now: value.length });
  }
  return '';
}
