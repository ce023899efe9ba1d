import { useContext, useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Refusal } from '../api/call';
import { language, t } from '../words/words';
import { Icon, type IconName } from './icon';
import { isLocked, whereToPay, Workspaces } from './locked';

/**
 * The heading of a page; gives the document its title and takes the focus when the page opens, before anybody can see it: a moment
 * later it would take the focus from a field that somebody is in already. One that is content names its language.
 */
export function Head({ title, lang, about, children }: { title: string; lang?: string; about?: ReactNode; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · cms`;
  }, [title]);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="head">
      <div className="about">
        <h1 tabIndex={-1} ref={heading} lang={lang}>{title}</h1>
        {about && <div className="quiet">{about}</div>}
      </div>
      {children && <div className="row">{children}</div>}
    </div>
  );
}

const STATES: Record<string, [string, IconName]> = {
  published: ['good', 'check'], draft: ['draft', 'pen'], archived: ['plain', 'archive'], in_review: ['warn', 'wait'], rejected: ['bad', 'cross'],
  added: ['good', 'plus'], modified: ['plain', 'pen'], removed: ['bad', 'cross'], fits: ['good', 'check'], conflicts: ['bad', 'warn'], unknown: ['plain', 'wait'],
};

/** A state as icon, word and colour. */
export function State({ of }: { of: string }) {
  const [look, icon] = STATES[of] ?? ['plain', 'page'];
  return <span className={`state ${look}`}><Icon name={icon} />{t((`state.${of}`) as 'state.draft')}</span>;
}

export function Notice({ kind = '', children }: { kind?: '' | 'bad' | 'warn' | 'good'; children: ReactNode }) {
  return <div className={`notice ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>{children}</div>;
}

/** What went wrong in words: what is kept, what to do, and when it may be tried again. */
export function Problem({ of, again }: { of: unknown; again?: () => void }) {
  const wait = of instanceof Refusal && of.status !== 0 ? of.retryAfter : 0;
  const left = useCountdown(of, wait);
  const payAt = whereToPay(of, useContext(Workspaces));
  const own = of instanceof Refusal && language !== 'en' && !isLocked(of) && sentence(of) !== of.message ? of.message : '';
  const english = of instanceof Refusal && of.data?.isSaid ? undefined : 'en';
  return (
    <Notice kind="bad">
      <span lang={of instanceof Refusal && language !== 'en' && sentence(of) === of.message ? english : undefined}>{sentence(of)}</span>
      {own && <span className="note" lang={english}>{own}</span>}
      {left > 0 && <span className="quiet number" aria-hidden="true">{t('problem.wait', { seconds: left })}</span>}
      {payAt && <span><a className="button" href={payAt}>{t('problem.plan')}</a></span>}
      {again && <span><button className="button" type="button" disabled={left > 0} onClick={again}>{t('again')}</button></span>}
    </Notice>
  );
}

/** Seconds until something may be tried again. */
function useCountdown(of: unknown, wait: number): number {
  const [left, set] = useState(wait);
  useEffect(() => {
    set(wait);
    if (wait <= 0) return;
    const end = Date.now() + wait * 1000;
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      set(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [of, wait]);
  return left;
}

const KNOWN = [400, 402, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503] as const;
/** Statuses that mean to a person what one of those does: most of them come from what stands before the service. */
const LIKE: Record<number, (typeof KNOWN)[number]> = { 405: 400, 406: 400, 408: 503, 410: 404, 425: 503, 428: 412, 431: 413, 501: 500, 502: 503, 504: 503 };

/** The service's own sentence in English; in every other language one for its status. */
export function sentence(of: unknown): string {
  if (!(of instanceof Refusal)) return t('problem.other');
  if (of.status === 0) return t('problem.offline');
  if (of.status === 401) return t('problem.signedOut');
  if (isLocked(of)) return t('problem.locked');
  const known = KNOWN.find((status) => status === (LIKE[of.status] ?? of.status));
  if (language !== 'en' && known) return t(`problem.${known}`);
  return of.message || (known ? t(`problem.${known}`) : t('problem.other'));
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return <div className="card empty"><h2>{title}</h2>{children}</div>;
}

/** Nothing for the first 150 ms, then a thin bar. */
export function Waiting() {
  const [shown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return <div role="status" aria-label={t('waiting')}>{shown && <div className="bar" />}</div>;
}

/** A label with its control, help and complaints; the control gets the ids that tie them together. */
export function Field({ label, help, error, children }: {
  label: string; help?: string; error?: string; children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }) => ReactNode;
}) {
  const id = useId();
  const about = [help && `${id}h`, error && `${id}e`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {help && <span className="note" id={`${id}h`}>{help}</span>}
      {children({ id, 'aria-describedby': about || undefined, 'aria-invalid': error ? true : undefined })}
      {error && <span className="error" id={`${id}e`}>{error}</span>}
    </div>
  );
}

export function Face({ name, picture }: { name: string; picture?: string | null }) {
  return <span className="face" aria-hidden="true">{picture?.startsWith('data:') ? <img src={picture} alt="" /> : name.slice(0, 1).toUpperCase()}</span>;
}

export function CopyButton({ text, name, onCopied }: { text: string; name: string; onCopied?: () => void }) {
  const [done, tell] = useState(false);
  const copy = () => navigator.clipboard?.writeText(text).then(() => { tell(true); onCopied?.(); }, () => tell(false));
  return (
    <>
      <button className="button square quiet-button" type="button" aria-label={t('copy', { name })} onClick={copy}><Icon name={done ? 'check' : 'copy'} /></button>
      <span className="hidden" role="status">{done ? t('copied') : ''}</span>
    </>
  );
}

export function CopyField({ text, name, onCopied }: { text: string; name: string; onCopied?: () => void }) {
  return <div className="copy"><code>{text}</code><CopyButton text={text} name={name} onCopied={onCopied} /></div>;
}
