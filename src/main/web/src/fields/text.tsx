import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { post, Refusal } from '../api/call';
import { Problem } from '../parts/basic';
import { useProject } from '../replica/project';
import { t } from '../words/all';
import type { EditorProps } from './editor';

const MODES: Record<string, 'email' | 'url' | 'tel' | 'text'> = { email: 'email', url: 'url', phone: 'tel' };
const string = (value: unknown): string => (typeof value === 'string' ? value : value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));
/** What was emptied is absent, not an empty text, unless it was one before. */
const text = (value: string): unknown => (value === '' ? undefined : value);

export function LineEditor({ field, value, set, ids, readOnly }: EditorProps) {
  return <input className="input" {...ids} inputMode={MODES[field.type]} readOnly={readOnly} spellCheck={field.type === 'string' ? 'true' : 'false'} dir="auto" value={string(value)} onChange={(event) => set(text(event.target.value))} />;
}

export function AreaEditor({ field, value, set, ids, readOnly }: EditorProps) {
  const length = string(value).length;
  return <>
    <textarea className="input" {...ids} readOnly={readOnly} dir="auto" value={string(value)} onChange={(event) => set(text(event.target.value))} />
    {field.max !== undefined && <span className="note number">{t('entry.count', { now: length, max: field.max })}</span>}
  </>;
}

export function CodeEditor({ value, set, ids, readOnly }: EditorProps) {
  return <textarea className="input code" {...ids} readOnly={readOnly} spellCheck="false" value={string(value)} onChange={(event) => set(text(event.target.value))} />;
}

const VIEWS = ['write', 'split', 'read'] as const;

/** Writing, reading, or both: the reading is what delivery would make of it, cleaned again here, in a frame that runs nothing. */
export function MarkdownEditor(props: EditorProps) {
  const [view, show] = useState<(typeof VIEWS)[number]>('write');
  const box = useRef<HTMLTextAreaElement>(null);
  const markdown = string(props.value);
  const settled = useSettled(markdown);
  return <>
    <div className="row formatting">
      {view !== 'read' && !props.readOnly && <Formatting box={box} label={props.label} set={(value) => props.set(text(value))} />}
      <div className="row views" role="group" aria-label={t('entry.viewOf', { field: props.label })}>
        {VIEWS.map((one) => <button key={one} type="button" className="button quiet-button" aria-pressed={view === one} onClick={() => show(one)}>{t(`entry.${one}`)}</button>)}
      </div>
    </div>
    <div className={view === 'split' ? 'pair split' : 'stack'}>
      {view !== 'read' && <textarea className="input" {...props.ids} ref={box} readOnly={props.readOnly} dir="auto" style={{ minBlockSize: 260 }} value={markdown} onChange={(event) => props.set(text(event.target.value))} />}
      {view !== 'write' && <Rendered markdown={settled} title={props.label} lang={props.ids.lang} />}
    </div>
  </>;
}

/** A text once nobody has typed for a moment. */
function useSettled(now: string): string {
  const [settled, set] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => set(now), 300);
    return () => clearTimeout(timer);
  }, [now]);
  return settled;
}

type Format = [name: 'bold' | 'italic' | 'heading' | 'list' | 'link' | 'code', sign: string, before: string, after: string];
const FORMATS: Format[] = [['bold', 'B', '**', '**'], ['italic', 'I', '*', '*'], ['heading', 'H', '## ', ''], ['list', '•', '- ', ''], ['link', '↗', '[', '](https://)'], ['code', '<>', '`', '`']];

