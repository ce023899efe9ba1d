import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type KeyboardEvent } from 'react';
import { get } from '../../api/call';
import { decoded, usePath, useQuery } from '../../api/route';
import { Notice, Problem } from '../../parts/basic';
import { Icon } from '../../parts/icon';
import { Link } from '../../parts/link';
import { Menu } from '../../parts/menu';
import type { Found } from '../../replica/drafts';
import { forgetKeptAt, useKept, useKeepingOf } from '../../replica/keeping';
import { useProject, type ProjectContent } from '../../replica/project';
import { conversations, Talk, type Call, type Context } from '../../replica/talk';
import { ago, many, t } from '../../words/all';

type Options = { available: boolean; models: { id: string; default: boolean }[]; messagesLeft: number | null };

/** The conversation of a project on this page; it goes on while its panel is closed. */
const talks = new WeakMap<ProjectContent, Talk>();
/** In the address, a conversation that has no name yet. */
const NEW = 'new';
/** What an id is made of: it comes from an address, and goes into those of requests. */
const ID = /^[\w-]+$/;
/** So many characters of a message stand for it in a list. */
const TITLE_MAX = 60;
/** Where a message that was not sent is kept. */
const MESSAGE = `?chat=${NEW}#message`;

type Asked = { /** Somebody has just opened it, and writes. */ isAsked: boolean; onClose: () => void };

/** The assistant beside the page: it works with tools within the rights of the person, asks before what is wide, and is taken back. */
export default function Assistant(asked: Asked) {
  const content = useProject();
  const kept = useKept(content.person, content.project.id, MESSAGE);
  return kept === undefined ? null : <Panel {...asked} kept={kept?.isElsewhere ? null : kept} />;
}

function Panel({ isAsked, onClose, kept }: Asked & { kept: Found | null }) {
  const content = useProject();
  const [chat, setChat] = useQuery('chat');
  const make = () => {
    const made = new Talk(content.path, () => void content.refresh());
    talks.set(content, made);
    return made;
  };
  const [talk, setTalk] = useState(() => {
    const named = chat && chat !== NEW && ID.test(chat) ? chat : '';
    const here = talks.get(content);
    if (here && (!named || here.id === named)) return here;
    const next = make();
    if (named) void next.open(named);
    return next;
  });
  useSyncExternalStore(talk.subscribe, talk.state);
  const [options, setOptions] = useState<Options | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [earlier, setEarlier] = useState<{ id: string; title: string; updated_at: string }[]>([]);
  const [message, setMessage] = useState(() => String(kept?.draft.values.message ?? ''));
  useKeepingOf(content.person, content.project.id, MESSAGE, `${t('assistant')}: ${message.trim().slice(0, TITLE_MAX)}`, kept, message.trim() ? { message } : null);
  const isOpen = useRef(true);
  const [said, say] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const context = useContextOf();
  useEffect(() => {
    get<Options>(`${content.path}/chat/options`).then(setOptions, setProblem);
    conversations(content.path).then(setEarlier, () => {});
    if (isAsked) field.current?.focus();
    return () => {
      isOpen.current = false;
    };
  }, []);
  // The address names what is said here on every page that it is beside of, so that it is there again when the page is loaded anew.
  const name = talk.id ?? NEW;
  useEffect(() => {
    if (chat !== name) setChat(name);
  }, [chat, name]);
  // Whoever got an address of somebody else did not ask for what was said there.
  useEffect(() => {
    if (!isAsked && talk.isUnread && talk.id === null) onClose();
  }, [talk.state()]);
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [talk.state()]);
  const answer = talk.said.at(-1);
  const call = answer?.calls.at(-1);
  const status = said || (talk.busy ? (call && !call.result ? t('chat.tool', { tool: call.name }) : t('chat.writing')) : answer?.role === 'assistant' ? answer.text : '');
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    const text = message.trim();
    if (!text || talk.busy) return;
    say('');
    setProblem(null);
    const heard = () => {
      if (isOpen.current) setMessage((now) => (now.trim() === text ? '' : now));
      else void forgetKeptAt(content.person, content.project.id, MESSAGE);
    };
    void talk.say(text, context, heard).then(() => conversations(content.path).then(setEarlier, () => {}));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
  };
  const undo = async (scope: 'turn' | 'all') => {
    setProblem(null);
    try {
      const done = await talk.undo(scope);
      say(done.reverted === 0 ? t('chat.undo.nothing') : many(done.reverted, 'chat.undone.one', 'chat.undone.many') + (done.skipped.length > 0 ? ` ${many(done.skipped.length, 'chat.kept.one', 'chat.kept.many')}` : ''));
    } catch (refused) {
      setProblem(refused);
    }
  };
  const begin = () => {
    setTalk(make());
    say('');
    setProblem(null);
    field.current?.focus();
  };
  const open = (id: string) => {
    const next = make();
    setTalk(next);
    void next.open(id);
  };
  /** Escape also ends what an input method proposes, and is pressed by mistake: what somebody writes stays open. */
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing && (event.target !== field.current || message === '')) onClose();
  };
  const again = talk.isUnread && talk.id ? () => void talk.open(talk.id!) : message.trim() && !talk.busy ? () => send() : undefined;
  return (
    <aside className="assistant" aria-label={t('assistant')} onKeyDown={leave}>
      <div className="row spread top-row">
        <h2>{t('assistant')}</h2>
        <div className="row">
          {earlier.length > 0 && <Menu name={t('chat.earlier')} look="square quiet-button" label={<Icon name="clock" />} entries={earlier.slice(0, 12).map((one) => ({ name: `${one.title || t('untitled')} · ${ago(one.updated_at)}`, does: () => open(one.id) }))} />}
          <button className="button square quiet-button" type="button" aria-label={t('chat.new')} onClick={begin}><Icon name="plus" /></button>
          <button className="button square quiet-button" type="button" aria-label={t('close')} onClick={onClose}><Icon name="cross" /></button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <div className="talk" tabIndex={0} role="group" aria-label={t('chat.said')} aria-busy={talk.busy}>
        {options && !options.available && <Notice kind="warn"><span>{t('chat.unavailable')}</span><Link href={`${content.place.split('/p/')[0]}/settings/ai-keys`}>{t('aikeys')}</Link></Notice>}
        {talk.said.length === 0 && <div className="stack small"><p className="quiet">{t('chat.about')}</p><p className="note">{t('chat.private')}</p></div>}
        {talk.said.filter((one) => one.role !== 'system').map((one, at) => (
          <div key={at} className={`turn ${one.role}`}>
            <span className="hidden">{t(one.role === 'user' ? 'chat.you' : 'assistant')}</span>
            {one.calls.map((each) => <Tool key={each.id} call={each} busy={talk.busy} onDecide={(approve) => talk.confirm(each.result.confirmation.code, approve, context)} />)}
            {one.text && <div className="value said" dir="auto">{one.text}</div>}
          </div>
        ))}
        {talk.busy && <div className="bar" />}
        <div ref={end} />
      </div>
      <p className="hidden" role="status">{status}</p>
      {said && <Notice kind="good">{said}</Notice>}
      {talk.problem ? <Problem of={talk.problem} again={again} /> : problem ? <Problem of={problem} /> : null}
      {talk.wrote && !talk.busy && <div className="row">
        <button className="button" type="button" onClick={() => undo('turn')}>{t('chat.undo.turn')}</button>
        <button className="button" type="button" onClick={() => undo('all')}>{t('chat.undo.all')}</button>
      </div>}
      <form className="stack small" onSubmit={send}>
        <textarea className="input" ref={field} rows={3} aria-label={t('chat.message')} placeholder={t('chat.example')} disabled={options?.available === false} value={message} onChange={(event) => setMessage(event.target.value)} onKeyDown={keys} />
        <div className="row spread">
          <span className="note">{options?.messagesLeft !== null && options?.messagesLeft !== undefined ? many(options.messagesLeft, 'chat.left.one', 'chat.left.many') : ''}</span>
          {talk.busy ? <button className="button" type="button" onClick={() => void talk.stop().catch(setProblem)}>{t('chat.stop')}</button> : <button className="button primary" type="submit" disabled={!message.trim()}>{t('chat.send')}</button>}
        </div>
      </form>
    </aside>
  );
}

