import { said } from '../words/said';

/** A sentence of the service; one whose words are not known in the language of the page is marked as English. */
export function Said({ of, className }: { of: string; className?: string }) {
  const { text, lang } = said(of);
  return <span className={className} lang={lang}>{text}</span>;
}
