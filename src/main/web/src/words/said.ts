import { language } from './words';

/** Whoever reads English loads no other language. */
const german: ((message: string) => string | null) | null = language === 'de' ? (await import('./said.de')).german : null;

/** What the service says of content, in the language of the page where its words are known, and in which language that is. */
export function said(message: string): { text: string; lang: 'en' | undefined } {
  const text = german ? german(message) : message;
  return text === null ? { text: message, lang: 'en' } : { text, lang: undefined };
}

type Told = { entry?: string; message: string }[];
/** The first ones, as the others are like them. */
const first = (all: Told): Told => all.slice(0, 5);

/** What the checks found wrong with several entries, in one text. */
export function findingsIn(all: Told): string {
  return first(all).map((one) => [one.entry, said(one.message).text].filter(Boolean).join(': ')).join(' ');
}

/** Whether all of that text is in the language of the page. */
export const isSaid = (all: Told): boolean => first(all).every((one) => !said(one.message).lang);
