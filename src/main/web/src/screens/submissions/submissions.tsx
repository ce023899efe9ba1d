import { useEffect, useState } from 'react';
import { get, Intents, Refusal } from '../../api/call';
import { useQuery } from '../../api/route';
import type { FieldDefinition, Model } from '../../api/types';
import { FormOf } from '../../fields/formsettings';
import { labelOf } from '../../fields/kinds';
import { Reader } from '../../fields/reader';
import { useAct } from '../../parts/act';
import { useAnswer } from '../../parts/answer';
import { Empty, Head } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { focusStays } from '../../parts/focus';
import { Icon } from '../../parts/icon';
import { Link } from '../../parts/link';
import { Tabs } from '../../parts/tabs';
import { fieldsOf } from '../../replica/entries';
import { useProject } from '../../replica/project';
import { ago, many, t } from '../../words/all';

type Sent = { id: string; data: Record<string, unknown>; status: Status; locale: string; created_at: string; referrer: string | null; entry_id: string | null; spam_reasons: string[] };
type Status = 'pending' | 'approved' | 'rejected' | 'spam';
type Action = 'approve' | 'reject' | 'spam' | 'delete';
const PAGE = 20;

/** The forms of a project, and what visitors sent through one. */
export default function Forms({ selected }: { selected: string }) {
  const content = useProject();
  const models = content.snapshot!.models;
  const model = models.find((one) => one.id === selected);
  if (model) return <Submissions key={model.id} model={model} />;
  const forms = models.filter((one) => one.kind === 'collection');
  return (
    <>
      <Head title={t('forms')} about={t('forms.about')} />
      {forms.length === 0 ? <Empty title={t('models.none')}><p className="quiet">{t('forms.none')}</p></Empty> : (
        <ul className="card rows">
          {forms.map((one) => (
            <li key={one.id}><Link className="line" href={`${content.place}/forms/${encodeURIComponent(one.id)}`}><Icon name="inbox" /><span className="grow"><strong>{one.name}</strong></span>
              <span className={`state ${isOn(one) ? 'good' : 'plain'}`}>{isOn(one) ? t('forms.on') : t('forms.off')}</span></Link></li>
          ))}
        </ul>
      )}
    </>
  );
}

const isOn = (model: Model): boolean => (model.form as { enabled?: boolean } | undefined)?.enabled === true;

function Submissions({ model }: { model: Model }) {
  const content = useProject();
  const path = `${content.path}/forms/${encodeURIComponent(model.id)}/submissions`;
  const [status, setStatus] = useQuery('status');
  const chosen = (status || 'pending') as Status;
  const [page, setPage] = useState(1);
  const { answer: seen, load, told: read } = useAnswer(() => get<{ submissions: Sent[]; total: number }>(`${path}?status=${chosen}&page=${page}&limit=${PAGE}`), `${chosen} ${page}`);
  const [intents] = useState(() => new Intents());
  const [marked, mark] = useState<string[]>([]);
  const [deleting, setDeleting] = useState(false);
  const { busy, act, told } = useAct();
  useEffect(() => {
    mark([]);
    // Everything on the last page was decided: what is left is on the one before.
    if (seen?.submissions.length === 0 && page > 1) setPage(Math.max(1, Math.ceil(seen.total / PAGE)));
    focusStays(); // the buttons of a page go with it
  }, [seen]);
  const decide = (action: Action) => act(async () => {
    const done = await intents.once<{ results?: { success: boolean; error: string }[] }>('POST', `${path}/bulk`, { action, submissionIds: marked });
    const failed = done.results?.find((one) => !one.success);
    await load();
    if (failed) throw new Refusal(1, failed.error, '', null, 0);
    await content.refresh();
  }, t(`forms.done.${action}`));
  const may = content.may('decide_submissions');
  return (
    <>
      <Head title={model.name} about={t('forms.of')} />
      {content.may('configure_model') && <FormOf model={model} isFolded />}
      <Tabs name={t('forms.states')} panel="submissions" chosen={chosen} onChoose={(tab) => { setPage(1); setStatus(tab); }} tabs={(['pending', 'approved', 'rejected', 'spam'] as const).map((one) => [one, t(`sent.${one}`)])} />
      {told}
      <section id="submissions" role="tabpanel" className="stack" aria-label={t(`sent.${chosen}`)}>
        {read}
        {seen && (seen.submissions.length === 0 ? page === 1 && <Empty title={t('sent.none')}><p className="quiet">{isOn(model) ? t('sent.none.about') : t('sent.off')}</p></Empty> : <>
          {may && <div className="tools" role="toolbar" aria-label={t('sent.selected')}>
            <label className="switch"><input type="checkbox" checked={marked.length === seen.submissions.length} onChange={(event) => mark(event.target.checked ? seen.submissions.map((one) => one.id) : [])} />{marked.length === 0 ? t('grid.all') : many(marked.length, 'selected.one', 'selected.many')}</label>
            {(['approve', 'reject', 'spam'] as const).map((one) => <button key={one} className={`button${one === 'approve' ? ' primary' : ''}`} type="button" disabled={busy || marked.length === 0} onClick={() => decide(one)}>{t(`forms.${one}`)}</button>)}
            {content.may('delete_submissions') && <button className="button danger" type="button" disabled={busy || marked.length === 0} onClick={() => setDeleting(true)}>{t('delete')}</button>}
          </div>}
          <ul className="card rows">
            {seen.submissions.map((one) => <li key={one.id}><One sent={one} model={model} marked={marked.includes(one.id)} onMark={may ? (on) => mark(on ? [...marked, one.id] : marked.filter((id) => id !== one.id)) : undefined} /></li>)}
          </ul>
          <div className="row">
            {page > 1 && <button className="button" type="button" onClick={() => setPage(page - 1)}>{t('newer')}</button>}
            {page * PAGE < seen.total && <button className="button" type="button" onClick={() => setPage(page + 1)}>{t('older')}</button>}
          </div>
        </>)}
      </section>
      {deleting && (
        <Dialog title={t('sent.delete')} onClose={() => setDeleting(false)} foot={<>
          <button className="button" type="button" onClick={() => setDeleting(false)}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={() => { setDeleting(false); void decide('delete'); }}>{t('delete')}</button>
        </>}><p>{t('sent.delete.about')}</p></Dialog>
      )}
    </>
  );
}

function One({ sent, model, marked, onMark }: { sent: Sent; model: Model; marked: boolean; onMark?: (on: boolean) => void }) {
  const content = useProject();
  const fields: [string, FieldDefinition][] = fieldsOf(model).filter(([name]) => name in sent.data);
  return (
    <div className="line" style={{ alignItems: 'start' }}>
      {onMark && <input type="checkbox" aria-label={t('sent.select', { when: ago(sent.created_at) })} checked={marked} onChange={(event) => onMark(event.target.checked)} />}
      <div className="grow stack small">
        <dl className="sent">{fields.map(([name, field]) => <div key={name}><dt className="note">{labelOf(name, field, '')}</dt><dd><Reader field={field} value={sent.data[name]} /></dd></div>)}</dl>
        <span className="note">{ago(sent.created_at)} · {sent.locale}{sent.referrer ? ` · ${sent.referrer}` : ''}{sent.spam_reasons.length > 0 ? ` · ${sent.spam_reasons.map((one) => t(`spam.${one}` as 'spam.many_links')).join(', ')}` : ''}</span>
        {sent.entry_id && <Link href={`${content.place}/c/${encodeURIComponent(model.id)}/${encodeURIComponent(sent.entry_id)}`}>{t('sent.entry')}</Link>}
      </div>
    </div>
  );
}
