import type { KeyboardEvent, ReactNode } from 'react';

/** A row of views of which one is shown: arrows choose, Tab goes on into the view. Where choosing leaves the place (`isFar`), arrows only move, and Enter chooses. */
export function Tabs<T extends string>({ name, tabs, chosen, onChoose, panel, isFar = false }: { name: string; tabs: [tab: T, label: ReactNode, look?: string][]; chosen: T; onChoose: (tab: T) => void; panel: string; isFar?: boolean }) {
  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = to % tabs.length;
    if (!isFar) onChoose(tabs[next]![0]);
    all[next]?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={name} onKeyDown={keys}>
      {tabs.map(([tab, label, look]) => (
        <button key={tab} type="button" role="tab" className={look} aria-controls={panel} aria-selected={tab === chosen} tabIndex={tab === chosen ? 0 : -1} onClick={() => onChoose(tab)}>{label}</button>
      ))}
    </div>
  );
}
