import { useState, type FormEvent } from 'react';
import { Intents, Refusal } from '../../api/call';
import type { Workspace } from '../../api/types';
import { Field, Problem, sentence } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { t } from '../../words/all';

/** The address that a name suggests: the service's form of it, without what only some alphabets have. */
export const slugOf = (name: string): string => name.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 60);

/** Which field a refusal is about: a taken address is a conflict, every other one names its member. */
export const faultyField = (of: unknown): 'name' | 'slug' | null => {
  if (!(of instanceof Refusal)) return null;
  if ((of.status === 409 && !of.code.startsWith('idempotency.')) || of.message.startsWith('`slug`')) return 'slug';
  return of.message.startsWith('`name`') ? 'name' : null;
};

/** Asks for what a second workspace needs, and makes it; an answer that was lost makes no third one. */
export function NewWorkspace({ onMade, onClose }: { onMade: (made: Workspace) => Promise<void>; onClose: () => void }) {
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [intents] = useState(() => new Intents());
  const slug = typed ?? slugOf(name);
  const wrong = faultyField(problem);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    setBusy(true);
    const body = { name: name.trim(), slug: slug.trim() };
    try {
      await onMade(await intents.once<Workspace>('POST', '/api/workspaces', body));
    } catch (refused) {
      setProblem(refused);
      setBusy(false);
    }
  };
  const error = (field: 'name' | 'slug') => (wrong !== field ? undefined : (problem as Refusal).status === 409 ? t('workspace.taken') : sentence(problem));
  return (
    <Dialog title={t('workspace.new')} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button primary" type="submit" form="new-workspace" disabled={busy || !name.trim() || !slug.trim()}>{t('workspace.create')}</button>
    </>}>
      <form id="new-workspace" className="stack" onSubmit={make}>
        <p className="quiet">{t('workspace.new.about')}</p>
        <Field label={t('name')} error={error('name')}>{(ids) => <input className="input" {...ids} autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />}</Field>
        <Field label={t('workspace.slug')} help={t('workspace.slug.about', { address: `${location.origin}/w/${slug}` })} error={error('slug')}>{(ids) => <input className="input" {...ids} autoComplete="off" maxLength={60} value={slug} onChange={(event) => setTyped(event.target.value)} />}</Field>
        {problem && !wrong ? <Problem of={problem} /> : null}
      </form>
    </Dialog>
  );
}
