import { useId, useMemo, useState } from 'react';
import { Icon } from '../parts/icon';
import { Link } from '../parts/link';
import { entriesOf, localeOf, titleOf } from '../replica/entries';
import { useProject } from '../replica/project';
import { t } from '../words/all';
import type { FieldDefinition } from '../api/types';
import type { EditorProps } from './editor';
import { Grip, useMoves } from './moves';

type Target = { key: string; value: unknown; title: string; place: string };

/** What a relation may point at, by title; with several models a value names its model. */
export function useTargets(field: FieldDefinition): Target[] {
  const { snapshot: now, place } = useProject();
  const snapshot = now!;
  return useMemo(() => {
    const many = Array.isArray(field.model);
    const ids = many ? (field.model as string[]) : typeof field.model === 'string' ? [field.model] : [];
    return ids.flatMap((id) => {
      const model = snapshot.models.find((one) => one.id === id);
      if (!model) return [];
      return entriesOf(snapshot, model, localeOf(snapshot, model, snapshot.config?.locales.default ?? '')).map((entry): Target => {
        const value = many ? { model: id, ref: entry.id } : entry.id;
        return { key: keyOf(value), value, place: `${place}/c/${encodeURIComponent(id)}/${encodeURIComponent(entry.id)}`, title: titleOf(model, entry) + (many ? ` · ${model.name}` : '') };
      });
    }).sort((a, b) => a.title.localeCompare(b.title));
  }, [snapshot, field.model]);
}

export const keyOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const SHOWN = 30;

function Search({ targets, label, onPick, id, about }: { targets: Target[]; label: string; onPick: (target: Target) => void; id: string; about?: string }) {
  const [typed, type] = useState('');
  const [open, set] = useState(false);
  const [at, setAt] = useState(0);
  const list = useId();
  const shown = targets.filter((target) => target.title.toLowerCase().includes(typed.toLowerCase())).slice(0, SHOWN);
  const pick = (target: Target | undefined) => {
    if (!target) return;
    onPick(target);
    type('');
    set(false);
  };
  return (
    <div className="menu" style={{ display: 'block' }}>
      <input className="input" id={id} role="combobox" aria-describedby={about} aria-label={t('entry.find', { field: label })} aria-expanded={open} aria-controls={list} aria-autocomplete="list" aria-activedescendant={open && shown[at] ? list + at : undefined}
        placeholder={t('entry.findPlaceholder')} value={typed} autoComplete="off" onFocus={() => set(true)} onBlur={() => setTimeout(() => set(false), 150)}
        onChange={(event) => { type(event.target.value); set(true); setAt(0); }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') { event.preventDefault(); set(true); setAt(Math.min(at + 1, shown.length - 1)); }
          else if (event.key === 'ArrowUp') { event.preventDefault(); setAt(Math.max(at - 1, 0)); }
          else if (event.key === 'Enter') { event.preventDefault(); pick(shown[at]); }
          else if (event.key === 'Escape') set(false);
        }} />
      <div role="listbox" id={list} aria-label={t('entry.found', { field: label })} hidden={!open || shown.length === 0} className="options">
        {shown.map((target, index) => (
          <div key={target.key} id={list + index} role="option" aria-selected={index === at} className="option" onPointerDown={(event) => { event.preventDefault(); pick(target); }}>{target.title}</div>
        ))}
      </div>
    </div>
  );
}

export function RelationEditor({ field, value, set, ids, label, readOnly }: EditorProps) {
  const targets = useTargets(field);
  if (value !== undefined && value !== null && value !== '') {
    const now = targets.find((target) => target.key === keyOf(value));
    return (
      <div className="row">
        <span className="chip">{now ? <Link href={now.place}>{now.title}</Link> : <code>{keyOf(value)}</code>}
          {readOnly ? <span style={{ inlineSize: 8 }} /> : <button type="button" id={ids.id} aria-label={t('entry.take', { item: now?.title ?? keyOf(value) })} onClick={() => set(undefined)}><Icon name="cross" /></button>}
        </span>
        {!now && <span className="warning">{t('entry.gone')}</span>}
      </div>
    );
  }
  return readOnly ? <span className="quiet">{t('entry.noChoice')}</span> : <Search id={ids.id} about={ids['aria-describedby']} targets={targets} label={label} onPick={(target) => set(target.value)} />;
}

export function RelationsEditor({ field, value, set, ids, label, readOnly }: EditorProps) {
  const targets = useTargets(field);
  const items = Array.isArray(value) ? value : [];
  const put = (next: unknown[]) => set(next.length === 0 ? undefined : next);
  const taken = new Set(items.map(keyOf));
  const move = (at: number, by: number) => {
    const next = [...items];
    next.splice(at, 1);
    next.splice(at + by, 0, items[at]);
    put(next);
  };
  const moves = useMoves<HTMLOListElement>(readOnly ? 0 : items.length, move);
  return <>
    {items.length > 0 && (
      <ol className="chips" aria-label={label} {...moves}>
        {items.map((one, at) => {
          const target = targets.find((each) => each.key === keyOf(one));
          const title = target?.title ?? keyOf(one);
          return (
            <li className="chip" key={`${keyOf(one)} ${items.slice(0, at).filter((each) => keyOf(each) === keyOf(one)).length}`}>{!readOnly && items.length > 1 && <Grip />}{target ? <Link href={target.place}>{title}</Link> : title}
              {!readOnly && at > 0 && <button type="button" aria-label={t('entry.earlier', { item: title })} onClick={() => move(at, -1)}><Icon name="up" /></button>}
              {!readOnly ? <button type="button" aria-label={t('entry.take', { item: title })} onClick={() => put(items.filter((_, index) => index !== at))}><Icon name="cross" /></button> : <span style={{ inlineSize: 8 }} />}
            </li>
          );
        })}
      </ol>
    )}
    {!readOnly && <Search id={ids.id} about={ids['aria-describedby']} targets={targets.filter((target) => !taken.has(target.key))} label={label} onPick={(target) => put([...items, target.value])} />}
  </>;
}
