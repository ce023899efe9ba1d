import { useContext, useId, useState } from 'react';
import { Notice } from '../parts/basic';
import { focusStays } from '../parts/focus';
import { Icon } from '../parts/icon';
import { Link } from '../parts/link';
import { useProject } from '../replica/project';
import { t } from '../words/all';
import type { FieldDefinition, Model } from '../api/types';
import { FormChange, placeOf, useCreation, type Created } from './create';
import type { EditorProps, Ids } from './editor';
import { Grip, Mover, useMoves } from './moves';
import { useSome } from './some';
import { keyOf, targetsOf, type Target } from './targets';

/** What a relation may point at. */
export function useTargets(field: FieldDefinition, locale: string): Target[] {
  const { snapshot, place } = useProject();
  return targetsOf(snapshot!, place, field.model, locale);
}

/** The models that a relation may point at and that this person may write. */
function useCreatable(field: FieldDefinition): Model[] {
  const content = useProject();
  const ids = Array.isArray(field.model) ? field.model : [field.model];
  const { may, models } = content.project.access;
  return may.includes('save_content') ? content.snapshot!.models.filter((one) => ids.includes(one.id) && (one.kind === 'collection' || one.kind === 'document') && (models?.includes(one.id) ?? true)) : [];
}

/** What a value of the field points at when it is shown: its title also while it waits for review and is in no list. */
function useTitles(field: FieldDefinition): (value: unknown) => string | undefined {
  const { titles } = useContext(FormChange);
  return (value) => {
    const { model, ref } = value && typeof value === 'object' ? (value as { model: string; ref: string }) : { model: String(field.model), ref: String(value) };
    return titles.get(placeOf(model, ref));
  };
}

const SHOWN = 30;

function Search({ field, targets, label, onPick, ids }: { field: FieldDefinition; targets: Target[]; label: string; onPick: (target: Pick<Target, 'value'>) => void; ids: Ids }) {
  const [typed, type] = useState('');
  const [open, set] = useState(false);
  /** Nothing is chosen until somebody types or moves, so that the name of the field is heard first. */
  const [at, setAt] = useState(-1);
  const list = useId();
  const { snapshot } = useProject();
  const models = Array.isArray(field.model) ? snapshot!.models.filter((one) => field.model!.includes(one.id)) : [];
  const [only, choose] = useState('');
  const isAsked = (model: string): boolean => only === '' || only === model;
  const shown = targets.filter((target) => isAsked(target.model) && target.title.toLowerCase().includes(typed.toLowerCase())).slice(0, SHOWN);
  const creatable = useCreatable(field).filter((model) => isAsked(model.id));
  const { join } = useContext(FormChange);
  /** A form of a new entry that the browser has not opened, and whose it is. */
  const [blocked, block] = useState<{ place: string; name: string } | null>(null);
  const create = useCreation((made: Created) => {
    block(null);
    if (made.branch) join(made);
    onPick({ value: Array.isArray(field.model) ? { model: made.model, ref: made.entry } : made.entry });
  });
  const close = () => {
    type('');
    setAt(-1);
    set(false);
  };
  const nameOfNew = (model: Model) => t(typed.trim() ? 'entry.createNamed' : 'entry.create', { model: model.name, title: typed.trim() });
  const pick = (index: number) => {
    const target = shown[index];
    const model = creatable[index - shown.length];
    if (target) onPick(target);
    else if (model) {
      const place = create(model, typed.trim());
      block(place === null ? null : { place, name: nameOfNew(model) });
    }
    else return;
    close();
  };
  const all = shown.length + creatable.length;
  return (
    <div className={models.length > 1 ? 'pairing' : undefined}>
    {models.length > 1 && (
      <select className="input" aria-label={t('entry.findIn', { field: label })} value={only} onChange={(event) => { choose(event.target.value); setAt(-1); }}>
        <option value="">{t('history.all')}</option>
        {models.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
      </select>
    )}
    <div className="menu" style={{ display: 'block' }}>
      <input className="input" id={ids.id} role="combobox" aria-describedby={ids['aria-describedby']} aria-required={ids['aria-required']} aria-invalid={ids['aria-invalid']}
        aria-label={t('entry.find', { field: label })} aria-expanded={open} aria-controls={list} aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 && at < all ? list + at : undefined}
        placeholder={t('entry.findPlaceholder')} value={typed} autoComplete="off" onFocus={() => { set(true); setAt(-1); }} onBlur={() => setTimeout(() => set(false), 150)}
        onChange={(event) => { type(event.target.value); set(true); setAt(0); }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') { event.preventDefault(); set(true); setAt(Math.min(at + 1, all - 1)); }
          else if (event.key === 'ArrowUp') { event.preventDefault(); setAt(Math.max(at - 1, 0)); }
          else if (event.key === 'Enter') { event.preventDefault(); pick(at); }
          else if (event.key === 'Escape') set(false);
        }} />
      <div role="listbox" id={list} aria-label={t('entry.found', { field: label })} hidden={!open || all === 0} className="options">
        {shown.map((target, index) => (
          <div key={target.key} id={list + index} role="option" aria-selected={index === at} className="option" onPointerDown={(event) => { event.preventDefault(); pick(index); }}>{target.title}</div>
        ))}
        {creatable.map((model, offset) => {
          const index = shown.length + offset;
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field takes the keys of its options
          return <div key={model.id} id={list + index} role="option" aria-selected={index === at} className="option" onPointerDown={(event) => event.preventDefault()} onClick={() => pick(index)}><Icon name="plus" /> {nameOfNew(model)}</div>;
        })}
      </div>
    </div>
    {blocked && (
      <div style={{ gridColumn: '1 / -1' }}>
        <Notice kind="bad">
          <span>{t('entry.create.blocked')}</span>
          {/* biome-ignore lint/security/noBlankTarget: a place of this studio, whose tab ends by itself as one that was opened from here may */}
          <a className="button" href={blocked.place} target="_blank" rel="opener">{blocked.name}</a>
        </Notice>
      </div>
    )}
    </div>
  );
}

