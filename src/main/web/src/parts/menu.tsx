import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export type MenuEntry = { name: string; does: () => void; icon?: ReactNode };

/** A button that opens a list of actions: arrows move, Escape closes and gives the focus back. */
export function Menu({ name, label, entries, look = '' }: { name: string; label: ReactNode; entries: MenuEntry[]; look?: string }) {
  const [open, set] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const leave = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) set(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [open]);
  const keys = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined && open) {
      event.preventDefault();
      items[to % items.length]?.focus();
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      set(false);
      box.current?.querySelector('button')?.focus();
    } else if (event.key === 'Tab') set(false);
  };
  return (
    <div className="menu" ref={box} onKeyDown={keys}>
      <button className={'button ' + look} type="button" aria-label={name} aria-haspopup="menu" aria-expanded={open} onClick={() => set(!open)}>{label}</button>
      {open && (
        <div role="menu" aria-label={name}>
          {entries.map((entry) => (
            <button key={entry.name} type="button" role="menuitem" tabIndex={-1} onClick={() => { set(false); entry.does(); }}>{entry.icon}{entry.name}</button>
          ))}
        </div>
      )}
    </div>
  );
}
