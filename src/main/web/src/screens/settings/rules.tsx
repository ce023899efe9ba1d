import { useEffect, useState } from 'react';
import { get, patch } from '../../api/call';
import { Problem, Waiting } from '../../parts/basic';
import { Dialog } from '../../parts/dialog';
import { useProject } from '../../replica/project';
import { t } from '../../words/all';

type Act = (work: () => Promise<unknown>) => Promise<boolean>;

/** How exact the project is with its content: whether what is only a warning keeps an entry from being saved. */
export function Strictness({ busy, act }: { busy: boolean; act: Act }) {
  const content = useProject();
  const [isStrict, set] = useState<boolean | null>(null);
  const [lost, lose] = useState<unknown>(null);
  const load = () => get<{ config: { strict?: boolean } }>(`${content.path}/config`).then(({ config }) => {
    set(config.strict === true);
    lose(null);
  }, lose);
  useEffect(() => void load(), []);
  const turn = (strict: boolean) => act(async () => {
    await patch(`${content.path}/config`, { strict });
    set(strict);
  });
  return (
    <section className="card padded stack small" aria-label={t('strict')}>
      <h2>{t('strict')}</h2>
      {lost ? <Problem of={lost} again={load} /> : isStrict === null ? <Waiting /> : (
        <label className="switch"><input type="checkbox" role="switch" aria-checked={isStrict} disabled={busy || !content.may('edit_config')} checked={isStrict} onChange={(event) => turn(event.target.checked)} />{t('strict.on')}</label>
      )}
      <p className="note">{t('strict.about')}</p>
    </section>
  );
}

/** Whether a push may put something else in the place of what has landed; the owner's alone, and asked for before it is allowed. */
export function Pushes({ busy, act }: { busy: boolean; act: Act }) {
  const content = useProject();
  const [sure, ask] = useState(false);
  const isAllowed = content.project.allow_force_pushes;
  const turn = (allow: boolean) => {
    ask(false);
    void act(async () => content.takeProject({ ...content.project, ...(await patch<object>(content.path, { allow_force_pushes: allow })) }));
  };
  return (
    <section className="card padded stack small" aria-label={t('pushes')}>
      <h2>{t('pushes')}</h2>
      <label className="switch"><input type="checkbox" role="switch" aria-checked={isAllowed} disabled={busy} checked={isAllowed} onChange={(event) => (event.target.checked ? ask(true) : turn(false))} />{t('pushes.on')}</label>
      <p className="note">{t('pushes.about')}</p>
      {sure && (
        <Dialog title={t('pushes.sure')} onClose={() => ask(false)} foot={<>
          <button className="button" type="button" onClick={() => ask(false)}>{t('cancel')}</button>
          <button className="button danger" type="button" onClick={() => turn(true)}>{t('pushes.allow')}</button>
        </>}><p>{t('pushes.about')}</p></Dialog>
      )}
    </section>
  );
}