export function RelationEditor({ field, value, set, ids, label, readOnly }: EditorProps) {
  const targets = useTargets(field, ids.lang ?? '');
  const waiting = useTitles(field);
  /** The chosen entry and the search for one stand in each other's place, and so does the focus, unless it has gone on already: a key meant for the next field would remove what was chosen. */
  const put = (next: unknown) => {
    set(next);
    focusStays(() => document.getElementById(ids.id));
  };
  if (value !== undefined && value !== null && value !== '') {
    const now = targets.find((target) => target.key === keyOf(value));
    return (
      <div className="row">
        <span className="chip">{now ? <Link href={now.place} target="_blank">{now.title}</Link> : (waiting(value) ?? <code>{keyOf(value)}</code>)}
          {readOnly ? <span style={{ inlineSize: 8 }} /> : <button type="button" id={ids.id} aria-label={t('entry.take', { item: now?.title ?? waiting(value) ?? keyOf(value) })} onClick={() => put(undefined)}><Icon name="cross" /></button>}
        </span>
        {!now && <span className={waiting(value) ? 'note' : 'warning'}>{t(waiting(value) ? 'entry.waits' : 'entry.gone')}</span>}
      </div>
    );
  }
  return readOnly ? <span className="quiet">{t('entry.noChoice')}</span> : <Search field={field} ids={ids} targets={targets} label={label} onPick={(target) => put(target.value)} />;
}

export function RelationsEditor({ field, value, set, ids, label, readOnly }: EditorProps) {
  const targets = useTargets(field, ids.lang ?? '');
  const waiting = useTitles(field);
  const items = Array.isArray(value) ? value : [];
  const [some, more] = useSome(items);
  const put = (next: unknown[]) => set(next.length === 0 ? undefined : next);
  const taken = new Set(items.map(keyOf));
  const move = (at: number, by: number) => {
    const next = [...items];
    next.splice(at, 1);
    next.splice(at + by, 0, items[at]);
    put(next);
  };
  const moves = useMoves<HTMLOListElement>(readOnly ? 0 : some.length, move);
  return <>
    {items.length > 0 && (
      <ol className="chips" aria-label={label} {...moves}>
        {some.map((one, at) => {
          const target = targets.find((each) => each.key === keyOf(one));
          const title = target?.title ?? waiting(one) ?? keyOf(one);
          return (
            <li className="chip" key={`${keyOf(one)} ${items.slice(0, at).filter((each) => keyOf(each) === keyOf(one)).length}`}>{!readOnly && items.length > 1 && <Grip />}{target ? <Link href={target.place} target="_blank">{title}</Link> : title}
              {!readOnly && items.length > 1 && <Mover item={title} by={-1} isLast={at === 0} move={(by) => move(at, by)} />}
              {!readOnly ? <button type="button" aria-label={t('entry.take', { item: title })} onClick={() => put(items.filter((_, index) => index !== at))}><Icon name="cross" /></button> : <span style={{ inlineSize: 8 }} />}
            </li>
          );
        })}
      </ol>
    )}
    {more}
    {!readOnly && <Search field={field} ids={items.length > 0 ? { ...ids, 'aria-required': undefined } : ids} targets={targets.filter((target) => !taken.has(target.key))} label={label} onPick={(target) => put([...items, target.value])} />}
  </>;
}
