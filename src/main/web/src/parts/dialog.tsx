import { useEffect, useId, useRef, type ReactNode } from 'react';

/** A modal dialog; Escape closes it, and the focus returns where it came from. */
export function Dialog({ title, onClose, children, foot }: { title: string; onClose: () => void; children: ReactNode; foot: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const from = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => from?.focus?.();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onCancel={(event) => { event.preventDefault(); onClose(); }}>
      <div className="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      <div className="foot">{foot}</div>
    </dialog>
  );
}
