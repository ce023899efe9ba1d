import { useState, type FormEvent } from 'react';
import { send } from '../api/call';
import { instance } from '../api/instance';
import type { Model } from '../api/types';
import { labelOf } from './kinds';
import { changedIn, isOvertaken, leftOf, shownOf, typedOf, typeInto, type Typed } from './typed';
import { useAct } from '../parts/act';
import { CopyField, Field, Notice } from '../parts/basic';
import { fieldsOf } from '../replica/entries';
import type { Found } from '../replica/drafts';
import { useKept, useKeepingOf } from '../replica/keeping';
import { changeNewest } from '../replica/newest';
import { useProject } from '../replica/project';
import { t } from '../words/all';

type Form = { enabled?: boolean; exposedFields?: string[]; successMessage?: string; notifications?: boolean };

type Stored = { enabled: boolean; exposed: string[]; message: string };

/** Whether visitors may send entries of a model, and which fields they see; what is chosen and not saved is kept like a draft. */
export function FormOf({ model, isFolded = false }: { model: Model; /** Where it stands above something else. */ isFolded?: boolean }) {
  const content = useProject();
  const kept = useKept(content.person, content.project.id, placeOf(model));
  return kept === undefined ? null : <Settings model={model} kept={kept} isFolded={isFolded} />;
}
function storedIn(model: Model): Stored {
  const form = (model.form ?? {}) as Form;
  return { enabled: form.enabled === true, exposed: form.exposedFields ?? [], message: form.successMessage ?? '' };
}

const placeOf = (model: Model): string => `forms/${encodeURIComponent(model.id)}`;

function Settings({ model, kept, isFolded }: { model: Model; kept: Found | null; isFolded: boolean }) {
  const content = useProject();
  const stored = storedIn(model);
  const [typed, type] = useState<Typed<Stored>>(() => typedOf(stored, kept?.draft.values ?? {}));
  const shown = shownOf(stored, typed);
  const { enabled, exposed, message } = shown;
  const [opened] = useState(!stored.enabled || kept !== null);
  const [restored, setRestored] = useState(kept !== null);
  const { busy, act, told } = useAct();
  const put = <K extends keyof Stored>(name: K, value: Stored[K]) => type((now) => typeInto(stored, now, name, value));
  const changed = changedIn(stored, typed);
  const isChanged = Object.keys(changed).length > 0;
  useKeepingOf(content.person, content.project.id, placeOf(model), `${t('forms.settings')}: ${model.name}`, kept, isChanged ? changed : null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      // Only what was changed here: what somebody else has set since stays.
      await changeNewest(content, (now) => now.etags?.models?.[model.id], (now, headers) => send('PATCH', `${content.path}/models/${encodeURIComponent(model.id)}`, { headers, body: { form: {
        ...(changed.enabled ? { enabled, public: enabled } : {}),
        ...(changed.exposed ? { exposedFields: shownOf(storedIn(now.models.find((one) => one.id === model.id) ?? model), typed).exposed } : {}),
        ...(changed.message ? { successMessage: message.trim() || null } : {}),
      } } }));
      setRestored(false);
      await content.readAnew();
      type((now) => leftOf(now, typed, shown)); // what was typed meanwhile stays
    });
  };
  const settings = (
      <form className="stack" style={isFolded ? { marginBlockStart: 16 } : undefined} aria-label={t('forms.settings')} onSubmit={save}>
        {restored && isChanged && <Notice>{t('entry.restored')}</Notice>}
        <label className="switch"><input type="checkbox" role="switch" aria-checked={enabled} checked={enabled} onChange={(event) => put('enabled', event.target.checked)} />{t('forms.enable')}</label>
        <fieldset className="stack small"><legend>{t('forms.fields')}</legend><div className="row">
          {fieldsOf(model).map(([name, field]) => <label className="switch" key={name}><input type="checkbox" checked={exposed.includes(name)} onChange={(event) => put('exposed', event.target.checked ? [...exposed, name] : exposed.filter((one) => one !== name))} />{labelOf(name, field, '')}</label>)}
        </div></fieldset>
        <Field label={t('forms.message')} error={isOvertaken(stored, typed, 'message') ? t('vocabulary.theirs', { text: stored.message || t('value.none') }) : undefined}>{(ids) => <input className="input" {...ids} maxLength={500} value={message} onChange={(event) => put('message', event.target.value)} />}</Field>
        {told}
        <div><button className="button primary" type="submit" disabled={busy || (enabled && exposed.length === 0)}>{t('save')}</button>{isChanged && <button className="button quiet-button" type="button" disabled={busy} onClick={() => { setRestored(false); type({}); }}>{t('entry.back')}</button>}</div>
        {stored.enabled && instance.rooms.includes('forms') && <CopyField name={t('forms.address')} text={`${location.origin}/api/forms/v1/${content.project.id}/${model.id}/submit`} />}
      </form>
  );
  return isFolded ? <details className="card padded" open={opened}><summary>{t('forms.settings')}</summary>{settings}</details> : settings;
}
