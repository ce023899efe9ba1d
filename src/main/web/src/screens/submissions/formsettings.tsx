import { useState, type FormEvent } from 'react';
import { patch } from '../../api/call';
import type { Model } from '../../api/types';
import { isSame, labelOf } from '../../fields/kinds';
import { useAct } from '../../parts/act';
import { CopyField, Field } from '../../parts/basic';
import { fieldsOf } from '../../replica/entries';
import { useProject } from '../../replica/project';
import { t } from '../../words/all';

type Form = { enabled?: boolean; exposedFields?: string[]; successMessage?: string; notifications?: boolean };

/** Whether visitors may send entries of a model, and which fields they see. */
export function FormOf({ model }: { model: Model }) {
  const content = useProject();
  const form = (model.form ?? {}) as Form;
  const [enabled, setEnabled] = useState(form.enabled === true);
  const [opened] = useState(!enabled);
  const [exposed, setExposed] = useState(form.exposedFields ?? []);
  const [message, setMessage] = useState(form.successMessage ?? '');
  const { busy, act, told } = useAct();
  const save = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      // Only what was changed here: what somebody else has set since stays.
      const changed = {
        ...(enabled === (form.enabled === true) ? {} : { enabled, public: enabled }),
        ...(isSame(exposed, form.exposedFields ?? []) ? {} : { exposedFields: exposed }),
        ...(message.trim() === (form.successMessage ?? '') ? {} : { successMessage: message.trim() || null }),
      };
      await patch(`${content.path}/models/${encodeURIComponent(model.id)}`, { form: changed });
      await content.refresh();
    });
  };
  return (
    <details className="card padded" open={opened}>
      <summary>{t('forms.settings')}</summary>
      <form className="stack" style={{ marginBlockStart: 16 }} onSubmit={save}>
        <label className="switch"><input type="checkbox" role="switch" aria-checked={enabled} checked={enabled} onChange={(event) => setEnabled(event.target.checked)} />{t('forms.enable')}</label>
        <fieldset className="stack small"><legend>{t('forms.fields')}</legend><div className="row">
          {fieldsOf(model).map(([name, field]) => <label className="switch" key={name}><input type="checkbox" checked={exposed.includes(name)} onChange={(event) => setExposed(event.target.checked ? [...exposed, name] : exposed.filter((one) => one !== name))} />{labelOf(name, field, '')}</label>)}
        </div></fieldset>
        <Field label={t('forms.message')}>{(ids) => <input className="input" {...ids} maxLength={500} value={message} onChange={(event) => setMessage(event.target.value)} />}</Field>
        {told}
        <div><button className="button primary" type="submit" disabled={busy || (enabled && exposed.length === 0)}>{t('save')}</button></div>
        {form.enabled && <CopyField name={t('forms.address')} text={`${location.origin}/api/forms/v1/${content.project.id}/${model.id}/submit`} />}
      </form>
    </details>
  );
}
