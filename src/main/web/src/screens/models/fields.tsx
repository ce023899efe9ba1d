import type { FieldDefinition } from '../../api/types';
import { Icon } from '../../parts/icon';
import { fieldOf } from '../../replica/entries';
import { t } from '../../words/all';
import { FieldRow, type Row } from './modelfield';

/** The fields of a model or of an object inside of it, in their order: named, moved, taken out, added. */
export function FieldRows({ rows, onRows, readOnly, label }: { rows: Row[]; onRows: (rows: Row[]) => void; readOnly: boolean; label: string }) {
  const move = (at: number, by: number) => {
    const next = [...rows];
    const [one] = next.splice(at, 1);
    next.splice(at + by, 0, one!);
    onRows(next.map((row, index) => ({ ...row, field: { ...row.field, order: index + 1 } })));
  };
  return <>
    <ol className="card rows" aria-label={label}>
      {rows.map((row, at) => (
        <li key={row.key}>
          <FieldRow row={row} first={at === 0} last={at === rows.length - 1} readOnly={readOnly} onChange={(next) => onRows(rows.map((one, index) => (index === at ? next : one)))} onMove={(by) => move(at, by)} onRemove={() => onRows(rows.filter((_, index) => index !== at))} />
        </li>
      ))}
      {rows.length === 0 && <li><div className="line quiet">{t('model.noFields')}</div></li>}
    </ol>
    {!readOnly && <div><button className="button" type="button" onClick={() => onRows([...rows, { key: crypto.randomUUID(), was: null, name: '', field: { type: 'string' } }])}><Icon name="plus" />{t('model.addField')}</button></div>}
  </>;
}

export const definitionOf = (rows: Row[]): Record<string, FieldDefinition> => Object.fromEntries(rows.map((row) => [row.name, row.field]));

/** Fields in the order of their forms, then as they were written. */
export function rowsOfFields(fields: Record<string, FieldDefinition | string> | undefined): Row[] {
  return Object.entries(fields ?? {})
    .map(([name, field]): Row => ({ key: name, was: name, name, field: fieldOf(field) }))
    .sort((a, b) => (a.field.order ?? 1e6) - (b.field.order ?? 1e6));
}
