import { useState, type FormEvent } from 'react';
import { patch } from '../../api/call';
import type { Model } from '../../api/types';
import { isSame, labelOf } from '../../fields/kinds';
import { useAct } from '../../parts/act';
import { CopyField, Field } from '../../parts/basic';
import { fieldsOf } from '../../replica/entries';
import type { Found } from '../../replica/drafts';
import { useKept, useKeepingOf } from '../../replica/keeping';
import { useProject } from '../../replica/project';
import { t } from '../../words/all';

type Form = { enabled?: boolean; exposedFields?: string[]; successMessage?: string; notifications?: boolean };

/** What was changed here; what was not follows what is stored, also while somebody else changes it, and is not sent. */
type Typed = { enabled?: boolean; exposed?: string[]; message?: string };

/** Whether visitors may send entries of a model, and which fields they see; what is chosen and not saved is kept like a draft. */
export function FormOf({ model }: { model: Model }) {
  const content = useProject();
  const kept = useKept(content.person, content.project.id, placeOf(model));
  return kept === undefined ? null : <Settings model={model} kept={kept} />;
}
const placeOf = (model: Model): string => `forms/${encodeURIComponent(model.id)}`;

function Settings({ model, kept }: { model: Model; kept: Found | null }) {
  const content = useProject();
  const form = (model.form ?? {}) as Form;
  const stored = { enabled: form.enabled === true, exposed: form.exposedFields ?? [], message: form.successMessage ?? '' };
  const [typed, type] = useState<Typed>((kept?.draft.values ?? {}) as Typed);
  const { enabled, exposed, message } = { ...stored, ...typed };
  const [opened] = useState(!stored.enabled || kept !== null);
  const { busy, act, told } = useAct();
  const put = (next: Typed) => type((now) => ({ ...now, ...next }));
  const isChanged = (name: keyof Typed): boolean => typed[name] !== undefined && !isSame(typed[name], stored[name]);
  const changed = (['enabled', 'exposed', 'message'] as const).filter(isChanged);
  useKeepingOf(content.person, content.project.id, placeOf(model), `${t('forms.settings')}: ${model.name}`, kept, changed.length > 0 ? Object.fromEntries(changed.map((name) => [name, typed[name]])) : null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      // Only what was changed here: what somebody else has set since stays.
      await patch(`${content.path}/models/${encodeURIComponent(model.id)}`, { form: {
        ...(changed.includes('enabled') ? { enabled, public: enabled } : {}),
        ...(changed.includes('exposed') ? { exposedFields: exposed } : {}),
        ...(changed.includes('message') ? { successMessage: message.trim() || null } : {}),
      } });
      await content.refresh();
      type((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== typed[name as keyof Typed]))); // what was typed meanwhile stays
    });
  };
  return (
    <details className="card padded" open={opened}>
      <summary>{t('forms.settings')}</summary>
      <form className="stack" style={{ marginBlockStart: 16 }} onSubmit={save}>
        <label className="switch"><input type="checkbox" role="switch" aria-checked={enabled} checked={enabled} onChange={(event) => put({ enabled: event.target.checked })} />{t('forms.enable')}</label>
        <fieldset className="stack small"><legend>{t('forms.fields')}</legend><div className="row">
          {fieldsOf(model).map(([name, field]) => <label className="switch" key={name}><input type="checkbox" checked={exposed.includes(name)} onChange={(event) => put({ exposed: event.target.checked ? [...exposed, name] : exposed.filter((one) => one !== name) })} />{labelOf(name, field, '')}</label>)}
        </div></fieldset>
        <Field label={t('forms.message')}>{(ids) => <input className="input" {...ids} maxLength={500} value={message} onChange={(event) => put({ message: event.target.value })} />}</Field>
        {told}
        <div><button className="button primary" type="submit" disabled={busy || (enabled && exposed.length === 0)}>{t('save')}</button></div>
        {form.enabled && <CopyField name={t('forms.address')} text={`${location.origin}/api/forms/v1/${content.project.id}/${model.id}/submit`} />}
      </form>
    </details>
  );
}
