import { useState } from 'react';
import { Intents } from '../../api/call';
import type { Model } from '../../api/types';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { Menu } from '../../parts/menu';
import { entriesOf } from '../../replica/entries';
import type { Coverage } from '../../replica/filter';
import { useProject } from '../../replica/project';
import { languageName, many, t } from '../../words/all';
import { Bulk, type Done } from './bulk';

/** What can be done to the selected entries at once; loaded when something is selected. */
export default function Selection({ model, locale, locales, chosen, hidden, isIn, busy, act }: {
  model: Model; locale: string; locales: string[]; chosen: string[]; hidden: number; isIn: Coverage; busy: boolean; act: (work: () => Promise<Done | null>, done: string) => Promise<void>;
}) {
  const content = useProject();
  const [deleting, setDeleting] = useState(false);
  const [intents] = useState(() => new Intents());
  const bulk = new Bulk(content, model, locale, intents);
  const status = (to: 'published' | 'draft' | 'archived') => void act(() => bulk.status(chosen, to), many(chosen.length, `done.${to}.one`, `done.${to}.many`));
  const copy = (to: string) => {
    const ids = new Set(chosen);
    const missing = entriesOf(content.snapshot!, model, locale).filter((entry) => ids.has(entry.id) && !isIn(to, entry.id)).map((entry) => entry.id);
    void act(async () => (missing.length === 0 ? null : bulk.copy(missing, to)), t('done.copied', { locale: languageName(to) }));
  };
  return (
    <div className="tools selection" role="toolbar" aria-label={t('list.selected')}>
      <strong>{many(chosen.length, 'selected.one', 'selected.many')}</strong>
      {hidden > 0 && <span className="warning">{t('list.selectedOnly', { shown: hidden })}</span>}
      {content.may('change_status') && <>
        <button className="button" type="button" disabled={busy} onClick={() => status('published')}>{t('publish')}</button>
        <button className="button" type="button" disabled={busy} onClick={() => status('draft')}>{t('toDraft')}</button>
        <button className="button" type="button" disabled={busy} onClick={() => status('archived')}>{t('archive')}</button>
      </>}
      {content.may('copy_locale') && model.i18n && locales.length > 1 && (
        <Menu name={t('copyToLocale')} label={<>{t('copyToLocale')}<Icon name="down" /></>} entries={locales.filter((one) => one !== locale).map((to) => ({ name: languageName(to), does: () => copy(to) }))} />
      )}
      {content.may('delete_content') && <button className="button danger" type="button" disabled={busy} onClick={() => setDeleting(true)}>{t('delete')}</button>}
      {deleting && (
        <Dialog title={many(chosen.length, 'list.delete.one', 'list.delete.many')} about={t('list.delete.about')} onClose={() => setDeleting(false)} foot={<>
          <button className="button" type="button" onClick={() => setDeleting(false)}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={() => { setDeleting(false); void act(() => bulk.remove(chosen), many(chosen.length, 'done.deleted.one', 'done.deleted.many')); }}>{t('delete')}</button>
        </>} />
      )}
    </div>
  );
}
