import { language } from './words';

/** Whoever reads English loads no other language. */
const german: ((message: string) => string | null) | null = language === 'de' ? (await import('./said.de')).german : null;

/** What the service says of content, in the language of the page where its words are known, and in which language that is. */
export function said(message: string): { text: string; lang: 'en' | undefined } {
  const text = german ? german(message) : message;
  return text === null ? { text: message, lang: 'en' } : { text, lang: undefined };
}

/** What the checks found wrong with several entries, in one text; the first ones, as the others are like them. */
export function findingsIn(all: { entry?: string; message: string }[]): string {
  return all.slice(0, 5).map((one) => [one.entry, said(one.message).text].filter(Boolean).join(': ')).join(' ');
}
