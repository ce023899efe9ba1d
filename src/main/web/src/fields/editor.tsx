import { memo, useId, useState, type ReactNode } from 'react';
import type { FieldDefinition } from '../api/types';
import { t } from '../words/all';
import { isInside, type Told } from './findings';
import { labelOf } from './kinds';
import { isGroup, isPlain, KINDS, roleOf } from './registry';
import { complaint } from './rules';
import { Wrong, Wrongs } from './wrong';

/** What an editor puts onto its control: beside its id and help, the language of the content, which may be another than that of the page. */
export type Ids = { id: string; lang?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean; 'aria-required'?: boolean; 'aria-label'?: string };
export type EditorProps = { field: FieldDefinition; value: unknown; set: (value: unknown) => void; ids: Ids; label: string; readOnly: boolean; /** Where the value is in the form, and what is said about what is in it. */ path?: string; told?: Told[] | undefined };

const inWords = (value: unknown): string => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : typeof value === 'string' ? value : JSON.stringify(value));

/** One field of a form: label, help, the editor of its type, and what is wrong with it. Drawn anew only when its own value changes. */
export const FieldEditor = memo(function FieldEditor({ name, field, value, onChange, told, touched, readOnly, locale, aside, path = name, isNested = false, came = false }: {
  name: string; field: FieldDefinition; value: unknown; onChange: (name: string, value: unknown) => void; told?: Told[] | undefined;
  touched: boolean; readOnly: boolean; locale: string; aside?: ReactNode; path?: string; isNested?: boolean; came?: boolean;
}) {
  const id = useId();
  const [left, leave] = useState(false);
  const kind = KINDS[field.type as keyof typeof KINDS] ?? KINDS.unknown;
  const label = labelOf(name, field, locale);
  const own = left ? complaint(field, value) : '';
  const isIn = (one: Told) => isInside(field, value, one.at);
  const wrong: Told[] = own ? [{ at: '', severity: 'error', message: own, isOurs: true }] : (told ?? []).filter((one) => !isIn(one));
  const inner = told?.some(isIn) ? told.filter(isIn) : undefined;
  const isWrong = wrong.length > 0;
  const help = [field.description && `${id}h`, isWrong && `${id}e`].filter(Boolean).join(' ');
  const ids: Ids = { id, lang: locale || undefined, 'aria-describedby': help || undefined, 'aria-invalid': wrong.some((one) => one.severity === 'error') || undefined, 'aria-required': field.required || undefined };
  const set = (next: unknown) => onChange(name, next);
  const group = isGroup(kind, field);
  const role = roleOf(kind, field);
  const words = <>{label}{field.required && <span className="quiet" aria-hidden="true"> *</span>}</>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears when the focus leaves any control of the field
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a group where it has several controls
    <div className={`field${isPlain(kind) && !isNested && !aside ? ' plainly' : ''}${touched ? ' touched' : ''}${came ? ' came' : ''}`} onBlur={() => leave(true)} id={isNested ? undefined : `field-${name}`} data-field={path} role={role} aria-labelledby={role && `${id}l`} aria-describedby={role && help ? help : undefined}>
      {group ? <span className="label" id={`${id}l`}>{words}</span> : <label htmlFor={id}>{words}</label>}
      <Wrongs told={inner} />
      {field.description && <span className="note" id={`${id}h`}>{field.description}</span>}
      {field.default !== undefined && (value === undefined || value === null) && <span className="note">{t('entry.byDefault', { value: inWords(field.default) })}</span>}
      <kind.Editor field={field} value={value} set={set} ids={ids} label={label} readOnly={readOnly} path={path} told={inner} />
      {isWrong && <Wrong id={`${id}e`} told={wrong} />}
      {touched && <span className="hidden">{t('entry.touched')}</span>}
      {aside}
    </div>
  );
});
