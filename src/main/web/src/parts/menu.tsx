import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from './icon';

/** An entry with `on` is one that is switched: the menu stays open for the next. */
export type MenuEntry = { name: string; does: () => void; icon?: ReactNode; on?: boolean };

/** A button that opens a list of actions: arrows move, Escape closes and gives the focus back. */
export function Menu({ name, label, entries, look = '', up = false, onOpen }: { name: string; label: ReactNode; entries: MenuEntry[]; look?: string; up?: boolean; onOpen?: () => void }) {
  const [open, set] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
    const leave = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) set(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [open]);
  const keys = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
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
  /** The focus goes back to the button first, so that what opens knows where it came from. */
  const pick = (entry: MenuEntry) => {
    if (entry.on === undefined) {
      set(false);
      box.current?.querySelector('button')?.focus();
    }
    entry.does();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes the keys of the menu inside
    <div className={up ? 'menu up' : 'menu'} ref={box} onKeyDown={keys}>
      <button className={`button ${look}`} type="button" aria-label={name} aria-haspopup="menu" aria-expanded={open} onClick={() => { if (!open) onOpen?.(); set(!open); }}>{label}</button>
      {open && (
        <div role="menu" aria-label={name}>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only an entry that is switched has it
            <button key={entry.name} type="button" role={entry.on === undefined ? 'menuitem' : 'menuitemcheckbox'} aria-checked={entry.on} tabIndex={-1}
              onClick={() => pick(entry)}>{entry.on === undefined ? entry.icon : <Icon name="check" className={entry.on ? '' : 'none'} />}{entry.name}</button>
          ))}
        </div>
      )}
    </div>
  );
}
