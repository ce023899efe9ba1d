import { useState } from 'react';
import type { FieldDefinition } from '../api/types';
import { Icon } from '../parts/icon';
import { language, t } from '../words/all';
import type { EditorProps } from './editor';

const written = new Intl.NumberFormat(language).formatToParts(-12345.6);
const sign = (type: 'decimal' | 'group'): string => written.find((part) => part.type === type)?.value ?? '';
const [DECIMAL, GROUP] = [sign('decimal'), sign('group')];
const GROUPED = new RegExp(`^-?[1-9]\\d{0,2}(\\${GROUP}\\d{3})+(\\${DECIMAL}\\d*)?$`);
/** A number as it is written in the language of the studio. */
const shownNumber = (value: unknown): string => (typeof value === 'number' ? String(value).replace('.', DECIMAL) : value === undefined || value === null ? '' : String(value));

/** What somebody means who writes a number in the language of the studio; what is no number, or would lose digits, stays a text. */
export function meant(text: string): unknown {
  const typed = text.trim();
  if (typed === '') return undefined;
  const plain = (GROUPED.test(typed) ? typed.replaceAll(GROUP, '') : typed).replace(DECIMAL, '.').replace(',', '.');
  if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return text;
  const number = Number(plain);
  const digits = plain.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '');
  return Number.isFinite(number) && (digits.length <= 15 || String(number) === plain) ? number : text;
}

/** Typed as text, so that half a number is never lost; a wheel changes nothing. */
export function NumberEditor({ field, value, set, ids, readOnly }: EditorProps) {
  const [typed, type] = useState<string | null>(null);
  const isMeant = typed !== null && meant(typed) === (value ?? undefined); // a value that came from elsewhere is shown itself
  const shown = isMeant ? typed : shownNumber(value);
  const change = (next: string) => {
    type(next);
    set(meant(next));
  };
  return <input className="input number" {...ids} inputMode={field.type === 'integer' ? 'numeric' : 'decimal'} readOnly={readOnly} value={shown} onChange={(event) => change(event.target.value)} onBlur={() => type(null)} />;
}

/** A value that the control of its type cannot show is shown as it is, to be replaced and never dropped. */
const Odd = ({ value, isShown }: { value: unknown; isShown: boolean }) => (isShown || value === undefined || value === null || value === '' ? null : <code>{JSON.stringify(value)}</code>);

export function RatingEditor({ field, value, set, ids, readOnly, label }: EditorProps) {
  const most = Math.min(field.max ?? 5, 10);
  return (
    <div className="row" role="radiogroup" aria-label={label} aria-required={ids['aria-required']} aria-describedby={ids['aria-describedby']}>
      {Array.from({ length: most }, (_, at) => at + 1).map((step) => (
        <label key={step} className="switch"><input type="radio" name={ids.id} disabled={readOnly} checked={value === step} onChange={() => set(step)} />{step}</label>
      ))}
      {!field.required && value !== undefined && !readOnly && <button className="button quiet-button clear" type="button" onClick={() => set(undefined)}><Icon name="cross" />{t('entry.none')}</button>}
      <Odd value={value} isShown={Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most} />
    </div>
  );
}

/** Where nothing is set the default applies, and is shown. */
export function BooleanEditor({ field, value, set, ids, readOnly }: EditorProps) {
  const on = (value ?? field.default) === true;
  return <span className="switch"><input type="checkbox" {...ids} disabled={readOnly} checked={on} onChange={(event) => set(event.target.checked)} /><span aria-hidden="true">{t(on ? 'yes' : 'no')}</span><Odd value={value} isShown={typeof value === 'boolean'} /></span>;
}

export function DateEditor({ value, set, ids, readOnly }: EditorProps) {
  return <Dated type="date" shown={typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value.slice(0, 10))) ? value.slice(0, 10) : ''} value={value} ids={ids} readOnly={readOnly} set={(next) => set(next || undefined)} />;
}

const pad = (number: number): string => String(number).padStart(2, '0');
/** A moment as the input of the browser shows it; empty for what is none. */
export const localTime = (value: unknown): string => {
  const time = typeof value === 'string' ? new Date(value) : null;
  if (!time || Number.isNaN(time.getTime())) return '';
  return `${String(time.getFullYear()).padStart(4, '0')}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
};

/** Shown in the time of this computer, kept in that of the world. */
export function DateTimeEditor({ value, set, ids, readOnly }: EditorProps) {
  return <>
    <Dated type="datetime-local" shown={localTime(value)} value={value} ids={ids} readOnly={readOnly} set={(next) => set(typeof next === 'string' && next ? new Date(next).toISOString() : undefined)} />
    <span className="note">{t('entry.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}</span>
  </>;
}

function Dated({ type, shown, value, set, ids, readOnly }: Omit<EditorProps, 'field' | 'label'> & { type: string; shown: string }) {
  return <>
    <input className="input" type={type} {...ids} readOnly={readOnly} style={{ maxInlineSize: 260 }} value={shown} onChange={(event) => set(event.target.value)} />
    <Odd value={value} isShown={shown !== ''} />
  </>;
}

const FEW = 5;
/** So few options are all seen at once; a value that is none of them is shown in the list. */
export const isShortSelect = (field: FieldDefinition): boolean => (field.options ?? []).length <= FEW && (field.options ?? []).length > 0;

/** Radios where there are few options, a list of the browser beyond. */
export function SelectEditor(props: EditorProps) {
  const { field, value, set, ids, label, readOnly } = props;
  const odd = value !== undefined && value !== null && value !== '' && !(field.options ?? []).includes(value as string);
  if (!isShortSelect(field) || odd) return <LongSelect {...props} />;
  return (
    <div className="row" role="radiogroup" aria-label={label} aria-required={ids['aria-required']} aria-describedby={ids['aria-describedby']}>
      {(field.options ?? []).map((one) => <label key={one} className="switch"><input type="radio" name={ids.id} disabled={readOnly} checked={value === one} onChange={() => set(one)} /><span dir="auto">{one}</span></label>)}
      {!field.required && value !== undefined && value !== '' && !readOnly && <button className="button quiet-button clear" type="button" onClick={() => set(undefined)}><Icon name="cross" />{t('entry.none')}</button>}
    </div>
  );
}

function LongSelect({ field, value, set, ids, label, readOnly }: EditorProps) {
  const options = field.options ?? [];
  const now = typeof value === 'string' ? value : '';
  return <>
    <select className="input" {...ids} aria-label={ids['aria-label'] ?? label} disabled={readOnly} value={now} onChange={(event) => set(event.target.value || undefined)}>
      <option value="">{t('entry.noChoice')}</option>
      {now && !options.includes(now) && <option value={now}>{now}</option>}
      {options.map((one) => <option key={one} value={one}>{one}</option>)}
    </select>
    <Odd value={value} isShown={typeof value === 'string'} />
  </>;
}
