import { useEffect, useState } from 'react';
import { Intents, remove } from '../../api/call';
import { go, isAt } from '../../api/route';
import type { Finding, Model, ModelSaved } from '../../api/types';
import { Notice, Problem, Waiting } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { Said } from '../../parts/said';
import { countOf, fieldsOf } from '../../replica/entries';
import { useProject } from '../../replica/project';
import { many, t } from '../../words/all';

/** Something stored that a change of a model breaks, and how much of it there is. */
export type Broken = { type?: string; field?: string; message?: string; affectedEntries?: number };

/** How much goes with a model that gets another id, and which models point at it and follow. */
export function useFollowers(model: Model): { entries: number; pointing: string[] } {
  const snapshot = useProject().snapshot!;
  const locales = model.i18n ? (snapshot.config?.locales.supported ?? []) : [snapshot.config?.locales.default ?? 'en'];
  const entries = locales.reduce((sum, locale) => sum + countOf(snapshot, model, locale), 0);
  const pointing = snapshot.models.filter((one) => one.id !== model.id && fieldsOf(one).some(([, field]) => [field.model ?? []].flat().includes(model.id)));
  return { entries, pointing: pointing.map((one) => one.name) };
}

export function Impact({ impact, changed }: { impact: { breaking: Broken[]; errors: Finding[] } | null; changed: boolean }) {
  if (!changed) return <p className="quiet">{t('model.unchanged')}</p>;
  if (!impact) return <p className="quiet">{t('waiting')}</p>;
  if (impact.breaking.length === 0 && impact.errors.length === 0) return <Notice kind="good">{t('model.harmless')}</Notice>;
  return (
    <ul className="card rows">
      {impact.errors.map((one, at) => <li key={`e${at}`}><div className="line"><Icon name="cross" /><About field={one.field} said={one.message} /></div></li>)}
      {impact.breaking.map((one, at) => <li key={at}><div className="line"><Icon name="warn" /><About field={one.field} said={one.message ?? one.type ?? ''} /><span className="quiet number">{many(one.affectedEntries ?? 0, 'entries.one', 'entries.many')}</span></div></li>)}
    </ul>
  );
}

/** What is said of a field, which the sentence does not name. */
const About = ({ field, said }: { field: string | undefined; said: string }) => <span className="grow">{field && <><code>{field}</code> · </>}<Said of={said} /></span>;

/** Before a model goes: how many entries go with it, and which models point at it. */
export function DeleteModel({ model, onClose }: { model: Model; onClose: () => void }) {
  const content = useProject();
  const path = `${content.path}/models/${encodeURIComponent(model.id)}`;
  const [broken, set] = useState<Broken[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [intents] = useState(() => new Intents());
  const { entries, pointing } = useFollowers(model);
  const look = () => {
    setProblem(null);
    remove<ModelSaved>(`${path}?dryRun=true`).then((answer) => set(answer.breakingChanges ?? []), setProblem);
  };
  useEffect(look, []);
  const end = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const answer = await intents.once<ModelSaved>('DELETE', path, undefined);
      await content.readAnew();
      if (isAt(`${content.place}/models/${encodeURIComponent(model.id)}`)) go(content.place + (answer.merged ? '/models' : '/changes'), { replace: true });
    } catch (refused) {
      setProblem(refused);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('model.delete', { name: model.name })} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button danger" type="button" disabled={busy || !broken} onClick={end}>{t('delete')}</button>
    </>}>
      <p>{t('model.delete.about')}</p>
      {problem ? <Problem of={problem} again={broken ? undefined : look} /> : !broken && <Waiting />}
        <ul className="stack small">
          <li><strong>{many(entries, 'entries.one', 'entries.many')}</strong></li>
          {pointing.length > 0 && <li>{t('model.delete.pointing', { models: pointing.join(', ') })}</li>}
          {(broken ?? []).filter((one) => one.message).map((one, at) => <li key={at} className="row"><Icon name="warn" /><Said of={one.message!} /></li>)}
        </ul>
    </Dialog>
  );
}
