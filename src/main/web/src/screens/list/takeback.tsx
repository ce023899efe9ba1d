import { createPortal } from 'react-dom';
import { useUndo } from '../../fields/undo';
import { t } from '../../words/all';

/** Takes back what was done to several entries at once, and asks where values were changed again since; loaded with what can be taken back. */
export default function TakeBack({ commit, busy, take }: { commit: string; busy: boolean; take: (undo: () => Promise<{ waits: boolean } | null>) => Promise<void> }) {
  const { undo, asking } = useUndo();
  return <><button className="button" type="button" disabled={busy} onClick={() => void take(() => undo(commit))}>{t('undo')}</button>{asking && createPortal(asking, document.body)}</>; // a question is no part of what is said
}
