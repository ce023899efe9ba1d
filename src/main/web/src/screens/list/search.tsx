import { useId, useState, type KeyboardEvent } from 'react';
import { completion, type Known } from '../../replica/completion';
import { t } from '../../words/words';

/** The filter of a list. What can be written next is offered while one writes: arrows choose, Enter or Tab takes, Escape closes. */
export function FilterBox({ filter, onFilter, onBegin, known }: { filter: string; onFilter: (filter: string) => void; /** Somebody may write one. */ onBegin: () => void; known: () => Known }) {
  const id = useId();
  const [open, set] = useState(false);
  const [at, choose] = useState(-1);
  const { from, options } = open ? completion(filter, known()) : { from: 0, options: [] };
  const write = (next: string) => {
    onFilter(next);
    choose(-1);
    set(/\S$/.test(next)); // nothing lies over the list of who has written what was wanted
  };
  const take = (option: string) => {
    write(filter.slice(0, from) + option + (option.endsWith(':') ? '' : ' '));
    if (!option.endsWith(':')) set(false);
  };
  const keys = (event: KeyboardEvent) => {
    const chosen = options[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const offered = open ? options : completion(filter, known()).options;
      set(true);
      choose(event.key === 'ArrowDown' ? Math.min(at + 1, offered.length - 1) : Math.max(at - 1, -1));
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) take(chosen);
    else if (event.key === 'Escape' && options.length > 0) set(false);
    else return;
    event.preventDefault();
  };
  return (
    <div className="search completing">
      <input className="input" type="search" aria-label={t('list.filter')} placeholder={t('list.filter.example')} title={t('list.help.about')} autoComplete="off" spellCheck="false" aria-autocomplete="list"
        aria-controls={options.length > 0 ? id : undefined} aria-activedescendant={options[at] ? id + at : undefined} value={filter}
        onChange={(event) => write(event.target.value)} onKeyDown={keys} onFocus={onBegin} onBlur={() => set(false)} />
      {options.length > 0 && (
        <div role="listbox" id={id} aria-label={t('list.completions')} className="options">
          {options.map((option, place) => <div key={option} id={id + place} role="option" aria-selected={place === at} className="option" onPointerDown={(event) => { event.preventDefault(); take(option); }}><code>{option}</code></div>)}
        </div>
      )}
    </div>
  );
}
