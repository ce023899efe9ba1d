import { useEffect, useId, useRef, type ReactNode } from 'react';

/** A modal dialog; Escape closes it, and the focus returns where it came from. What it is about is heard with its title. */
export function Dialog({ title, about, onClose, children, foot }: { title: string; about?: string; onClose: () => void; children?: ReactNode; foot: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const from = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => from?.focus?.();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} aria-describedby={about && `${id}a`} onCancel={(event) => { event.preventDefault(); onClose(); }}>
      <div className="stack">
        <h2 id={id}>{title}</h2>
        {about && <p id={`${id}a`}>{about}</p>}
        {children}
      </div>
      <div className="foot">{foot}</div>
    </dialog>
  );
}
