import { useEffect, useState } from 'react';
import { get } from '../../api/call';
import type { Model } from '../../api/types';
import { Notice } from '../../parts/basic';
import { Link } from '../../parts/link';
import { pagesOfDetails } from '../../replica/changes';
import { isThere, titleOf, type Entry } from '../../replica/entries';
import { useProject, type ProjectContent } from '../../replica/project';
import { many, t } from '../../words/all';

const SHOWN = 5;

/** Entries that changes of this person would add to a list: they are in no row of it before somebody accepts them. */
export async function newIn(content: ProjectContent, model: Model, locale: string): Promise<Entry[]> {
  const found = new Map<string, Entry>();
  for await (const page of pagesOfDetails(content, { model: model.id, locale })) {
    for (const one of page) {
      if (one.author?.id !== content.person) continue;
      const names = one.entries.filter((each) => each.model === model.id && (each.locale ?? locale) === locale).map((each) => each.entry);
      const ids = names.filter((id): id is string => id !== null && !found.has(id) && !isThere(content.snapshot!, model, locale, id));
      if (ids.length === 0) continue;
      const asked = new URLSearchParams({ locale, at: one.sha, ids: ids.join() });
      const { entries } = await get<{ entries: Entry[] }>(`${content.path}/content/${encodeURIComponent(model.id)}?${asked}`);
      for (const entry of entries) found.set(entry.id, entry);
    }
  }
  return [...found.values()];
}

export default function Waits({ model, locale }: { model: Model; locale: string }) {
  const content = useProject();
  const [found, set] = useState<Entry[]>([]);
  const tips = content.branches.map((one) => one.name + one.sha).join();
  useEffect(() => {
    let gone = false;
    newIn(content, model, locale).then((all) => gone || set(all), () => gone || set([])); // they stand under Changes, too
    return () => {
      gone = true;
    };
  }, [tips, content.commit, model.id, locale]);
  if (found.length === 0) return null;
  return (
    <Notice>
      <span>{many(found.length, 'list.newWait.one', 'list.newWait.many')}</span>
      <ul className="row">
        {found.slice(0, SHOWN).map((entry) => <li key={entry.id}><Link href={`${content.place}/c/${encodeURIComponent(model.id)}/${encodeURIComponent(entry.id)}?locale=${locale}`}>{titleOf(model, entry)}</Link></li>)}
        {found.length > SHOWN && <li><Link href={`${content.place}/changes`}>{t('changes.all')}</Link></li>}
      </ul>
    </Notice>
  );
}
