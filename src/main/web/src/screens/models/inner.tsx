import { useLayoutEffect, useRef, useState } from 'react';
import type { FieldDefinition } from '../../api/types';
import { isSame } from '../../fields/kinds';
import { t } from '../../words/all';
import { definitionOf, FieldRows, rowsOfFields } from './fields';
import { Details, TYPES, type Row } from './modelfield';

/** The fields of an object, as a form of the same kind as the model's own. While two have one name, the last state that was whole stays. */
export function InnerFields({ fields, onFields, readOnly, label }: { fields: FieldDefinition['fields']; onFields: (fields: Record<string, FieldDefinition>) => void; readOnly: boolean; label: string }) {
  const [rows, setRows] = useState<Row[]>(() => rowsOfFields(fields));
  const names = rows.map((row) => row.name);
  // What came from elsewhere, as from the JSON or from somebody else, is drawn; what is being typed here stays.
  useLayoutEffect(() => {
    if (isWhole(rows) && !isSame(definitionOf(rows), fields ?? {})) setRows(rowsOfFields(fields));
  }, [fields]);
  const isWhole = (all: Row[]) => all.every((row) => row.name !== '') && new Set(all.map((row) => row.name)).size === all.length;
  return (
    <div className="nested" role="group" aria-label={label}>
      <FieldRows rows={rows} readOnly={readOnly} label={label} onRows={(next) => {
        setRows(next);
        if (isWhole(next)) onFields(definitionOf(next));
      }} />
      {!isWhole(rows) && <span className="error">{t('model.twice', { name: names.find((name, at) => names.indexOf(name) !== at) ?? '' })}</span>}
    </div>
  );
}

/** What the items of a list are: a type, with the rules of that type, or the fields of an object. */
export function Items({ field, put, readOnly }: { field: FieldDefinition; put: (part: Partial<FieldDefinition>) => void; readOnly: boolean }) {
  const item: FieldDefinition = typeof field.items === 'string' ? { type: field.items } : (field.items ?? { type: 'string' });
  /** A type alone is written short, as the models of others are. */
  const set = (next: FieldDefinition) => put({ items: Object.keys(next).length === 1 ? next.type : next });
  const change = (part: Partial<FieldDefinition>) => {
    const next = { ...item, ...part } as Record<string, unknown>;
    for (const key of Object.keys(next)) if (next[key] === undefined || next[key] === '' || next[key] === false) delete next[key];
    set(next as FieldDefinition);
  };
  /** What the items were as each type that they had here. */
  const was = useRef(new Map<string, FieldDefinition>());
  const retype = (type: string) => {
    was.current.set(item.type, item);
    set(was.current.get(type) ?? (type === 'object' ? { type, fields: {} } : { type }));
  };
  return (
    <div className="stack">
      <label className="field"><span className="label">{t('model.items')}</span>
        <select className="input" style={{ maxInlineSize: 260 }} disabled={readOnly} value={item.type} onChange={(event) => retype(event.target.value)}>
          {!TYPES.includes(item.type) && <option>{item.type}</option>}
          {TYPES.filter((one) => one !== 'array').map((one) => <option key={one}>{one}</option>)}
        </select>
      </label>
      {item.type === 'object' ? <InnerFields fields={item.fields} onFields={(fields) => change({ fields })} readOnly={readOnly} label={t('model.inner.items')} />
        : <details><summary className="quiet">{t('model.items.rules')}</summary><Details field={item} put={change} readOnly={readOnly} /></details>}
    </div>
  );
}
