import { useEffect, useState } from 'react';
import type { Model, User } from '../../api/types';
import { Notice } from '../../parts/basic';
import { Link } from '../../parts/link';
import { placeOfDraft, unfinished, type Draft } from '../../replica/drafts';
import { useProject } from '../../replica/project';
import { ago, t } from '../../words/all';

const SHOWN = 5;

/** New entries of this model that were begun before and are still only on this device. */
export function Unfinished({ user, model, id }: { user: User; model: Model; id: string }) {
  const content = useProject();
  const [drafts, set] = useState<Draft[]>([]);
  useEffect(() => {
    unfinished(user.id, content.project.id, model.id, id).then(set, () => {});
  }, [id]);
  if (drafts.length === 0) return null;
  return (
    <Notice>
      <span>{t('entry.unfinished')}</span>
      <ul className="row">{drafts.slice(0, SHOWN).map((draft) => <li key={draft.key}><Link href={content.place + placeOfDraft(draft)}>{draft.title || t('untitled')}</Link> <span className="note">{ago(draft.at)}</span></li>)}</ul>
    </Notice>
  );
}
