import { useEffect, useState, type ReactNode } from 'react';
import { holdPlace } from '../api/route';
import { isOver } from '../replica/snapshots';
import { t } from '../words/all';
import { CopyField, Notice } from './basic';
import { Dialog } from './dialog';

/** A secret that the service shows in one answer; `more` are lines with it, as programs take them. */
export type Secret = { id: string; name: string; text: string; more?: [name: string, text: string][] };

/** Whoever signs out leaves at once: what was shown is not for who comes next. */
const asksFirst = (event: BeforeUnloadEvent): void => {
  if (!isOver()) event.preventDefault();
};

/** Secrets of this page: each stays until it was copied and another one comes, or what it opens has ended. Before all of them were copied, leaving asks. */
export function useSecrets(name: string, about: string): { show: (secret: Secret) => void; end: (id: string) => void; shown: ReactNode } {
  const [all, set] = useState<(Secret & { isCopied: boolean })[]>([]);
  const [leave, ask] = useState<{ does: () => void } | null>(null);
  const isOnlyHere = all.some((one) => !one.isCopied);
  useEffect(() => {
    if (!isOnlyHere) return;
    const free = holdPlace((does) => ask({ does }));
    window.addEventListener('beforeunload', asksFirst);
    return () => {
      free();
      window.removeEventListener('beforeunload', asksFirst);
    };
  }, [isOnlyHere]);
  const end = (id: string) => set((before) => before.filter((one) => one.id !== id));
  const show = (secret: Secret) => set((before) => [...before.filter((one) => !one.isCopied && one.id !== secret.id), { ...secret, isCopied: false }]);
  const copied = (id: string) => set((before) => before.map((one) => (one.id === id ? { ...one, isCopied: true } : one)));
  const shown = <>
    {all.length > 0 && <section className="stack small" aria-label={name}>
      {all.map((one) => (
        <div key={one.id} className="stack small" onCopy={() => copied(one.id)}>
          <CopyField name={one.name} text={one.text} onCopied={() => copied(one.id)} />
          {one.more?.map(([each, text]) => <CopyField key={each} name={each} text={text} onCopied={() => copied(one.id)} />)}
        </div>
      ))}
      <Notice kind="warn">{about}</Notice>
    </section>}
    {leave && (
      <Dialog title={t('secret.leave')} about={t('secret.leave.about', { names: all.filter((one) => !one.isCopied).map((one) => one.name).join(', ') })} onClose={() => ask(null)} foot={<>
        <button className="button primary" type="button" onClick={() => ask(null)}>{t('secret.stay')}</button>
        <button className="button danger" type="button" onClick={() => { ask(null); leave.does(); }}>{t('secret.go')}</button>
      </>} />
    )}
  </>;
  return { show, end, shown };
}
