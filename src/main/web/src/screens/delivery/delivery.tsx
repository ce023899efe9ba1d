import { useState, type FormEvent } from 'react';
import { get, Intents, patch, Refusal, remove } from '../../api/call';
import { stream } from '../../api/stream';
import { useAct } from '../../parts/act';
import { useAnswer } from '../../parts/answer';
import { Empty, Field, Head } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { useSecrets } from '../../parts/once';
import { useProject } from '../../replica/project';
import { ago, bytes, moment, t } from '../../words/all';
import { TryIt } from './tryit';

type Key = { id: string; name: string; key_prefix: string; scopes: string[]; last_used_at: string | null; created_at: string };
const SCOPES = ['delivery', 'media:read', 'media:write'] as const;

/** What programs read: whether it is delivered, what was built, the keys it is read with, and a place to try. */
export default function Delivery() {
  const content = useProject();
  const { answer: settings, load, told: read } = useAnswer(() => get<{ cdn_enabled: boolean }>(`${content.path}/cdn/settings`));
  const [minted, setMinted] = useState('');
  const { act, told } = useAct();
  const may = content.may('configure_delivery');
  return (
    <>
      <Head title={t('delivery')} about={t('delivery.about')} />
      {read}
      {settings && <>
        {told}
        <section className="card padded stack small" aria-label={t('delivery.state')}>
          <label className="switch"><input type="checkbox" role="switch" disabled={!may} aria-checked={settings.cdn_enabled} checked={settings.cdn_enabled} onChange={(event) => act(() => patch(`${content.path}/cdn/settings`, { cdn_enabled: event.target.checked }).then(load))} />{t('delivery.on')}</label>
          <p className="quiet">{settings.cdn_enabled ? t('delivery.on.about') : t('delivery.off.about')}</p>
          {!may && <p className="note">{t('delivery.mayNot')}</p>}
        </section>
        {content.may('manage_delivery_keys') && <Keys onMinted={setMinted} />}
        {settings.cdn_enabled && <TryIt minted={minted} />}
        {settings.cdn_enabled && <Builds />}
      </>}
    </>
  );
}

function Keys({ onMinted }: { onMinted: (key: string) => void }) {
  const content = useProject();
  const { answer: keys, load, told: read } = useAnswer(() => get<Key[]>(`${content.path}/cdn/keys`));
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['delivery']);
  const secrets = useSecrets(t('keys.new'), t('keys.once'));
  const [intents] = useState(() => new Intents());
  const [ending, setEnding] = useState<Key | null>(null);
  const { busy, act, told } = useAct();
  const mint = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      const made = await intents.made<{ key: string; name: string; id: string }>(`${content.path}/cdn/keys`, { name: name.trim(), scopes });
      secrets.show({ id: made.id, name: made.name, text: made.key, more: [['.env', `CMS_KEY=${made.key}`]] });
      onMinted(made.key);
      setName('');
      await load();
    }, t('keys.made'));
  };
  return (
    <section className="card padded stack" aria-label={t('keys')}>
      <h2>{t('keys')}</h2>
      {told}
      {secrets.shown}
      {read}
      {keys && (keys.length === 0 ? <p className="quiet">{t('keys.none')}</p> : (
        <ul className="rows">
          {keys.map((key) => (
            <li key={key.id}><div className="line" style={{ paddingInline: 0 }}>
              <Icon name="key" />
              <span className="grow"><strong>{key.name}</strong> <code className="quiet">{key.key_prefix}…</code><br /><span className="note">{key.scopes.map((one) => t(`scope.${one}` as 'scope.delivery')).join(', ')} · {key.last_used_at ? t('keys.used', { when: ago(key.last_used_at) }) : t('keys.unused')}</span></span>
              <button className="button" type="button" aria-label={t('keys.revokeOf', { name: key.name })} onClick={() => setEnding(key)}>{t('keys.revoke')}</button>
            </div></li>
          ))}
        </ul>
      ))}
      <form className="stack small" onSubmit={mint}>
        <Field label={t('keys.name')}>{(ids) => <input className="input" {...ids} maxLength={100} required value={name} onChange={(event) => setName(event.target.value)} />}</Field>
        <fieldset><legend className="hidden">{t('keys.scopes')}</legend><div className="row">
          {SCOPES.map((one) => <label className="switch" key={one}><input type="checkbox" checked={scopes.includes(one)} onChange={(event) => setScopes(event.target.checked ? [...scopes, one] : scopes.filter((each) => each !== one))} />{t(`scope.${one}`)}</label>)}
        </div></fieldset>
        <div><button className="button" type="submit" disabled={busy || !name.trim() || scopes.length === 0}><Icon name="plus" />{t('keys.new')}</button></div>
      </form>
      {ending && (
        <Dialog title={t('keys.revokeOf', { name: ending.name })} onClose={() => setEnding(null)} foot={<>
          <button className="button" type="button" onClick={() => setEnding(null)}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={() => { setEnding(null); void act(async () => { await remove(`${content.path}/cdn/keys/${ending.id}`); secrets.end(ending.id); await load(); }, t('keys.revoked', { name: ending.name })); }}>{t('keys.revoke')}</button>
        </>}><p>{t('keys.revoke.about')}</p></Dialog>
      )}
    </section>
  );
}

type Built = { id: string; status: string; error_message: string | null; changed_models: string[]; started_at: string; commit_sha: string | null; total_size_bytes: number; build_duration_ms: number };

function Builds() {
  const content = useProject();
  const { answer: builds, load, told: read } = useAnswer(() => get<Built[]>(`${content.path}/cdn/builds`), '', `${content.commit} ${content.builds}`);
  const [progress, setProgress] = useState('');
  const { busy, act, told } = useAct();
  const build = () => act(async () => {
    for await (const { data } of stream('POST', `${content.path}/cdn/builds/trigger`)) {
      if (data.phase === 'error') throw new Refusal(1, data.message, '', null, 0);
      setProgress(data.total ? `${data.message} (${data.current ?? 0} / ${data.total})` : data.message);
    }
    setProgress('');
    await load();
  }, t('builds.done'));
  return (
    <section className="stack" aria-label={t('builds')}>
      <div className="row spread"><h2>{t('builds')}</h2>{content.may('trigger_build') && <button className="button" type="button" disabled={busy} onClick={build}>{t('builds.now')}</button>}</div>
      {told}
      {busy && progress && <p className="quiet" lang="en">{progress}</p>}
      {read}
      {builds && (builds.length === 0 ? <Empty title={t('builds.none')} /> : (
        <ul className="card rows">
          {builds.slice(0, 10).map((one) => (
            <li key={one.id}><div className="line">
              <span className={`state ${{ completed: 'good', failed: 'bad' }[one.status as string] ?? 'warn'}`}><Icon name={one.status === 'completed' ? 'check' : one.status === 'failed' ? 'cross' : 'wait'} />{t(`build.${one.status}` as 'build.completed')}</span>
              <span className="grow">{one.error_message ? <span lang="en">{one.error_message}</span> : one.changed_models.slice(0, 6).join(', ')}<br /><span className="note" title={moment(one.started_at)}>{ago(one.started_at)}{one.commit_sha && <> · <code>{one.commit_sha.slice(0, 8)}</code></>}</span></span>
              <span className="note number">{bytes(one.total_size_bytes)} · {one.build_duration_ms} ms</span>
            </div></li>
          ))}
        </ul>
      ))}
    </section>
  );
}
