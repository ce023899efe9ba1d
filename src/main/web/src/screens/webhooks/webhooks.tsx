import { useRef, useState, type FormEvent } from 'react';
import { get, Intents, patch, post, Refusal, remove } from '../../api/call';
import { useAct } from '../../parts/act';
import { useAnswer } from '../../parts/answer';
import { Empty, Field, Head, Notice } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { focusStays } from '../../parts/focus';
import { Icon } from '../../parts/icon';
import { useSecrets } from '../../parts/once';
import { useProject } from '../../replica/project';
import { ago, t } from '../../words/all';

type Webhook = { id: string; name: string; url: string; events: string[]; active: boolean; disabled_reason: string | null; failing_since: string | null };
type Made = { id: string; name: string; secret: string };
type Sent = { id: string; event: string; status: string; response_status: number | null; duration_ms: number | null; error: string | null; created_at: string };
const EVENTS = ['content.saved', 'content.deleted', 'model.saved', 'branch.merged', 'branch.rejected', 'cdn.build_complete', 'media.uploaded', 'form.submitted'];

/** Programs elsewhere that are told what happens here: added, tried, switched off, and what they answered. */
export default function Webhooks() {
  const content = useProject();
  const path = `${content.path}/webhooks`;
  const { answer: hooks, load, told } = useAnswer(() => get<Webhook[]>(path));
  const secrets = useSecrets(t('webhooks.secret'), t('webhooks.once'));
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Head title={t('webhooks')} about={t('webhooks.about')}><button className="button primary" type="button" aria-expanded={adding} onClick={() => setAdding(!adding)}><Icon name="plus" />{t('webhooks.new')}</button></Head>
      {told}
      {secrets.shown}
      {adding && <NewWebhook path={path} onMade={(made) => { setAdding(false); secrets.show({ id: made.id, name: made.name, text: made.secret }); void load(); }} />}
      {hooks && (hooks.length === 0 && !adding ? <Empty title={t('webhooks.none')}><p className="quiet">{t('webhooks.none.about')}</p></Empty> : (
        <ul className="stack">{hooks.map((hook) => <li key={hook.id}><One hook={hook} at={`${path}/${hook.id}`} onChange={load} onSecret={(text) => secrets.show({ id: hook.id, name: hook.name, text })} onEnd={() => secrets.end(hook.id)} /></li>)}</ul>
      ))}
    </>
  );
}

function NewWebhook({ path, onMade }: { path: string; onMade: (made: Made) => void }) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>(['content.saved', 'content.deleted', 'branch.merged']);
  const { busy, act, told } = useAct();
  const [intents] = useState(() => new Intents());
  const make = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => onMade(await intents.made<Made>(path, { name: name.trim(), url: url.trim(), events })), '');
  };
  return (
    <form className="card padded stack" aria-label={t('webhooks.new')} onSubmit={make}>
      <Field label={t('name')}>{(ids) => <input className="input" {...ids} required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />}</Field>
      <Field label={t('webhooks.url')} help={t('webhooks.url.about')}>{(ids) => <input className="input" {...ids} type="url" required value={url} onChange={(event) => setUrl(event.target.value)} />}</Field>
      <fieldset className="stack small"><legend>{t('webhooks.events')}</legend>
        <div className="choices">{EVENTS.map((one) => <label className="switch" key={one}><input type="checkbox" checked={events.includes(one)}
          onChange={(event) => setEvents(event.target.checked ? [...events, one] : events.filter((each) => each !== one))} /><span>{t(`event.${one}` as 'event.content.saved')} <code className="note">{one}</code></span></label>)}</div>
      </fieldset>
      {told}
      <div><button className="button primary" type="submit" disabled={busy || !name.trim() || !url.trim() || events.length === 0}>{t('save')}</button></div>
    </form>
  );
}

