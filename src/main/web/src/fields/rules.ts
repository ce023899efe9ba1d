import type { FieldDefinition } from '../api/types';
import { amount, list, t } from '../words/all';
import { TEXTS } from './kinds';

/** So many options a complaint tells; the menu of the field has all of them. */
const OPTIONS_TOLD = 20;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Longer texts are compared with a pattern by the service alone, which bounds what that may take. */
const COMPARED_CHARS = 200;
/** What may be met in several ways, which multiply: so many of them a pattern may have where it says at which end of a text it begins. */
const CHOICES_MAX = 3;
/** What is one sign of a pattern, whatever stands in it, and how a group begins: neither is a choice. */
const ONE_SIGN = /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]/gsu;
const GROUP = /\(\?(?:<?[=!]|:|<\w+>)/g;

/** A group that repeats, a reference back, or several choices may take a browser for ever: only what surely does not is compared here. */
function isQuick(pattern: string): boolean {
  if (/\\[1-9k]/.test(pattern)) return false;
  const bare = pattern.replace(ONE_SIGN, 'x').replace(GROUP, '(');
  if (/\)[*+{]/.test(bare)) return false;
  const choices = bare.replace(/\{\d{1,3}\}/g, '').match(/[*+?|{]/g)?.length ?? 0;
  return choices < CHOICES_MAX || (choices === CHOICES_MAX && bare.startsWith('^'));
}

/** What was compared last by each pattern: a form asks for all of its fields at each key. */
const compared = new Map<string, { text: string; fits: boolean }>();

/** Whether a text has what a pattern asks for; what is no pattern here, or may take long, is left to the service. */
function fitsPattern(pattern: string, text: string): boolean {
  if (text.length > COMPARED_CHARS) return true;
  const last = compared.get(pattern);
  if (last?.text === text) return last.fits;
  let fits = true;
  try {
    fits = !isQuick(pattern) || new RegExp(pattern, 'u').test(text);
  } catch {
    // no pattern here
  }
  compared.set(pattern, { text, fits });
  return fits;
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
    if (type === 'select' && (field.options ?? []).length > 0 && !field.options!.includes(value)) return t('rule.option', { options: field.options!.length > OPTIONS_TOLD ? `${field.options!.slice(0, OPTIONS_TOLD).join(', ')} …` : list(field.options!) });
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
