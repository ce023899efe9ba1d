import { useLayoutEffect, useRef, useState } from 'react';
import { go } from '../api/route';
import { Dialog } from './dialog';
import { areKeysOn, commandOf, switchKeys } from './keys';
import { t } from '../words/words';

const PLACES: Record<string, string> = { o: '', c: '/changes', h: '/history', m: '/models', v: '/vocabulary', s: '/settings' };

/** Commands of one letter that every page takes; G is followed by the letter of a place. */
export function useKeys(place: string | undefined, onSheet: () => void): void {
  const waits = useRef(false);
  useLayoutEffect(() => { // heard as soon as it is seen
    const keys = (event: KeyboardEvent) => {
      const key = commandOf(event);
      const goes = waits.current;
      waits.current = key === 'g' && !goes;
      if (goes && place && key in PLACES) go(place + PLACES[key]);
      else if (key === '?') onSheet();
      else if (key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus();
      else if (key === 'n') document.querySelector<HTMLElement>('main [data-key=n]')?.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  });
}

export function KeySheet({ onClose }: { onClose: () => void }) {
  const [on, set] = useState(areKeysOn);
  const row = (keys: string[], does: string) => <div className="row spread" key={does}><dt>{does}</dt><dd className="row">{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dd></div>;
  return (
    <Dialog title={t('keys.sheet')} onClose={onClose} foot={<button className="button" type="button" onClick={onClose}>{t('close')}</button>}>
      <dl className="stack small">
        {row(['Ctrl S', '⌘ S'], t('keys.save'))}
        {row(['Ctrl ⇧ S', '⌘ ⇧ S'], t('keys.publish'))}
        {row(['Ctrl Z', '⌘ Z'], t('keys.undo'))}
        {row(['Ctrl ⇧ Z', '⌘ ⇧ Z'], t('keys.redo'))}
        {row(['Alt ↑ ↓', '⌥ ↑ ↓'], t('keys.neighbour'))}
        {row(['/'], t('keys.find'))}
        {row(['N'], t('newEntry'))}
        {row(['J', 'K'], t('keys.move'))}
        {row(['A', 'D'], t('keys.decide'))}
        {row(['G O'], t('overview'))}
        {row(['G C'], t('changes'))}
        {row(['G H'], t('history'))}
        {row(['G M'], t('models'))}
        {row(['G V'], t('vocabulary'))}
        {row(['G S'], t('settings'))}
        {row(['↑ ↓', 'Home', 'End', 'Space', 'Enter'], t('keys.grid'))}
        {row(['?'], t('keys.sheet'))}
      </dl>
      <label className="switch"><input type="checkbox" checked={on} onChange={(event) => { switchKeys(event.target.checked); set(event.target.checked); }} />{t('keys.on')}</label>
    </Dialog>
  );
}
