import type { Model } from '../../api/types';
import { useEffect, useState, type FormEvent } from 'react';
import { go } from '../../api/route';
import { Empty, Field, Head, Waiting } from '../../parts/basic';
import { Icon } from '../../parts/icon';
import { Link } from '../../parts/link';
import { countOf, localeOf } from '../../replica/entries';
import { useKept } from '../../replica/keeping';
import { useProject } from '../../replica/project';
import { many, t } from '../../words/all';
import ModelEditor, { keptModel } from './model';

const KINDS = ['collection', 'document', 'singleton', 'dictionary'] as const;

/** The models of a project: what there is, and a new one. */
export default function Models({ selected }: { selected: string }) {
  const content = useProject();
  const snapshot = content.snapshot!;
  const [draft, setDraft] = useState<Model | null>(null);
  useEffect(() => {
    if (selected !== 'new') setDraft(null);
  }, [selected]);
  const may = content.may('save_model');
  const known = snapshot.models.find((one) => one.id === selected);
  const kept = useKept(content.person, content.project.id, `models/${selected}`);
  const begun = selected === 'new' ? (draft ?? (kept && !kept.isElsewhere ? keptModel(kept) : null)) : null;
  if ((known || selected === 'new') && kept === undefined) return <Waiting />;
  if (known) return <ModelEditor key={selected} model={known} isNew={false} kept={kept ?? null} />;
  if (begun) return <ModelEditor key="new" model={begun} isNew kept={draft ? null : (kept ?? null)} />;
  if (selected === 'new' && may) return <NewModel onMade={setDraft} />;
  return (
    <>
      <Head title={t('models')} about={t('models.about')}>{may && <Link className="button primary" href={`${content.place}/models/new`}><Icon name="plus" />{t('newModel')}</Link>}</Head>
      {snapshot.models.length === 0 ? <Empty title={t('models.none')}><p className="quiet">{t('models.none.about')}</p></Empty> : (
        <ul className="card rows">
          {[...snapshot.models].sort((a, b) => a.name.localeCompare(b.name)).map((model) => (
            <li key={model.id}>
              <Link className="line told" href={`${content.place}/models/${encodeURIComponent(model.id)}`}>
                <Icon name="shape" />
                <span className="grow"><strong>{model.name}</strong> <code className="quiet">{model.id}</code><br /><span className="note">{model.description}</span></span>
                <span className="note">{t(`kind.${model.kind}`)}{model.kind === 'dictionary' ? '' : ` · ${many(Object.keys(model.fields ?? {}).length, 'fields.one', 'fields.many')}`}
                  {model.kind === 'collection' || model.kind === 'document' ? ` · ${many(countOf(snapshot, model, localeOf(snapshot, model, '')), 'entries.one', 'entries.many')}` : ''}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function NewModel({ onMade }: { onMade: (model: Model) => void }) {
  const content = useProject();
  const snapshot = content.snapshot!;
  const [name, setName] = useState('');
  const [id, setId] = useState<string | null>(null);
  const [kind, setKind] = useState<(typeof KINDS)[number]>('collection');
  const [i18n, setI18n] = useState((snapshot.config?.locales.supported.length ?? 1) > 1);
  const domains = snapshot.config?.domains ?? [];
  const [domain, setDomain] = useState(domains[0] ?? 'site');
  const shown = id ?? name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^[-0-9]+|-$/g, '').slice(0, 60);
  const taken = snapshot.models.some((one) => one.id === shown);
  const make = (event: FormEvent) => {
    event.preventDefault();
    onMade({ id: shown, name: name.trim(), kind, domain, i18n, ...(kind === 'dictionary' ? {} : { fields: { title: { type: 'string', required: true } } }) });
  };
  return (
    <form className="stack" style={{ maxInlineSize: 680 }} onSubmit={make}>
      <Head title={t('newModel')} />
      <Field label={t('name')}>{(ids) => <input className="input" {...ids} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />}</Field>
      <Field label={t('model.id')} help={t('model.id.about')} error={taken ? t('model.taken') : undefined}>{(ids) => <input className="input" {...ids} value={shown} onChange={(event) => setId(event.target.value)} />}</Field>
      <fieldset className="choices">
        <legend className="hidden">{t('model.kind')}</legend>
        {KINDS.map((one) => (
          <label className="choice" key={one}>
            <input type="radio" name="kind" checked={kind === one} aria-label={t(`kind.${one}`)} onChange={() => setKind(one)} />
            <span><strong>{t(`kind.${one}`)}</strong><br /><span className="quiet">{t(`kind.${one}.about`)}</span></span>
          </label>
        ))}
      </fieldset>
      <label className="switch"><input type="checkbox" checked={i18n} onChange={(event) => setI18n(event.target.checked)} />{t('model.i18n')}</label>
      {domains.length > 1 && <Field label={t('model.domain')}>{(ids) => <select className="input" {...ids} value={domain} onChange={(event) => setDomain(event.target.value)}>{domains.map((one) => <option key={one}>{one}</option>)}</select>}</Field>}
      <div className="row">
        <button className="button primary" type="submit" disabled={!name.trim() || !shown || taken}>{t('model.goOn')}</button>
        <button className="button" type="button" onClick={() => go(`${content.place}/models`)}>{t('cancel')}</button>
      </div>
    </form>
  );
}
