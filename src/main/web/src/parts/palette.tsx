import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { amount, many, t } from '../words/all';
import { Dialog } from './dialog';
import { among, kindsOf, offered, prefixOf, type Offer, type Source } from './offers';

const PAGE = 10;

const helpOn = (kinds: [prefix: string, names: string][]): Source =>
  ({ prefix: '?', name: t('palette.help'), find: among(kinds.map(([prefix, names]) => ({ key: `?${prefix}`, name: `${prefix} ${names}`, types: `${prefix} ` }))) });

/** A text field over everything that can be opened or done: arrows choose, Enter opens, Escape leaves. The focus stays in the field, which names the choice. */
export function Palette({ sources, onClose, onPrefix }: { sources: Source[]; onClose: () => void; /** One kind is asked for alone. */ onPrefix?: (prefix: string) => void }) {
  const id = useId();
  const [typed, type] = useState('');
  /** By its key, so that what comes meanwhile does not move it. Nothing is chosen until somebody types or moves, so that the name of the field is heard first. */
  const [chosen, choose] = useState<string | null>(null);
  const kinds = useMemo(() => kindsOf(sources), [sources]);
  const groups = useMemo(() => offered([...sources, helpOn(kinds)], typed), [sources, typed]);
  const all = groups.flatMap((one) => one.offers);
  const known = all.findIndex((one) => one.key === chosen);
  const at = known >= 0 ? known : typed.trim() && all.length > 0 ? 0 : -1;
  const count = groups.reduce((sum, one) => sum + one.count, 0);
  const prefix = prefixOf(typed);
  useEffect(() => onPrefix?.(prefix), [prefix]);
  useEffect(() => document.getElementById(`${id}${at}`)?.scrollIntoView({ block: 'nearest' }), [at, typed]);
  const write = (text: string) => {
    type(text);
    choose(null);
  };
  const pick = (offer: Offer | undefined) => {
    if (!offer) return;
    if (offer.types !== undefined) return write(offer.types);
    onClose();
    setTimeout(() => offer.does?.()); // once the focus is back, so that what opens knows where it came from
  };
  const move = (to: number) => choose(all[to]?.key ?? null);
  const keys = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); // it is meant for nothing below
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(at + 1 < all.length ? at + 1 : 0);
    else if (event.key === 'ArrowUp') move(at > 0 ? at - 1 : all.length - 1);
    else if (event.key === 'PageDown') move(Math.min(at + PAGE, all.length - 1));
    else if (event.key === 'PageUp') move(Math.max(at - PAGE, 0));
    else if (event.key === 'Enter') pick(all[at]);
    else return;
    event.preventDefault();
  };
  let place = 0;
  return (
    <Dialog title={t('palette')} onClose={onClose} foot={<><span className="note grow" id={`${id}h`}>{[...kinds, ['?', t('palette.help')]].map((one) => one.join(' ')).join(' · ')}</span><button className="button" type="button" onClick={onClose}>{t('close')}</button></>}>
      <input className="input" type="text" role="combobox" aria-label={t('palette')} aria-describedby={`${id}h`} aria-expanded={all.length > 0} aria-controls={id} aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}${at}` : undefined} autoComplete="off" spellCheck="false" value={typed} onChange={(event) => write(event.target.value)} onKeyDown={keys} />
      <div role="listbox" id={id} aria-label={t('palette.found')} className="found" hidden={all.length === 0}>
        {groups.map((group, index) => (
          <div key={group.name} role="group" aria-labelledby={`${id}g${index}`}>
            <p className="note" id={`${id}g${index}`} role="presentation">{group.name}</p>
            {group.offers.map((offer) => {
              const own = place++;
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text field takes the keys of its options
              return <div key={offer.key} id={`${id}${own}`} role="option" aria-selected={own === at} className="option" onPointerDown={(event) => event.preventDefault()} onClick={() => pick(offer)}>{offer.icon}<span className="grow" dir="auto">{offer.name}</span>{offer.about && <span className="note" dir="auto">{offer.about}</span>}</div>;
            })}
          </div>
        ))}
      </div>
      <p className="note" role="status">{all.length === 0 ? t('palette.nothing') : count > all.length ? t('palette.some', { shown: amount(all.length), all: amount(count) }) : many(count, 'palette.one', 'palette.many')}</p>
    </Dialog>
  );
}