/** A tool as one line; what waits for the person as a card with its reach. It takes a button, never Enter in the message. */
function Tool({ call, busy, onDecide }: { call: Call; busy: boolean; onDecide: (approve: boolean) => void }) {
  const content = useProject();
  const ask = call.result?.confirmation;
  const branch: string | undefined = call.result?.branch || undefined;
  const failed = call.result?.error ?? (call.result?.validation?.valid === false ? call.result.validation.errors?.[0]?.message : undefined);
  if (ask) {
    return (
      <section className="notice warn" aria-label={t('chat.asks')}>
        <strong>{ask.summary}</strong>
        <span className="note">{t('chat.asks.about')}</span>
        <span className="row">
          <button className="button primary" type="button" disabled={busy} onClick={() => onDecide(true)}>{t('chat.allow')}</button>
          <button className="button" type="button" disabled={busy} onClick={() => onDecide(false)}>{t('chat.refuse')}</button>
        </span>
      </section>
    );
  }
  return (
    <p className="note tool">
      <Icon name={call.result === null ? 'wait' : failed ? 'warn' : call.result.isPast ? 'clock' : 'check'} /> {t('chat.ran', { tool: call.name })}
      {failed && <> · {typeof failed === 'string' ? failed : failed.message}</>}
      {branch && (call.result.merged ? <> · {t('entry.live')}</> : <> · <Link href={`${content.place}/changes/${encodeURIComponent(branch)}`}>{t('entry.waits')}</Link></>)}
    </p>
  );
}

/** Where the person is, so that “this entry” means something. */
function useContextOf(): Context {
  const content = useProject();
  const [path = '', query = ''] = usePath().split('?');
  const [area = '', what = '', which = ''] = path.slice(content.place.length + 1).split('/').map(decoded);
  return {
    activeModelId: (area === 'c' || area === 'models' || area === 'forms') && what ? what : null,
    activeLocale: new URLSearchParams(query).get('locale') ?? content.snapshot?.config?.locales.default ?? 'en',
    activeEntryId: area === 'c' && which && which !== 'new' ? which : null,
    panelState: area === 'changes' ? 'branch' : area === 'vocabulary' ? 'vocabulary' : what ? 'model' : 'overview',
    activeBranch: area === 'changes' && what ? what : null,
  };
}
