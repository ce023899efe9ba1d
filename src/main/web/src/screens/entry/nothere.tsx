import type { Model } from '../../api/types';
import { Empty, Head, Notice, Waiting } from '../../parts/basic';
import { Link } from '../../parts/link';
import { draftKey, draftLocale, entryOfNew, find, rowOf, type Found } from '../../replica/drafts';
import { entriesOf } from '../../replica/entries';
import { useProject } from '../../replica/project';
import { languageName, t } from '../../words/all';
import { ChangeLink, saysWhose } from './notices';
import { valuesIn } from './subject';
import { useWaiting } from './waiting';
import { defaults } from './values';

/**
 * An entry that is not live here: it may wait in a change of this person, and is written on there then; else it is said which languages
 * have it, and whose change it waits in.
 */
export function NotHere({ model, locale, id, onFound }: { model: Model; locale: string; id: string; onFound: (found: Found) => void }) {
  const content = useProject();
  const snapshot = content.snapshot!;
  const { found, lost, again, isRead } = useWaiting(content, model, locale, id, async (mine, isOld) => {
    const values = mine && content.may('save_content') ? await valuesIn(content, model, locale, id, true, mine.sha) : undefined;
    if (!mine || !values || isOld()) return;
    const key = draftKey(content.person, content.project.id, model.id, draftLocale(model, locale), entryOfNew(id));
    const kept = await find(key).catch(() => undefined);
    if (kept) return onFound(kept); // what was typed on top of it; the form takes what the change holds now by itself
    onFound({ isElsewhere: false, draft: { key: rowOf(key), person: content.person, project: content.project.id, model: model.id,
      locale: draftLocale(model, locale), entry: entryOfNew(id), title: '', at: '', values, before: values,
      base: mine.sha, branch: mine.name, opened: defaults(model), stored: true, saved: true, tried: model.kind === 'document' ? id : null } });
  });
  if (!isRead) return <Waiting />;
  const elsewhere = (snapshot.config?.locales.supported ?? []).filter((one) => model.i18n && entriesOf(snapshot, model, one).some((entry) => entry.id === id));
  const changes = [found?.mine, ...(found?.others ?? [])].filter((one) => one != null);
  return <>
    <Head title={model.name} />
    <Empty title={t('entry.notHere', { locale: languageName(locale) })}>{elsewhere.map((one) => <Link key={one} className="button" href={`${location.pathname}?locale=${one}`}>{languageName(one)}</Link>)}</Empty>
    {changes.map((one) => <Notice key={one.name}><span>{saysWhose(one, content.person)}</span><span><ChangeLink name={one.name} /></span></Notice>)}
    {lost && <Notice kind="warn"><span>{t('entry.waitsToo.lost')}</span><span><button className="button" type="button" onClick={again}>{t('again')}</button></span></Notice>}
  </>;
}
