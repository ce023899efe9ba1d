import { useState } from 'react';
import { Dialog } from './dialog';
import { areKeysOn, switchKeys } from './keys';
import { t } from '../words/all';

/** The keys of every page, and the switch for single letters. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  const [on, set] = useState(areKeysOn);
  const row = (keys: string[], does: string) => <div className="row spread" key={does}><dt>{does}</dt><dd className="row">{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dd></div>;
  return (
    <Dialog title={t('keys.sheet')} onClose={onClose} foot={<button className="button" type="button" onClick={onClose}>{t('close')}</button>}>
      <dl className="stack small">
        {row(['Ctrl K', '⌘ K'], t('palette'))}
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
