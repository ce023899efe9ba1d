import { useState, type FormEvent } from 'react';
import { patch } from '../../api/call';
import { useAct } from '../../parts/act';
import { Empty, Field, Head, Notice } from '../../parts/basic';
import { useProject } from '../../replica/project';
import { languageName, t } from '../../words/all';

type Terms = Record<string, Record<string, string>>;

/** The words that a project uses in each of its languages, kept in the repository for people and the assistant. */
export default function Vocabulary() {
  const content = useProject();
  const terms = ((content.snapshot!.vocabulary?.terms ?? content.snapshot!.vocabulary ?? {}) as Terms);
  const locales = content.snapshot!.config?.locales.supported ?? ['en'];
  const [changed, change] = useState<Terms>({});
  const [key, setKey] = useState('');
  const [filter, setFilter] = useState('');
  const { busy, act, told } = useAct();
  const may = content.may('edit_vocabulary');
  const all: Terms = { ...terms, ...changed };
  const shown = Object.keys(all).sort().filter((one) => (`${one} ${Object.values(all[one]!).join(' ')}`).toLowerCase().includes(filter.toLowerCase()));
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() && !all[key.trim()]) change({ ...changed, [key.trim()]: {} });
    setKey('');
  };
  const save = () => act(async () => {
    await patch(`${content.path}/vocabulary`, { terms: Object.fromEntries(Object.entries(changed).filter(([, texts]) => Object.values(texts).some(Boolean))) });
    await content.refresh();
    change({});
  });
  return (
    <>
      <Head title={t('vocabulary')} about={t('vocabulary.about')}>{may && <button className="button primary" type="button" disabled={busy || Object.keys(changed).length === 0} onClick={save}>{t('save')}</button>}</Head>
      {!may && <Notice>{t('list.none.mayNot')}</Notice>}
      {told}
      <div className="tools"><input className="input search" type="search" aria-label={t('vocabulary.filter')} placeholder={t('vocabulary.filter')} value={filter} onChange={(event) => setFilter(event.target.value)} /></div>
      {Object.keys(all).length === 0 ? <Empty title={t('vocabulary.none')}><p className="quiet">{t('vocabulary.none.about')}</p></Empty> : (
        <ul className="stack">
          {shown.slice(0, 200).map((term) => (
            <li key={term}><section className="card padded stack small" aria-label={term}>
              <h2 style={{ fontSize: 14, lineHeight: '20px' }}><code>{term}</code></h2>
              <div className="choices">
                {locales.map((locale) => <Field key={locale} label={languageName(locale)}>{(ids) => <input className="input" {...ids} lang={locale} dir="auto" readOnly={!may} value={all[term]?.[locale] ?? ''} onChange={(event) => change({ ...changed, [term]: { ...all[term], [locale]: event.target.value } })} />}</Field>)}
              </div>
            </section></li>
          ))}
        </ul>
      )}
      {may && <form className="tools" onSubmit={add}><input className="input search" aria-label={t('vocabulary.new')} placeholder={t('vocabulary.new')} value={key} onChange={(event) => setKey(event.target.value)} /><button className="button" type="submit" disabled={!key.trim()}>{t('entry.add')}</button></form>}
    </>
  );
}
