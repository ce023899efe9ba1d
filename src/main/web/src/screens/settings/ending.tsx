import { useEffect, useState } from 'react';
import { get, remove } from '../../api/call';
import { go } from '../../api/route';
import { Dialog } from '../../parts/dialog';
import { instance } from '../../api/instance';
import { Problem, Waiting } from '../../parts/basic';
import { countOf, hasMany, localesOf } from '../../replica/entries';
import { countDraftsOf, forgetProject } from '../../replica/leaving';
import { useProject } from '../../replica/project';
import { list, many, t } from '../../words/all';

/** What goes when a project is disconnected, in numbers; it goes from this device, too. */
export function Ending({ home, onClose }: { home: string; onClose: () => void }) {
  const content = useProject();
  const [gone, set] = useState<{ members: number; keys: number; drafts: number } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const read = async () => {
    setProblem(null);
    try {
      const [members, keys, drafts] = await Promise.all([
        get<unknown[]>(`${content.path}/members`),
        instance.rooms.includes('delivery') && content.may('manage_delivery_keys') ? get<unknown[]>(`${content.path}/cdn/keys`) : [],
        countDraftsOf(content.person, content.project.id),
      ]);
      set({ members: members.length, keys: keys.length, drafts });
    } catch (refused) {
      setProblem(refused);
    }
  };
  useEffect(() => void read(), []);
  const end = async () => {
    setBusy(true);
    try {
      await remove(content.path);
      await forgetProject(content.person, content.project.id);
      go(home);
    } catch (refused) {
      setProblem(refused);
      setBusy(false);
    }
  };
  const snapshot = content.snapshot!;
  const entries = snapshot.models.filter(hasMany).reduce((sum, model) => sum + Math.max(...localesOf(snapshot, model, '').map((locale) => countOf(snapshot, model, locale))), 0);
  return (
    <Dialog title={t('project.disconnect.title', { name: content.project.name })} onClose={onClose} foot={<>
      <button className="button" type="button" onClick={onClose}>{t('cancel')}</button>
      <button className="button danger" type="button" disabled={busy || !(gone || problem)} onClick={() => void end()}>{t('project.disconnect')}</button>
    </>}>
      <p>{t('project.end.about')}</p>
      {problem ? <Problem of={problem} again={() => void read()} /> : !gone ? <Waiting /> : <>
        <p>{t('project.end.goes', { what: list([many(gone.members, 'project.end.members.one', 'project.end.members.many'), many(gone.keys, 'project.end.keys.one', 'project.end.keys.many'), many(content.branches.length, 'project.end.changes.one', 'project.end.changes.many')]) })}</p>
        <p>{t('project.end.stays', { entries: many(entries, 'entries.one', 'entries.many') })}</p>
        {gone.drafts > 0 && <p className="warning">{many(gone.drafts, 'project.end.drafts.one', 'project.end.drafts.many')}</p>}
      </>}
    </Dialog>
  );
}