function One({ hook, at, onChange, onSecret, onEnd }: { hook: Webhook; at: string; onChange: () => Promise<void>; onSecret: (secret: string) => void; onEnd: () => void }) {
  const [sent, setSent] = useState<Sent[] | null>(null);
  const [ending, setEnding] = useState(false);
  const [forcing, setForcing] = useState(false);
  const { busy, act, told } = useAct();
  const read = async () => setSent((await get<{ deliveries: Sent[] }>(`${at}/deliveries?limit=20`)).deliveries);
  const test = () => act(async () => {
    const answer = await post<{ success: boolean; statusCode: number | null }>(`${at}/test`);
    // Its status is that of another host: 401 there does not mean that nobody is signed in here.
    if (!answer.success) throw new Refusal(1, t('webhooks.testFailed', { status: answer.statusCode ?? '—' }), '', { isSaid: true }, 0);
  }, t('webhooks.tested'));
  const rotation = useRef<HTMLButtonElement>(null);
  /** The secret before signs as well for a while; one that does already is not ended without a question. */
  const rotate = () => {
    let done = t('webhooks.rotated');
    return act(async () => {
      try {
        onSecret((await post<Made>(`${at}/rotate-secret`)).secret);
      } catch (refused) {
        if (!(refused instanceof Refusal && refused.status === 409)) throw refused;
        done = '';
        setForcing(true);
      }
    }, () => done);
  };
  const leave = () => {
    setForcing(false);
    focusStays(rotation.current);
  };
  const force = () => {
    setForcing(false);
    void act(async () => onSecret((await post<Made>(`${at}/rotate-secret`, { force: true })).secret), t('webhooks.forced'));
  };
  return (
    <article className="card padded stack" aria-label={hook.name}>
      <div className="row spread">
        <div style={{ minInlineSize: 0 }}><h2>{hook.name}</h2><code className="quiet">{hook.url}</code></div>
        <label className="switch"><input type="checkbox" role="switch" aria-label={t('webhooks.activeOf', { name: hook.name })} aria-checked={hook.active} checked={hook.active}
          disabled={busy} onChange={(event) => act(async () => { await patch(at, { active: event.target.checked }); await onChange(); })} />{hook.active ? t('webhooks.active') : t('webhooks.inactive')}</label>
      </div>
      <ul className="chips">{hook.events.map((one) => <li className="chip" key={one} style={{ paddingInlineEnd: 8 }}>{t(`event.${one}` as 'event.content.saved')}</li>)}</ul>
      {hook.failing_since && <Notice kind="warn">{t('webhooks.failing', { when: ago(hook.failing_since) })}</Notice>}
      {told}
      <div className="row">
        <button className="button" type="button" disabled={busy || !hook.active} onClick={test}>{t('webhooks.test')}</button>
        <button className="button" type="button" aria-expanded={sent !== null} onClick={() => sent ? setSent(null) : act(read, '')}>{t('webhooks.deliveries')}</button>
        <button className="button" type="button" ref={rotation} disabled={busy} onClick={rotate}>{t('webhooks.rotate')}</button>
        <button className="button square quiet-button" type="button" aria-label={t('members.remove', { name: hook.name })} onClick={() => setEnding(true)}><Icon name="bin" /></button>
      </div>
      {sent && (sent.length === 0 ? <p className="quiet">{t('webhooks.noDeliveries')}</p> : (
        <ul className="rows">
          {sent.map((one) => (
            <li key={one.id}><div className="line" style={{ paddingInline: 0 }}>
              <span className={`state ${{ delivered: 'good', failed: 'bad' }[one.status] ?? 'warn'}`}><Icon name={one.status === 'delivered' ? 'check' : one.status === 'failed' ? 'cross' : 'wait'} />{t(`delivery.${one.status}` as 'delivery.failed')}</span>
              <span className="grow">{t(`event.${one.event}` as 'event.content.saved')}<br /><span className="note">{ago(one.created_at)} · {one.response_status ?? <span lang="en">{one.error}</span>}{one.duration_ms === null ? '' : ` · ${one.duration_ms} ms`}</span></span>
              <button className="button" type="button" disabled={busy} onClick={() => act(async () => { await post(`${at}/deliveries/${one.id}/redeliver`); await read(); }, t('webhooks.queued'))}>{t('webhooks.redeliver')}</button>
            </div></li>
          ))}
        </ul>
      ))}
      {ending && (
        <Dialog title={t('members.remove', { name: hook.name })} onClose={() => setEnding(false)} foot={<>
          <button className="button" type="button" onClick={() => setEnding(false)}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={() => { setEnding(false); void act(async () => { await remove(at); onEnd(); await onChange(); }); }}>{t('remove')}</button>
        </>}><p>{t('webhooks.remove.about')}</p></Dialog>
      )}
      {forcing && (
        <Dialog title={t('webhooks.force')} about={t('webhooks.force.about')} onClose={leave} foot={<>
          <button className="button" type="button" onClick={leave}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={force}>{t('webhooks.force.do')}</button>
        </>} />
      )}
    </article>
  );
}
