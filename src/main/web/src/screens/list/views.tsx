import { useState, type FormEvent } from 'react';
import { go, usePath } from '../../api/route';
import { Field } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { Menu } from '../../parts/menu';
import { keepThis, kept } from '../../replica/kept';
import { languageName, t } from '../../words/words';

type View = { name: string; query: string; columns: string[] | null };

/** Views of a list: those that everybody wants, and those that the person has saved in this browser. */
export function Views({ place, locales, columns, onColumns }: { place: string; locales: string[]; columns: string[] | null; onColumns: (columns: string[] | null) => void }) {
  const [saved, setSaved] = useState<View[]>(() => kept<View[]>(`views ${place}`, []));
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const now = (usePath().split('?')[1] ?? '').split('&').filter((one) => !one.startsWith('chat=')).join('&'); // the assistant is beside the list, and no part of it
  const put = (next: View[]) => {
    keepThis(`views ${place}`, next.length > 0 ? next : undefined);
    setSaved(next);
  };
  const show = (query: string) => go(location.pathname + (query ? `?${query}` : ''));
  const filtered = (filter: string) => {
    const query = new URLSearchParams(now);
    query.set('filter', filter);
    return query.toString();
  };
  const current = saved.find((one) => one.query === now);
  const save = (event: FormEvent) => {
    event.preventDefault();
    put([...saved.filter((one) => one.name !== name.trim()), { name: name.trim(), query: now, columns }]);
    setNaming(false);
    setName('');
  };
  return <>
    <Menu name={t('list.views')} label={<>{current?.name ?? t('list.views')}<Icon name="down" /></>} entries={[
      { name: t('list.view.all'), does: () => show(''), icon: <Icon name="list" /> },
      { name: t('list.view.drafts'), does: () => show(filtered('status:draft')), icon: <Icon name="pen" /> },
      ...locales.map((one) => ({ name: t('view.missing', { locale: languageName(one) }), does: () => show(filtered(`missing:${one}`)), icon: <Icon name="warn" /> })),
      ...saved.map((one) => ({ name: one.name, does: () => { onColumns(one.columns); show(one.query); }, icon: <Icon name="eye" /> })),
      { name: t('list.view.save'), does: () => setNaming(true), icon: <Icon name="plus" /> },
      ...(current ? [{ name: t('list.view.forget', { name: current.name }), does: () => put(saved.filter((one) => one !== current)), icon: <Icon name="bin" /> }] : []),
    ]} />
    {naming && (
      <Dialog title={t('list.view.title')} onClose={() => setNaming(false)} foot={<>
        <button className="button" type="button" onClick={() => setNaming(false)}>{t('cancel')}</button>
        <button className="button primary" type="submit" form="view" disabled={!name.trim()}>{t('save')}</button>
      </>}>
        <form id="view" onSubmit={save}><Field label={t('name')} help={t('list.view.about')}>{(ids) => <input className="input" {...ids} maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />}</Field></form>
      </Dialog>
    )}
  </>;
}
