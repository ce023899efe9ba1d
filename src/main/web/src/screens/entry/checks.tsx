import type { FieldDefinition, Finding } from '../../api/types';
import { labelAt, topOf } from '../../fields/findings';
import { reveal } from '../../fields/reveal';
import { Said } from '../../parts/said';
import { t } from '../../words/all';

const SHOWN = 20;

/** What is wrong with the entry: each leads to where it is, and opens what is folded around that. */
export function Checks({ fields, complaints, findings, isRefused, locale }: { fields: [string, FieldDefinition][]; complaints: { name: string; message: string }[]; findings: Finding[]; /** Whether something keeps it from being saved. */ isRefused: boolean; locale: string }) {
  const link = (path: string) => <a href={`#field-${topOf(path)}`} onClick={(event) => { event.preventDefault(); reveal(path); }}>{labelAt(fields, path, locale)}</a>;
  return (
    <section aria-label={t('entry.checks')}>
      <h2>{t('entry.checks')}</h2>
      {complaints.length === 0 && findings.length === 0 ? <p className="quiet">{t('entry.fine')}</p> : (
        <ul className="stack small">
          {complaints.map(({ name, message }) => <li key={name}>{link(name)}: {message}</li>)}
          {findings.slice(0, SHOWN).map((one) => <li key={one.field + one.message}>{link(one.field)}: <Said of={one.message} /></li>)}
        </ul>
      )}
      {isRefused && <p className="note">{t('entry.errors')}</p>}
    </section>
  );
}
