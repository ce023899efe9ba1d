import { language } from './words';

/** Whoever reads English loads no other language. */
const german: ((message: string) => string | null) | null = language === 'de' ? (await import('./said.de')).german : null;

/** What the service says of content, in the language of the page where its words are known, and in which language that is. */
export function said(message: string): { text: string; lang: 'en' | undefined } {
  const text = german ? german(message) : message;
  return text === null ? { text: message, lang: 'en' } : { text, lang: undefined };
}
