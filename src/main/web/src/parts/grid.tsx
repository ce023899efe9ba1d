import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { t } from '../words/words';
import { Icon } from './icon';

/** `width` is a track of a CSS grid; a `wide` column is left out on small screens, `end` puts numbers at the end of theirs. */
export type Column<Row> = { id: string; name: string; cell: (row: Row) => ReactNode; width: string; wide?: boolean; end?: boolean };

const HEIGHT = 36;
const tracks = (columns: { width: string }[]): string => ['40px', ...columns.map((column) => column.width)].join(' ');
const BEYOND = 6;

/** A list of any length: only the rows that can be seen are in the document, each found by keyboard as by mouse. */
export function Grid<Row extends { id: string }>({ name, rows, columns, sort, onSort, selected, onSelect, onOpen, titleOf }: {
  name: string; rows: Row[]; columns: Column<Row>[]; sort: string; onSort: (sort: string) => void; selected: Set<string>;
  onSelect: (ids: Set<string>) => void; onOpen: (row: Row) => void; titleOf: (row: Row) => string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  /** Draws nothing where the same is seen: what moves the list is told of its own scrolling once more. */
  const see = (top: number, height: number) => setView((was) => (was.top === top && was.height === height ? was : { top, height }));
  /** The row that has the keys, and where it was: what others save moves it, and where it is gone another has its place. */
  const [at, setAt] = useState({ id: '', index: 0 });
  const follow = useRef(false);
  const found = rows[at.index]?.id === at.id ? at.index : rows.findIndex((row) => row.id === at.id);
  const current = found >= 0 ? found : Math.min(at.index, Math.max(rows.length - 1, 0));
  const first = Math.max(0, Math.floor(view.top / HEIGHT) - BEYOND);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / HEIGHT) + BEYOND);
  useEffect(() => {
    const element = box.current!;
    const measure = () => see(Math.max(0, element.scrollTop), element.clientHeight);
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    box.current?.querySelector<HTMLElement>(`[aria-rowindex="${current + 2}"]`)?.focus({ preventScroll: true });
  });
  const move = (from: number, to: number, spread: boolean) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    const element = box.current!;
    const low = next * HEIGHT;
    const page = element.clientHeight - HEIGHT;
    if (low < element.scrollTop) element.scrollTop = low;
    else if (low + HEIGHT > element.scrollTop + page) element.scrollTop = low + HEIGHT - page;
    setView({ top: element.scrollTop, height: element.clientHeight }); // drawn in any case, so that the focus follows now and not later
    follow.current = true;
    if (spread) {
      const ids = new Set(selected);
      for (let i = Math.min(from, next); i <= Math.max(from, next); i++) ids.add(rows[i]!.id);
      onSelect(ids);
    }
    setAt({ id: rows[next]!.id, index: next });
  };
  const toggle = (id: string) => {
    const ids = new Set(selected);
    if (!ids.delete(id)) ids.add(id);
    onSelect(ids);
  };
  const keys = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / HEIGHT) - 2);
    const on = (event.target as HTMLElement).closest('[aria-rowindex]'); // the row that has the focus, and none that was read out before
    const from = on ? Number(on.getAttribute('aria-rowindex')) - 2 : current;
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + page, PageUp: from - page, Home: 0, End: rows.length - 1 }[event.key];
    const row = rows[from];
    if (!row || (event.target as HTMLElement).closest('.header')) return;
    if (to !== undefined) move(from, to, event.shiftKey);
    else if (event.key === ' ') toggle(row.id);
    else if (event.key === 'Enter') onOpen(row);
    else return;
    event.preventDefault();
  };
  const press = (event: MouseEvent, row: Row, index: number) => {
    setAt({ id: row.id, index });
    if ((event.target as HTMLElement).closest('input')) return;
    onOpen(row);
  };
  const all = rows.length > 0 && selected.size >= rows.length && rows.every((row) => selected.has(row.id));
  return (
    <div className="grid" role="grid" aria-label={name} aria-rowcount={rows.length + 1} aria-multiselectable="true" ref={box} onKeyDown={keys} style={{ ['--cols' as string]: tracks(columns), ['--few' as string]: tracks(columns.filter((column) => !column.wide)) }}>
      <div className="header" role="row" aria-rowindex={1}>
        <div className="cells" role="presentation">
          <span role="columnheader"><input type="checkbox" aria-label={t('grid.all')} checked={all} onChange={() => onSelect(all ? new Set() : new Set(rows.map((row) => row.id)))} /></span>
          {columns.map((column) => {
            const down = sort === `-${column.id}`;
            const on = down || sort === column.id;
            return (
              <span key={column.id} role="columnheader" className={(column.wide ? 'wide' : '') + (column.end ? ' end' : '')} aria-sort={on ? (down ? 'descending' : 'ascending') : undefined}>
                <button type="button" onClick={() => onSort(on && !down ? `-${column.id}` : column.id)}>{column.name}{on && <Icon name={down ? 'down' : 'up'} />}</button>
              </span>
            );
          })}
        </div>
      </div>
      <div className="body" role="rowgroup" style={{ blockSize: rows.length * HEIGHT }}>
        {rows.slice(first, last).map((row, offset) => {
          const index = first + offset;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys of its rows
            <div key={row.id} role="row" aria-labelledby={columns.map((_, place) => `${row.id}-${place}`).join(' ')} aria-rowindex={index + 2} aria-selected={selected.has(row.id)} tabIndex={index === current ? 0 : -1} style={{ insetBlockStart: index * HEIGHT }}
              onFocus={() => at.id === row.id || setAt({ id: row.id, index })} onClick={(event) => press(event, row, index)}>
              <div className="cells" role="presentation">
                <span role="gridcell"><input type="checkbox" tabIndex={-1} aria-label={t('grid.select', { title: titleOf(row) })} checked={selected.has(row.id)} onChange={() => toggle(row.id)} /></span>
                {columns.map((column, place) => <span key={column.id} id={`${row.id}-${place}`} role="gridcell" className={(column.wide ? 'wide ' : '') + (column.end ? 'end number ' : '') + (place === 0 ? 'name' : '')}>{column.cell(row)}</span>)}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
