import { useEffect, useState, type FormEvent } from 'react';
import { get, patch, post, remove } from '../../api/call';
import { go } from '../../api/route';
import { Face, Head, Notice, Problem, Waiting } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { useProject } from '../../replica/project';
import { languageName, t } from '../../words/words';

/** How a project works: workflow, languages, who may do what in it, and its end. */
export default function Settings({ home }: { home: string }) {
  const content = useProject();
  const config = content.snapshot!.config;
  const [problem, setProblem] = useState<unknown>(null);
  const [said, say] = useState('');
  const [locale, setLocale] = useState('');
  const [from, setFrom] = useState('');
  const [leaving, setLeaving] = useState(false);
  const may = content.may('edit_config');
  const act = async (work: () => Promise<unknown>) => {
    setProblem(null);
    say('');
    try {
      await work();
      await content.refresh();
      say(t('saved'));
      return true;
    } catch (refused) {
      setProblem(refused);
      return false;
    }
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (await act(() => post(content.path + '/locales', { locale: locale.trim(), ...(from ? { copyFrom: from } : {}) }))) setLocale('');
  };
  return (
    <>
      <Head title={t('settings')} about={content.project.repo_full_name} />
      {problem ? <Problem of={problem} /> : null}
      <p role="status" className={said ? 'notice good' : 'hidden'}>{said}</p>
      {!may && <Notice>{t('project.mayNot')}</Notice>}
      {config && <>
        <section className="card padded stack" aria-label={t('project.workflow')}>
          <h2>{t('project.workflow')}</h2>
          <div className="choices">
            {(['auto-merge', 'review'] as const).map((one) => (
              <label className="choice" key={one}>
                <input type="radio" name="workflow" disabled={!may} checked={config.workflow === one} aria-label={t(`workflow.${one}`)} onChange={() => act(() => patch(content.path + '/config', { workflow: one }))} />
                <span><strong>{t(`workflow.${one}`)}</strong><br /><span className="quiet">{t(`workflow.${one}.about`)}</span></span>
              </label>
            ))}
          </div>
        </section>
        <section className="card padded stack" aria-label={t('locales')}>
          <h2>{t('locales')}</h2>
          <ul className="chips">{config.locales.supported.map((one) => <li className="chip" key={one} style={{ paddingInlineEnd: 8 }}>{languageName(one)} <code className="note" style={{ marginInlineStart: 6 }}>{one}</code>{one === config.locales.default && <span className="note" style={{ marginInlineStart: 6 }}>{t('project.default')}</span>}</li>)}</ul>
          {content.may('add_locale') && (
            <form className="tools" onSubmit={add}>
              <input className="input search" required aria-label={t('project.newLocale')} placeholder={t('project.newLocale')} value={locale} onChange={(event) => setLocale(event.target.value)} />
              <select className="input" aria-label={t('project.copyFrom')} value={from} onChange={(event) => setFrom(event.target.value)}>
                <option value="">{t('project.empty')}</option>
                {config.locales.supported.map((one) => <option key={one} value={one}>{t('project.copyOf', { locale: languageName(one) })}</option>)}
              </select>
              <button className="button">{t('entry.add')}</button>
            </form>
          )}
        </section>
      </>}
      {content.may('view_project_members') && <People act={act} />}
      {content.may('delete_project') && (
        <section className="card padded stack" aria-label={t('project.end')}>
          <h2>{t('project.end')}</h2>
          <p className="quiet">{t('project.end.about')}</p>
          <div><button className="button danger" type="button" onClick={() => setLeaving(true)}>{t('project.disconnect')}</button></div>
        </section>
      )}
      {leaving && (
        <Dialog title={t('project.disconnect.title', { name: content.project.name })} onClose={() => setLeaving(false)} foot={<>
          <button className="button" type="button" onClick={() => setLeaving(false)}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={async () => {
            setLeaving(false);
            try {
              await remove(content.path);
              go(home);
            } catch (refused) {
              setProblem(refused);
            }
          }}>{t('project.disconnect')}</button>
        </>}><p>{t('project.end.about')}</p></Dialog>
      )}
    </>
  );
}

/** Who has a role in the project; owners and admins of the workspace have every one of them. */
function People({ act }: { act: (work: () => Promise<unknown>) => Promise<boolean> }) {
  const content = useProject();
  const [people, set] = useState<any[] | null>(null);
  const [everybody, setEverybody] = useState<any[]>([]);
  const [who, setWho] = useState('');
  const [role, setRole] = useState('editor');
  const load = () => Promise.all([get(content.path + '/members'), get(content.path.split('/projects/')[0] + '/members')]).then(([members, all]) => {
    set(members);
    setEverybody(all);
  }, () => set([]));
  useEffect(() => void load(), []);
  const may = content.may('manage_project_members');
  const idOf = (one: any): string => one.userId ?? one.user_id;
  const person = (id: string) => everybody.find((one) => one.user_id === id);
  const free = everybody.filter((one) => one.user_id && one.role === 'member' && one.accepted_at && !people?.some((member) => idOf(member) === one.user_id));
  return (
    <section className="card padded stack" aria-label={t('people')}>
      <h2>{t('people')}</h2>
      <p className="quiet">{t('people.about')}</p>
      {!people ? <Waiting /> : (
        <ul className="rows">
          {people.map((one) => {
            const name = person(idOf(one))?.display_name ?? one.display_name ?? idOf(one);
            return (
              <li key={one.id}><div className="line" style={{ paddingInline: 0 }}>
                <Face name={name} /><span className="grow"><strong>{name}</strong><br /><span className="note">{t(`role.${one.role}.about` as 'role.editor.about')}</span></span><span className="quiet">{t(`role.${one.role}` as 'role.editor')}</span>
                {may && <button className="button square quiet-button" type="button" aria-label={t('members.remove', { name })} onClick={() => act(() => remove(`${content.path}/members/${one.id}`)).then(load)}><Icon name="bin" /></button>}
              </div></li>
            );
          })}
          {people.length === 0 && <li className="quiet">{t('people.none')}</li>}
        </ul>
      )}
      {may && free.length > 0 && (
        <form className="tools" onSubmit={(event: FormEvent) => { event.preventDefault(); void act(() => post(content.path + '/members', { userId: who, role })).then(load); setWho(''); }}>
          <select className="input search" aria-label={t('people.who')} value={who} onChange={(event) => setWho(event.target.value)}>
            <option value="">{t('choose')}</option>
            {free.map((one) => <option key={one.id} value={one.user_id}>{one.display_name ?? one.email}</option>)}
          </select>
          <select className="input" aria-label={t('role')} value={role} onChange={(event) => setRole(event.target.value)}>
            {(['editor', 'reviewer', 'viewer'] as const).map((one) => <option key={one} value={one}>{t(`role.${one}`)}</option>)}
          </select>
          <button className="button" disabled={!who}>{t('entry.add')}</button>
        </form>
      )}
    </section>
  );
}
