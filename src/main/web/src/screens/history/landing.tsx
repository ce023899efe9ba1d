import { useState } from 'react';
import { AlteredGroup } from '../../fields/altered';
import { PastState } from '../../fields/past';
import { useSome } from '../../fields/some';
import { State } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { grouped, type Altered, type Group } from '../../replica/changes';
import { localeOf } from '../../replica/entries';
import { useProject } from '../../replica/project';
import { ago, many, moment, t, who, type Words } from '../../words/all';

export type Landing = { commit: string; message: string; timestamp: string; actor: { email: string }; client: string; origin: string; tool: string | null; changes: Altered[]; omitted?: boolean };

/** One landing: opened, its values before and after; each of its entries can be looked at as it then stood. */
export function Landed({ landing, field, onUndo }: { landing: Landing; field: string; onUndo?: () => Promise<void> }) {
  const content = useProject();
  const [open, set] = useState(false);
  const [busy, setBusy] = useState(false);
  const [looked, look] = useState<Group | null>(null);
  const changes = field ? landing.changes.filter((one) => one.field === field) : landing.changes;
  const groups = grouped(content.snapshot!, changes);
  const [shown, more] = useSome(groups);
  const title = groups.length === 1 ? groups[0]!.title : groups.length === 0 ? landing.message.split('\n')[0]! : many(groups.length, 'history.one', 'history.many');
  const kinds = new Set(changes.map((one) => one.kind));
  const single = groups.length === 1 && kinds.size === 1 ? [...kinds][0] : undefined;
  const where = [...new Set(groups.map((group) => group.where).filter(Boolean))];
  return (
    <article className="card">
      <div className="row spread" style={{ padding: '12px 16px' }}>
        <div style={{ minInlineSize: 0, flex: '1 1 260px' }}>
          <h2 style={{ fontSize: 14, lineHeight: '20px' }}>{title}{where.length === 1 && <span className="note" style={{ fontWeight: 400 }}> {where[0]}</span>}{single && single !== 'modified' && <> <State of={single} /></>}</h2>
          <span className="note">{who(landing.actor.email)} · <time dateTime={landing.timestamp} title={moment(landing.timestamp)}>{ago(landing.timestamp)}</time> · {t(`origin.${landing.origin}` as keyof Words)}</span>
        </div>
        <button className="button quiet-button clear" type="button" aria-expanded={open} onClick={() => set(!open)}><Icon name={open ? 'up' : 'down'} />{open ? t('history.hide') : many(changes.length, 'fields.one', 'fields.many')}</button>
        {onUndo && <button className="button" type="button" disabled={busy} aria-label={t('history.undoOf', { title })} onClick={() => { setBusy(true); void onUndo().finally(() => setBusy(false)); }}>{t('history.undo')}</button>}
      </div>
      {open && <div className="stack" style={{ padding: groups.length === 1 ? '0 0 16px' : '0 16px 16px' }}>
        {shown.map((group) => (
          <div key={group.key} className="stack small">
            <AlteredGroup group={group} plain={groups.length === 1} />
            {group.model && group.altered.some((one) => one.kind !== 'removed') && <div className="inset"><button className="link" type="button" onClick={() => look(group)}>{t('history.look', { title: group.title })}</button></div>}
          </div>
        ))}
        {more}
        {landing.omitted && <p className="note inset">{t('values.omitted')}</p>}
        <details className="inset"><summary className="quiet">{t('git.details')}</summary><p className="note"><code>{landing.commit}</code></p></details>
      </div>}
      {looked?.model && (
        <Dialog title={`${looked.title}: ${t('past.title', { when: moment(landing.timestamp) })}`} onClose={() => look(null)} foot={<button className="button" type="button" onClick={() => look(null)}>{t('close')}</button>}>
          <PastState model={looked.model} id={looked.model.kind === 'singleton' || looked.model.kind === 'dictionary' ? '' : looked.entry ?? ''} locale={looked.locale ?? localeOf(content.snapshot!, looked.model, '')} commit={landing.commit} />
        </Dialog>
      )}
    </article>
  );
}