/** Puts signs of Markdown around what is selected; those without an end go to the beginning of the line. One stop of Tab, as they stand before the text: arrows move among them. */
function Formatting({ box, label, set }: { box: RefObject<HTMLTextAreaElement | null>; label: string; set: (value: string) => void }) {
  const [at, go] = useState(0);
  const put = ([, , before, after]: Format) => {
    const area = box.current;
    if (!area) return;
    const { selectionStart: start, selectionEnd: end, value } = area;
    const at = after ? start : value.lastIndexOf('\n', start - 1) + 1;
    area.setRangeText(before + value.slice(at, end) + after, at, end, 'end');
    set(area.value);
    area.focus();
    area.setSelectionRange(start + before.length, end + before.length);
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + FORMATS.length) % FORMATS.length;
    go(next);
    (event.currentTarget.children[next] as HTMLElement).focus();
  };
  return (
    <div className="row" role="toolbar" aria-label={t('text.tools', { field: label })} style={{ gap: 2 }} onKeyDown={keys}>
      {FORMATS.map((format, place) => <button key={format[0]} type="button" className="button square quiet-button" tabIndex={place === at ? 0 : -1} onFocus={() => go(place)} aria-label={t(`text.${format[0]}`)} title={t(`text.${format[0]}`)} onClick={() => put(format)}><span aria-hidden="true" className={`sign-${format[0]}`}>{format[1]}</span></button>)}
    </div>
  );
}

/** Nothing of other hosts is loaded: whoever wrote an address into content would learn who reads it. A picture becomes the name of its host. */
function keepAtHome(node: Element): void {
  for (const name of ['src', 'srcset', 'poster', 'background']) {
    const address = node.getAttribute(name);
    if (address === null || address.startsWith('data:image/')) continue;
    const url = name === 'srcset' ? null : URL.parse(address.trim(), location.origin);
    if (url?.origin === location.origin) continue;
    node.removeAttribute(name);
    if (node.tagName === 'IMG') node.setAttribute('alt', [url?.host, node.getAttribute('alt')].filter(Boolean).join(': '));
  }
}

/** How often a preview is asked for at most, in milliseconds: a person has sixty requests of this kind a minute. */
const EVERY = 1100;
const rest = (milliseconds: number): Promise<undefined> => new Promise((done) => setTimeout(done, milliseconds, undefined));

function Rendered({ markdown, title, lang = '' }: { markdown: string; title: string; lang?: string }) {
  const content = useProject();
  const frame = useRef<HTMLIFrameElement>(null);
  const [failed, fail] = useState<unknown>(null);
  const wanted = useRef(markdown);
  wanted.current = markdown;
  const isAsking = useRef(false);
  const isGone = useRef(false);
  const show = async () => {
    const now = wanted.current;
    try {
      const [made, purify] = await Promise.all([post<{ html: string }>(`${content.path}/preview`, { markdown: now }), import('dompurify')]);
      purify.default.removeAllHooks();
      purify.default.addHook('afterSanitizeAttributes', keepAtHome);
      const clean = purify.default.sanitize(`<font face="system-ui, sans-serif" lang="${lang.replace(/[^\w-]/g, '')}">${made.html}</font>`, { RETURN_TRUSTED_TYPE: true, FORBID_TAGS: ['style', 'form', 'input', 'button'] });
      if (!frame.current) return undefined;
      (frame.current as { srcdoc: unknown }).srcdoc = clean;
      fail(null);
    } catch (refused) {
      if (refused instanceof Refusal && refused.status === 429) return rest(Math.max(EVERY, refused.retryAfter * 1000)); // what is shown is a little older meanwhile
      fail(refused);
    }
    return now;
  };
  /** One request at a time and at most one a second, until what is shown is what stands in the field. */
  const follow = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    for (let shown: unknown = null; shown !== wanted.current && !isGone.current; ) {
      shown = await show();
      await rest(EVERY);
    }
    isAsking.current = false;
  };
  useEffect(() => void follow(), [markdown]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return <div className="stack small">{failed ? <Problem of={failed} /> : null}<iframe className="preview" sandbox="" title={t('entry.reading', { field: title })} ref={frame} /></div>;
}

export function ColorEditor({ value, set, ids, readOnly, label }: EditorProps) {
  const now = string(value);
  return (
    <div className="row" style={{ flexWrap: 'nowrap' }}>
      <input type="color" disabled={readOnly} aria-label={t('entry.pick', { field: label })} value={/^#[0-9a-f]{6}$/i.test(now) ? now : '#000000'} onChange={(event) => set(event.target.value)} />
      <input className="input" {...ids} readOnly={readOnly} value={now} onChange={(event) => set(text(event.target.value))} />
    </div>
  );
}
