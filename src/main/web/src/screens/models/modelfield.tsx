import { useId, useRef, useState } from 'react';
import type { FieldDefinition } from '../../api/types';
import { Mover, SQUARE } from '../../fields/moves';
import { isGroup, KINDS } from '../../fields/registry';
import { Icon } from '../../parts/icon';
import { useProject } from '../../replica/project';
import { t } from '../../words/all';
import { InnerFields, Items } from './inner';

export type Row = { key: string; was: string | null; name: string; field: FieldDefinition };
export const TYPES = Object.keys(KINDS).filter((one) => one !== 'unknown');
const LENGTHS = ['string', 'text', 'code', 'markdown', 'richtext', 'slug', 'email', 'url', 'phone', 'number', 'decimal', 'integer', 'percent', 'rating', 'array', 'relations'];
const PATTERNS = ['string', 'text', 'slug', 'phone', 'code'];
const FILES = ['image', 'video', 'file'];
const WITHOUT_DEFAULT = ['relation', 'relations', 'array', 'object'];

const OF_EVERY = ['description', 'label', 'order', 'required', 'unique'];
const OWN: Record<string, string[]> = { select: ['options'], relation: ['model'], relations: ['model'], array: ['items'], object: ['fields'] };
const AT_FIRST: Record<string, Partial<FieldDefinition>> = { select: { options: [] }, array: { items: 'string' }, object: { fields: {} } };

/** What a definition may say that means the same for a field of another type that knows it, too. */
const sharedBy = (type: string): string[] => [...OF_EVERY, ...(LENGTHS.includes(type) ? ['min', 'max'] : []), ...(PATTERNS.includes(type) ? ['pattern'] : []), ...(OWN[type] ?? [])];

/** What means something for another type goes along; the rest is as it was when the field was of that type the last time. */
function retyped(field: FieldDefinition, type: string, before: FieldDefinition | undefined): FieldDefinition {
  const shared = sharedBy(field.type);
  const own = Object.entries(before ?? {}).filter(([key]) => !shared.includes(key));
  const along = Object.entries(field).filter(([key, value]) => shared.includes(key) && sharedBy(type).includes(key) && value !== undefined);
  return { ...AT_FIRST[type], ...Object.fromEntries([...own, ...along]), type };
}

/** One field of a model: name, type, whether it is needed, and behind a button the rest of what its type takes. */
export function FieldRow({ row, first, last, readOnly, onChange, onMove, onRemove }: {
  row: Row; first: boolean; last: boolean; readOnly: boolean; onChange: (row: Row) => void; onMove: (by: number) => void; onRemove: () => void;
}) {
  const [open, set] = useState(row.was === null);
  const field = row.field;
  const name = row.name || t('model.newField');
  /** What the field was made of as each type that it had here: a list of types takes one after the other by a key. */
  const was = useRef(new Map<string, FieldDefinition>());
  const retype = (type: string) => {
    was.current.set(field.type, field);
    onChange({ ...row, field: retyped(field, type, was.current.get(type)) });
  };
  const put = (part: Partial<FieldDefinition>) => {
    const next = { ...field, ...part } as Record<string, unknown>;
    for (const key of Object.keys(next)) if (next[key] === undefined || next[key] === '' || (next[key] === false && key !== 'default')) delete next[key];
    onChange({ ...row, field: next as FieldDefinition });
  };
  return (
    <div>
      <div className="line" style={{ flexWrap: 'wrap' }}>
        <input className="input" style={{ flex: '1 1 140px', inlineSize: 'auto' }} aria-label={t('model.fieldName', { name })} readOnly={readOnly} value={row.name} onChange={(event) => onChange({ ...row, name: event.target.value })} />
        <select className="input" style={{ flex: '1 1 96px', inlineSize: 'auto' }} aria-label={t('model.fieldType', { name })} disabled={readOnly} value={field.type} onChange={(event) => retype(event.target.value)}>
          {!TYPES.includes(field.type) && <option>{field.type}</option>}
          {TYPES.map((one) => <option key={one} value={one}>{one}</option>)}
        </select>
        <label className="switch"><input type="checkbox" disabled={readOnly} checked={field.required === true} onChange={(event) => put({ required: event.target.checked })} />{t('model.required')}</label>
        <span className="row" style={{ gap: 0, flexWrap: 'nowrap', marginInlineStart: 'auto' }}>
          <button className="button square quiet-button" type="button" aria-expanded={open} aria-label={t('model.details', { name })} onClick={() => set(!open)}><Icon name="gear" /></button>
          {!readOnly && <>
            <Mover item={name} by={-1} isLast={first} look={SQUARE} move={onMove} />
            <Mover item={name} by={1} isLast={last} look={SQUARE} move={onMove} />
            <button className="button square quiet-button" type="button" aria-label={t('entry.take', { item: name })} onClick={onRemove}><Icon name="bin" /></button>
          </>}
        </span>
      </div>
      {open && <Details field={field} put={put} readOnly={readOnly} />}
    </div>
  );
}

