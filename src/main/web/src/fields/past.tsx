import { useEffect, useState } from 'react';
import { get } from '../api/call';
import type { Model, Snapshot } from '../api/types';
import { Problem, Waiting } from '../parts/basic';
import { entriesOf, fieldsOf, type Entry } from '../replica/entries';
import { useProject } from '../replica/project';
import { languageName, t } from '../words/all';
import { labelOf } from './kinds';
import { Reader } from './reader';

/** An entry as it stood at a commit, read field by field; nothing of it can be changed here. */
export function PastState({ model, id, locale, commit, onRead }: { model: Model; id: string; locale: string; commit: string; onRead?: (entry: Entry) => void }) {
  const content = useProject();
  const [entry, set] = useState<Entry | null | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    let gone = false;
    get<Snapshot>(`${content.path}/brain/sync?model=${encodeURIComponent(model.id)}&locale=${encodeURIComponent(locale)}&at=${commit}&atLeast=${commit}`).then((then) => {
      if (gone) return;
      const found = entriesOf(then, model, locale).find((one) => one.id === id) ?? null;
      set(found);
      if (found) onRead?.(found);
    }, (refused) => !gone && setProblem(refused));
    return () => {
      gone = true;
    };
  }, [commit, id]);
  if (problem) return <Problem of={problem} />;
  if (entry === undefined) return <Waiting />;
  if (entry === null) return <p className="quiet">{t('past.none', { locale: languageName(locale) })}</p>;
  const known = fieldsOf(model);
  const others = Object.keys(entry.data).filter((name) => !known.some(([each]) => each === name)).map((name): [string, { type: string }] => [name, { type: '' }]);
  return (
    <dl className="stack past">
      {[...known, ...others].map(([name, field]) => <div key={name}><dt className="label">{model.kind === 'dictionary' ? <code>{name}</code> : labelOf(name, field, locale)}</dt><dd><Reader field={field} value={entry.data[name]} lang={locale} /></dd></div>)}
      {entry.body && <div><dt className="label">{t('entry.body')}</dt><dd><Reader field={{ type: 'markdown' }} value={entry.body} lang={locale} /></dd></div>}
    </dl>
  );
}
