import { Notice } from '../../parts/basic';
import { Link } from '../../parts/link';
import { nameOfBranch, type Details } from '../../replica/changes';
import { useProject } from '../../replica/project';
import { t, who } from '../../words/all';
import type { useForm } from './form';

export function ChangeLink({ name }: { name: string }) {
  const content = useProject();
  return <Link className="button" href={`${content.place}/changes/${encodeURIComponent(name)}`}>{nameOfBranch(content.snapshot!, name)}</Link>;
}

/** Whose change it is that an entry waits in, too. */
export const saysWhose = (one: Details, person: string): string => (one.author?.id === person ? t('entry.waitsToo.own') : t('entry.waitsToo', { who: who(one.author?.email) || t('entry.somebody') }));

/** Where the entry of a form waits: in the change that the form saves into, and in others, which nobody would think of otherwise. */
export function InChanges({ form }: { form: ReturnType<typeof useForm> }) {
  const content = useProject();
  const { branch, isOver, waiting } = form;
  const elsewhere = [waiting.found?.mine, ...(waiting.found?.others ?? [])].filter((one): one is Details => Boolean(one) && one!.name !== branch && content.branches.some((each) => each.name === one!.name));
  return <>
    {branch && !isOver && form.touched.length === 0 && <Notice><span>{t('entry.inChange')}</span><span><ChangeLink name={branch} /></span></Notice>}
    {branch && content.discarded.has(branch) && <Notice kind="warn"><span>{t('entry.discarded')}</span>{content.discarded.get(branch) && <q dir="auto">{content.discarded.get(branch)}</q>}</Notice>}
    {elsewhere.map((one) => <Notice key={one.name}><span>{saysWhose(one, content.person)}</span><span><ChangeLink name={one.name} /></span></Notice>)}
    {waiting.lost && <Notice kind="warn"><span>{t('entry.waitsToo.lost')}</span><span><button className="button" type="button" onClick={waiting.again}>{t('again')}</button></span></Notice>}
  </>;
}
