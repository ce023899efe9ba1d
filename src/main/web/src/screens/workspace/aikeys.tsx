import { useState, type FormEvent } from 'react';
import { get, post, remove } from '../../api/call';
import type { Workspace } from '../../api/types';
import { useAct } from '../../parts/act';
import { useAnswer } from '../../parts/answer';
import { Field, Head } from '../../parts/basic';
import { Icon } from '../../parts/icon';
import { ago, t } from '../../words/all';

type AiKey = { id: string; provider: 'anthropic' | 'openai'; key_hint: string; created_at: string };
const NAMES = { anthropic: 'Anthropic', openai: 'OpenAI' };

/** The person's own keys of model providers, with which the assistant then works for them. */
export function AiKeys({ workspace }: { workspace: Workspace }) {
  const path = `/api/workspaces/${workspace.id}/ai-keys`;
  const { answer: keys, load, told: read } = useAnswer(() => get<AiKey[]>(path));
  const [provider, setProvider] = useState<keyof typeof NAMES>('anthropic');
  const [key, setKey] = useState('');
  const { busy, act, told } = useAct();
  const save = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => { await post(path, { provider, apiKey: key.trim() }); setKey(''); await load(); });
  };
  return (
    <>
      <Head title={t('aikeys')} about={t('aikeys.about')} />
      {told}
      {read}
      {keys && (
        <section className="card padded stack" style={{ maxInlineSize: 680 }} aria-label={t('aikeys')}>
          {keys.length === 0 && <p className="quiet">{t('aikeys.none')}</p>}
          <ul className="rows">
            {keys.map((one) => (
              <li key={one.id}><div className="line" style={{ paddingInline: 0 }}><Icon name="key" /><span className="grow"><strong>{NAMES[one.provider]}</strong> <code className="quiet">{one.key_hint}</code><br /><span className="note">{ago(one.created_at)}</span></span>
                <button className="button square quiet-button" type="button" aria-label={t('members.remove', { name: NAMES[one.provider] })} disabled={busy} onClick={() => act(async () => { await remove(`${path}/${one.id}`); await load(); })}><Icon name="bin" /></button></div></li>
            ))}
          </ul>
          <form className="stack small" onSubmit={save}>
            <Field label={t('aikeys.provider')}>{(ids) => <select className="input" {...ids} value={provider} onChange={(event) => setProvider(event.target.value as keyof typeof NAMES)}><option value="anthropic">Anthropic</option><option value="openai">OpenAI</option></select>}</Field>
            <Field label={t('aikeys.key')} help={t('aikeys.key.about')}>{(ids) => <input className="input" {...ids} type="password" autoComplete="off" required value={key} onChange={(event) => setKey(event.target.value)} />}</Field>
            <div><button className="button primary" type="submit" disabled={busy || !key.trim()}>{t('save')}</button></div>
          </form>
        </section>
      )}
    </>
  );
}
