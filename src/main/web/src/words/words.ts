import { en } from './en';
import type { more } from './en.more';

export type Words = Record<keyof typeof en | keyof typeof more, string>;
type Key = keyof typeof en;
export type Language = 'en' | 'de';

function chosen(): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem('language');
  } catch {
    // a browser that keeps nothing speaks the language of its person
  }
  const wanted = kept ?? navigator.language.slice(0, 2);
  return wanted === 'de' ? 'de' : 'en';
}

export const language: Language = chosen();
document.documentElement.lang = language;
/** Whoever reads English loads no other language. */
const words: Record<string, string> = language === 'de' ? (await import('./de')).de : { ...en };
/** More sentences, for who reads English. */
export const learn = (more: Record<string, string>): void => void Object.assign(words, language === 'en' ? more : {});

/** A sentence of the studio with its variable parts in braces. */
export function t(key: Key, parts: Record<string, string | number> = {}): string {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(parts[name] ?? ''));
}

const whole = new Intl.NumberFormat(language);
/** One of two sentences, by number. */
export function many(count: number, one: Key, more: Key): string {
  return t(count === 1 ? one : more, { count: whole.format(count) });
}

/** Who did something, by address; what the service did by itself has one that nobody reads. */
export const who = (address: string | undefined): string => (address?.startsWith('cms[bot]@') ? 'cms' : (address ?? ''));

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
/** How long ago, in the largest unit that fits. */
export function ago(time: string | undefined): string {
  if (!time) return '';
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return '';
  const units: [Intl.RelativeTimeFormatUnit, number][] = [['year', 31536000], ['month', 2592000], ['day', 86400], ['hour', 3600], ['minute', 60]];
  for (const [unit, size] of units) if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return t('justNow');
}

/** A time in words; one that no calendar has, as content and commits from outside may say it, stays as it is. */
const inWords = (format: Intl.DateTimeFormat, time: string, text: string): string => {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? text : format.format(at);
};
const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
export const moment = (time: string): string => inWords(moments, time, time);
const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
/** A date as it stands in content: a day, wherever one is. */
export const day = (date: string): string => (/^\d{4}-\d\d-\d\d/.test(date) ? inWords(days, date.slice(0, 10), date) : date);
const months = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' });
/** A month as `2026-11` in words. */
export const month = (period: string): string => (/^\d{4}-\d\d$/.test(period) ? inWords(months, period, period) : period);
export const list = (items: string[]): string => new Intl.ListFormat(language).format(items);
const languages = new Intl.DisplayNames([language], { type: 'language' });
export const languageName = (locale: string): string => {
  try {
    return languages.of(locale) ?? locale;
  } catch {
    return locale;
  }
};
const amounts = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
export const amount = (value: number): string => amounts.format(value);
export const bytes = (size: number): string => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const at = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), 3);
  return new Intl.NumberFormat(language, { style: 'unit', unit: units[at], unitDisplay: 'short', maximumFractionDigits: 1 }).format(size / 1000 ** at);
};
