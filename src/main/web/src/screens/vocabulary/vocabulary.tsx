import { useEffect, useState, type FormEvent } from 'react';
import { patch, Refusal } from '../../api/call';
import { useAct } from '../../parts/act';
import { useSome } from '../../fields/some';
import { Empty, Field, Head, Notice, Waiting } from '../../parts/basic';
import type { Found } from '../../replica/drafts';
import { useKept, useKeepingOf } from '../../replica/keeping';
import { useProject } from '../../replica/project';
import { languageName, t } from '../../words/all';

type Terms = Record<string, Record<string, string>>;
/** What was typed, by term and language, beside what stood there before the first key. */
type Typed = Record<string, Record<string, { was: string; text: string }>>;

const PLACE = 'vocabulary';

/** The words that a project uses in each of its languages, kept in the repository for people and the assistant. */
export default function Vocabulary() {
  const content = useProject();
  const kept = useKept(content.person, content.project.id, PLACE);
  return kept === undefined ? <Waiting /> : <Editor kept={kept} />;
}

function Editor({ kept }: { kept: Found | null }) {
  const content = useProject();
  const live = () => ((content.snapshot!.vocabulary?.terms ?? content.snapshot!.vocabulary ?? {}) as Terms);
  const terms = live();
  const locales = content.snapshot!.config?.locales.supported ?? ['en'];
  const [typed, type] = useState<Typed>((kept?.draft.values.typed ?? {}) as Typed);
  const [key, setKey] = useState('');
  const [filter, setFilter] = useState('');
  const { busy, act, told } = useAct();
  const may = content.may('edit_vocabulary');
  useKeepingOf(content.person, content.project.id, PLACE, t('vocabulary'), kept, Object.keys(typed).length > 0 ? { typed } : null);
  const textOf = (term: string, locale: string): string => typed[term]?.[locale]?.text ?? terms[term]?.[locale] ?? '';
  const all = [...new Set([...Object.keys(terms), ...Object.keys(typed)])].sort();
  const shown = all.filter((one) => (`${one} ${locales.map((locale) => textOf(one, locale)).join(' ')}`).toLowerCase().includes(filter.toLowerCase()));
  const [some, more] = useSome(shown);
  /** What somebody else has written meanwhile into a text that was typed here. */
  const overtaken = (term: string, locale: string, now: Terms): string | undefined => {
    const mine = typed[term]?.[locale];
    const theirs = now[term]?.[locale] ?? '';
    return mine && theirs !== mine.was && theirs !== mine.text ? theirs : undefined;
  };
  const put = (term: string, locale: string, text: string) => type((before) => {
    const was = before[term]?.[locale]?.was ?? terms[term]?.[locale] ?? '';
    const { [locale]: _gone, ...others } = before[term] ?? {};
    const texts = text === was ? others : { ...others, [locale]: { was, text } };
    const { [term]: _term, ...rest } = before;
    return Object.keys(texts).length > 0 || !(term in terms) ? { ...before, [term]: texts } : rest; // a term that is not stored yet stays
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!all.includes(key.trim())) type({ ...typed, [key.trim()]: {} });
    setFilter('');
    setWanted(key.trim());
    setKey('');
  };
  /** A term that was added, or is there already, is gone on with at once; one that stands further down than what is drawn is looked for. */
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    if (!wanted) return;
    const text = document.getElementById(`term-${wanted}`)?.querySelector('input');
    if (!text) return setFilter(wanted);
    text.focus();
    setWanted('');
  }, [wanted, filter]);
  const pairs = Object.entries(typed).flatMap(([term, texts]) => Object.entries(texts).map(([locale, one]) => ({ term, locale, ...one }))).filter((one) => one.text !== one.was);
  const save = () => act(async () => {
    await content.readAnew();
    const seen = (one: (typeof pairs)[number]) => overtaken(one.term, one.locale, terms);
    if (pairs.some((one) => overtaken(one.term, one.locale, live()) !== seen(one))) throw new Refusal(409, '', '', null, 0); // it is shown now, and replaced when one saves again
    const sent: Terms = {};
    for (const { term, locale, text } of pairs) sent[term] = { ...sent[term], [locale]: text };
    await patch(`${content.path}/vocabulary`, { terms: Object.fromEntries(Object.entries(sent).map(([term, texts]) => [term, Object.fromEntries(Object.entries(texts).map(([locale, text]) => [locale, text === '' ? null : text]))])) });
    await content.readAnew();
    // What was typed meanwhile stays, and so does a term that has no text yet.
    type((now) => Object.fromEntries(Object.entries(now).flatMap(([term, texts]) => {
      const left = Object.entries(texts).filter(([locale, one]) => one.text !== (sent[term]?.[locale] ?? one.was)).map(([locale, one]) => [locale, { ...one, was: sent[term]?.[locale] ?? one.was }]);
      return left.length > 0 || (Object.keys(texts).length === 0 && !sent[term]) ? [[term, Object.fromEntries(left)]] : [];
    })));
  });
  return (
    <>
      <Head title={t('vocabulary')} about={t('vocabulary.about')}>{may && <>{Object.keys(typed).length > 0 && <button className="button quiet-button" type="button" onClick={() => type({})}>{t('entry.back')}</button>}<button className="button primary" type="button" disabled={busy || pairs.length === 0} onClick={save}>{t('save')}</button></>}</Head>
      {!may && <Notice>{t('list.none.mayNot')}</Notice>}
      {told}
      <div className="tools"><input className="input search" type="search" aria-label={t('vocabulary.filter')} placeholder={t('vocabulary.filter')} value={filter} onChange={(event) => setFilter(event.target.value)} /></div>
      {all.length === 0 ? <Empty title={t('vocabulary.none')}><p className="quiet">{t('vocabulary.none.about')}</p></Empty> : (
        <ul className="stack">
          {some.map((term) => (
            <li key={term}><section className="card padded stack small" id={`term-${term}`} aria-label={term}>
              <h2 style={{ fontSize: 14, lineHeight: '20px' }}><code>{term}</code></h2>
              <div className="choices">
                {locales.map((locale) => {
                  const theirs = overtaken(term, locale, terms);
                  return <Field key={locale} label={languageName(locale)} error={theirs === undefined ? undefined : t('vocabulary.theirs', { text: theirs })}>{(ids) => <input className="input" {...ids} lang={locale} dir="auto" readOnly={!may} value={textOf(term, locale)} onChange={(event) => put(term, locale, event.target.value)} />}</Field>;
                })}
              </div>
            </section></li>
          ))}
        </ul>
      )}
      {more}
      {may && <form className="tools" onSubmit={add}><input className="input search" aria-label={t('vocabulary.new')} placeholder={t('vocabulary.new')} value={key} onChange={(event) => setKey(event.target.value)} /><button className="button" type="submit" disabled={!key.trim()}>{t('entry.add')}</button></form>}
    </>
  );
}
