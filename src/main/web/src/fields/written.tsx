import { useMemo, useState } from 'react';
import { useDeferred } from '../parts/deferred';
import { amount, language, t } from '../words/all';
import { marks, shared, type Mark } from './marks';

/** Longer ones scroll inside of their place, which the keyboard then has to reach. */
const FITS_CHARS = 400;
export const scrolls = (text: string): 0 | undefined => (text.length > FITS_CHARS || text.split('\n', 11).length > 10 ? 0 : undefined);

/** Two texts that share less are read one after the other, not word by word. */
const SHARED = 0.3;
/** So much of what stayed is shown on either side of what changed. */
const AROUND_CHARS = 160;
const FOLDED_FROM = 4 * AROUND_CHARS;
/** So many marks are drawn at first: thousands at once would keep a page from answering. */
const MARKS_AT_FIRST = 300;

type Piece = Mark | { kind: 'folded'; text: string };

/** A long stretch that stayed gives way to its ends, cut at blanks where there are any. */
function folded(all: Mark[]): Piece[] {
  return all.flatMap((one, at): Piece[] => {
    if (one.kind !== 'same' || one.text.length <= FOLDED_FROM) return [one];
    const { text } = one;
    const from = at === 0 ? 0 : ((/\s/.exec(text.slice(AROUND_CHARS))?.index ?? 0) + AROUND_CHARS);
    const end = text.slice(0, -AROUND_CHARS);
    const to = at === all.length - 1 ? text.length : Math.max(from, end.search(/\s\S*$/) + 1 || end.length);
    if (to - from < AROUND_CHARS) return [one];
    return [{ kind: 'same', text: text.slice(0, from) }, { kind: 'folded', text: text.slice(from, to) }, { kind: 'same', text: text.slice(to) }];
  });
}

/** Two texts as one with the words marked that only one of them has; long stretches that stayed are folded, and open at a click. */
export function Words({ before: live, after: newest, lang, isCode = false }: { before: string; after: string; lang?: string | undefined; isCode?: boolean }) {
  const [before, after] = [useDeferred(live), useDeferred(newest)]; // no key waits until long texts are compared
  const all = useMemo(() => marks(before, after), [before, after]);
  const pieces = useMemo(() => folded(all), [all]);
  const [open, unfold] = useState<ReadonlySet<number>>(new Set());
  const [shown, showMore] = useState(MARKS_AT_FIRST);
  const look = isCode ? 'value code' : 'value';
  if (shared(all) < SHARED) return <div className="stack small" lang={lang}><del className={look} dir="auto" tabIndex={scrolls(before)}>{before}</del><ins className={look} dir="auto" tabIndex={scrolls(after)}>{after}</ins></div>;
  return <>
    <div className={look} dir="auto" lang={lang} tabIndex={scrolls(before + after)}>{pieces.slice(0, shown).map((piece, at) => (
      piece.kind === 'folded' && !open.has(at) ? <button key={at} className="link folded" type="button" lang={language} onClick={(event) => { event.currentTarget.parentElement?.focus(); unfold(new Set([...open, at])); }}>{t('value.folded', { count: amount(piece.text.length) })}</button>
        : piece.kind === 'gone' ? <del key={at}>{piece.text}</del> : piece.kind === 'come' ? <ins key={at}>{piece.text}</ins> : <span key={at}>{piece.text}</span>))}</div>
    {pieces.length > shown && <div><button className="button" type="button" onClick={() => showMore(shown + MARKS_AT_FIRST)}>{t('entry.showMore', { count: amount(pieces.length - shown) })}</button></div>}
  </>;
}

/** One of two texts, whole or around what differs, with the words marked that the other has not. */
export function Side({ text, other, isWhole, lang }: { text: string; other: string; isWhole: boolean; lang?: string | undefined }) {
  const all = useMemo(() => marks(other, text), [other, text]);
  const [shown, showMore] = useState(MARKS_AT_FIRST);
  const own = useMemo(() => { const left = all.filter((one) => one.kind !== 'gone'); return isWhole ? left : folded(left); }, [all, isWhole]);
  if (text === '' || shared(all) < SHARED) return <div className="value" dir="auto" lang={lang} tabIndex={scrolls(text)}>{text || <span className="quiet">{t('value.none')}</span>}</div>;
  return <div className="value" dir="auto" lang={lang} tabIndex={scrolls(text)}>{own.slice(0, isWhole ? shown : MARKS_AT_FIRST).map((piece, at) => (piece.kind === 'come' ? <mark key={at}>{piece.text}</mark> :
    piece.kind === 'folded' ? <span key={at} className="quiet">{' … '}</span> : <span key={at}>{piece.text}</span>))}{!isWhole && own.length > MARKS_AT_FIRST && <span className="quiet">{' … '}</span>}
    {isWhole && own.length > shown && <div><button className="button" type="button" onClick={() => showMore(shown + MARKS_AT_FIRST)}>{t('entry.showMore', { count: amount(own.length - shown) })}</button></div>}</div>;
}

/** Whether two texts are shown around what differs at first. */
export const isLong = (one: string, other: string): boolean => Math.max(one.length, other.length) > FOLDED_FROM;