export function Details({ field, put, readOnly }: { field: FieldDefinition; put: (part: Partial<FieldDefinition>) => void; readOnly: boolean }) {
  const content = useProject();
  const number = (name: 'min' | 'max' | 'maxSize') => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the limit is an input
    <label className="field"><span className="label">{t(`model.${name}`)}</span><Limit value={field[name]} set={(value) => put({ [name]: value })} readOnly={readOnly} /></label>
  );
  const text = (name: 'description' | 'pattern' | 'accept', label: string) => (
    <label className="field"><span className="label">{label}</span><input className="input" readOnly={readOnly} value={field[name] ?? ''} onChange={(event) => put({ [name]: event.target.value || undefined })} /></label>
  );
  const models = [field.model ?? []].flat();
  return (
    <div className="stack" style={{ padding: '0 16px 16px' }}>
      <div className="pair">
        <label className="field"><span className="label">{t('model.label')}</span><input className="input" readOnly={readOnly || typeof field.label === 'object'} value={typeof field.label === 'string' ? field.label : field.label ? JSON.stringify(field.label) : ''} onChange={(event) => put({ label: event.target.value || undefined })} /></label>
        {text('description', t('model.help'))}
        {LENGTHS.includes(field.type) && <>{number('min')}{number('max')}</>}
        {PATTERNS.includes(field.type) && text('pattern', t('model.pattern'))}
        {FILES.includes(field.type) && <>{text('accept', t('model.accept'))}{number('maxSize')}</>}
      </div>
      <label className="switch"><input type="checkbox" disabled={readOnly} checked={field.unique === true} onChange={(event) => put({ unique: event.target.checked })} />{t('model.unique')}</label>
      {field.type === 'select' && <label className="field"><span className="label">{t('model.options')}</span><textarea className="input" readOnly={readOnly}
        value={(field.options ?? []).join('\n')} onChange={(event) => put({ options: event.target.value.split('\n') })}
        onBlur={(event) => { const next = event.target.value.split('\n').map((one) => one.trim()).filter(Boolean); if (next.join('\n') !== (field.options ?? []).join('\n')) put({ options: next }); }} /></label>}
      {(field.type === 'relation' || field.type === 'relations') && (
        <fieldset className="stack small"><legend>{t('model.targets')}</legend>
          <div className="row">{content.snapshot!.models.filter((one) => one.kind === 'collection' || one.kind === 'document').map((one) => (
            <label className="switch" key={one.id}><input type="checkbox" disabled={readOnly} checked={models.includes(one.id)} onChange={(event) => {
              const next = event.target.checked ? [...models, one.id] : models.filter((each) => each !== one.id);
              put({ model: next.length > 1 ? next : next[0] });
            }} />{one.name}</label>
          ))}</div>
        </fieldset>
      )}
      {field.type === 'array' && <Items field={field} put={put} readOnly={readOnly} />}
      {field.type === 'object' && <InnerFields fields={field.fields} onFields={(fields) => put({ fields })} readOnly={readOnly} label={t('model.inner')} />}
      <Default field={field} put={put} readOnly={readOnly} />
    </div>
  );
}

/** What a new entry begins with, in the editor of the type itself. */
function Default({ field, put, readOnly }: { field: FieldDefinition; put: (part: Partial<FieldDefinition>) => void; readOnly: boolean }) {
  const id = useId();
  const kind = KINDS[field.type as keyof typeof KINDS];
  if (!kind || WITHOUT_DEFAULT.includes(field.type)) return null;
  return <div className="field">{isGroup(kind, field) ? <span className="label">{t('model.default')}</span> : <label className="label" htmlFor={id}>{t('model.default')}</label>}<kind.Editor field={field} value={field.default} set={(value) => put({ default: value })} ids={{ id }} label={t('model.default')} readOnly={readOnly} /></div>;
}

/** Typed as text, so that a minus or a point at the end stands until the rest of the number is there. */
function Limit({ value, set, readOnly }: { value: number | undefined; set: (value: number | undefined) => void; readOnly: boolean }) {
  const [typed, type] = useState('');
  const meant = (text: string): number | undefined => (text.trim() === '' || !Number.isFinite(Number(text.replace(',', '.'))) ? undefined : Number(text.replace(',', '.')));
  return <input className="input number" inputMode="decimal" readOnly={readOnly} value={meant(typed) === value ? typed : (value ?? '')} onChange={(event) => { type(event.target.value); set(meant(event.target.value)); }} onBlur={() => type(value === undefined ? '' : String(value))} />;
}
