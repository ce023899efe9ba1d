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
/** So many changes are looked into, the newest. */
const LOOKED_MAX = 20;
/** So many ids stand in one address: proxies pass on 8 KB, and a slug may have 200 characters. */
const IDS_MAX = 30;

/** New entries that wait, and whether they are all there are. */
export type NewEntries = { entries: Entry[]; isWhole: boolean };

/** Entries that changes of this person would add to a list: they are in no row of it before somebody accepts them. */
export async function newIn(content: ProjectContent, model: Model, locale: string, signal: AbortSignal): Promise<NewEntries> {
  const found = new Map<string, Entry>();
  let isCut = false;
  let isLastRead = true;
  let looked = 0;
  for await (const { changes, isLast } of pagesOfDetails(content, { model: model.id, locale }, signal)) {
    isLastRead = isLast;
    for (const one of changes) {
      if (one.author?.id !== content.person || !one.matches) continue;
      isCut ||= one.matches.count > one.matches.entries.length;
      const ids = one.matches.entries.filter((id) => !found.has(id) && !isThere(content.snapshot!, model, locale, id));
      if (ids.length === 0) continue;
      if (looked++ === LOOKED_MAX) return { entries: [...found.values()], isWhole: false };
      for (let from = 0; from < ids.length; from += IDS_MAX) {
        const asked = new URLSearchParams({ locale, at: one.sha, ids: ids.slice(from, from + IDS_MAX).join(), limit: '100' });
        const { entries } = await get<{ entries: Entry[] }>(`${content.path}/content/${encodeURIComponent(model.id)}?${asked}`, signal);
        for (const entry of entries) found.set(entry.id, entry);
      }
    }
  }
  return { entries: [...found.values()], isWhole: isLastRead && !isCut };
}

const NONE: NewEntries = { entries: [], isWhole: true };

export default function Waits({ model, locale }: { model: Model; locale: string }) {
  const content = useProject();
  const [{ entries: found, isWhole }, set] = useState<NewEntries>(NONE);
  const tips = content.branches.map((one) => one.name + one.sha).join();
  useEffect(() => {
    const leaving = new AbortController();
    const tell = (all: NewEntries) => leaving.signal.aborted || set(all);
    newIn(content, model, locale, leaving.signal).then(tell, () => tell(NONE)); // they stand under Changes, too
    return () => leaving.abort();
  }, [tips, content.commit, model.id, locale]);
  if (found.length === 0) return null;
  return (
    <Notice>
      <span>{isWhole ? many(found.length, 'list.newWait.one', 'list.newWait.many') : many(found.length, 'list.newWait.more', 'list.newWait.more')}</span>
      <ul className="row">
        {found.slice(0, SHOWN).map((entry) => <li key={entry.id}><Link href={`${content.place}/c/${encodeURIComponent(model.id)}/${encodeURIComponent(entry.id)}?locale=${locale}`}>{titleOf(model, entry)}</Link></li>)}
        {(found.length > SHOWN || !isWhole) && <li><Link href={`${content.place}/changes`}>{t('changes.all')}</Link></li>}
      </ul>
    </Notice>
  );
}
