import { useLayoutEffect, useRef, useState } from 'react';
import { t } from '../words/all';
import type { Ids } from './editor';

/** Longer texts of a list are no tags any more. */
export const TAG_CHARS = 60;

/** What is typed and in no value yet. It is handed over also where its place goes, as the list that comes from somebody else may be shorter. */
function useTyped<Typed>(none: Typed, hold: (isTyped: boolean) => void, give: (typed: Typed) => void): { typed: Typed; type: (next: Typed) => void; end: () => void } {
  const [typed, put] = useState(none);
  /** The same between two drawings: what has been handed over is not once more. */
  const now = useRef(none);
  const type = (next: Typed) => {
    now.current = next;
    put(next);
    hold(next !== none);
  };
  const end = () => {
    const last = now.current;
    if (last === none) return;
    type(none);
    give(last);
  };
  const latest = useRef(end);
  latest.current = end;
  useLayoutEffect(() => () => latest.current(), []);
  return { typed, type, end };
}

/** A field that stands where a button was that has just been pressed goes on with its focus. */
const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

/** One text of a list, changed where it stands: Enter or leaving it keeps what was written, Escape does not. The list may be another one by then, so `set` has what the text was. */
export function Tag({ text, set, hold }: { text: string; set: (was: string, text: string) => void; hold: (isTyped: boolean) => void }) {
  const { typed: typing, type, end } = useTyped<{ was: string; text: string } | null>(null, hold, (typed) => {
    if (typed && typed.text !== typed.was && typed.text.trim() !== typed.was) set(typed.was, typed.text.trim());
  });
  const button = useRef<HTMLButtonElement>(null);
  /** Whether a key has ended it: then the focus goes to the button that stands there again. */
  const [isByKey, setByKey] = useState(false);
  useLayoutEffect(() => {
    if (isByKey && !typing) button.current?.focus();
    setByKey(false);
  }, [typing]);
  if (!typing) return <button ref={button} className="tag" type="button" aria-label={t('entry.changeItem', { item: text })} onClick={() => type({ was: text, text })}>{text}</button>;
  const { was, text: typed } = typing;
  return (
    <input ref={takeFocus} className="input" data-typed={typed !== was || undefined} aria-label={t('entry.changeItem', { item: was })} size={Math.max(8, typed.length)} value={typed} onChange={(event) => type({ was, text: event.target.value })} onBlur={end}
      onKeyDown={(event) => {
        if (event.key === 'Enter') { event.preventDefault(); setByKey(true); end(); }
        else if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); setByKey(true); type(null); }
      }} />
  );
}

/** Where a text is added to a list, as it is written; what is pasted with several lines is one text a line. */
export function NewTag({ ids, label, add, hold }: { ids: Ids; label: string; add: (texts: string[]) => void; hold: (isTyped: boolean) => void }) {
  const { typed, type, end } = useTyped('', hold, (text) => {
    if (text.trim() !== '') add([text.trim()]);
  });
  return (
    <input className="input" {...ids} data-typed={typed || undefined} aria-label={t('entry.addTo', { field: label })} placeholder={t('entry.addTag')} value={typed} onChange={(event) => type(event.target.value)} onBlur={end}
      onPaste={(event) => {
        const lines = event.clipboardData.getData('text').split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
        if (lines.length < 2) return;
        event.preventDefault();
        add([...(typed.trim() === '' ? [] : [typed.trim()]), ...lines]);
        type('');
      }}
      onKeyDown={(event) => { if (event.key === 'Enter') { event.preventDefault(); end(); } }} />
  );
}
