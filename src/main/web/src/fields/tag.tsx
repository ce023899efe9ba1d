import { useState } from 'react';
import { t } from '../words/all';
import type { Ids } from './editor';

/** Longer texts of a list are no tags any more. */
export const TAG_CHARS = 60;

/** One text of a list, changed where it stands: Enter or leaving it keeps what was written, Escape does not. */
export function Tag({ text, set }: { text: string; set: (text: string) => void }) {
  const [typed, type] = useState<string | null>(null);
  const end = () => {
    type(null);
    if (typed !== null && typed.trim() !== text) set(typed.trim());
  };
  if (typed === null) return <button className="tag" type="button" aria-label={t('entry.changeItem', { item: text })} onClick={() => type(text)}>{text}</button>;
  return (
    // biome-ignore lint/a11y/noAutofocus: it stands where the button was that has just been pressed
    <input className="input" autoFocus data-typed={typed !== text || undefined} aria-label={t('entry.changeItem', { item: text })} size={Math.max(8, typed.length)} value={typed} onChange={(event) => type(event.target.value)} onBlur={end}
      onKeyDown={(event) => {
        if (event.key === 'Enter') { event.preventDefault(); end(); }
        else if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); type(null); }
      }} />
  );
}

/** Where a text is added to a list, as it is written; what is pasted with several lines is one text a line. */
export function NewTag({ ids, label, add }: { ids: Ids; label: string; add: (texts: string[]) => void }) {
  const [typed, type] = useState('');
  const end = () => {
    if (typed.trim() !== '') add([typed.trim()]);
    type('');
  };
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
