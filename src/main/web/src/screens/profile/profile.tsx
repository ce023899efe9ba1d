import { useState, type FormEvent } from 'react';
import { patch, remove, send } from '../../api/call';
import type { User } from '../../api/types';
import { Face, Field, Head, Problem } from '../../parts/basic';
import { showTheme } from '../../replica/kept';
import { mayKeep, switchKeeping } from '../../replica/snapshots';
import { language, t } from '../../words/all';
import { EndOfAccount, Sessions } from './account';
import { Frame } from '../../parts/frame';

/** Name, picture, theme and language of the person who is signed in. */
export default function Profile({ user, onChange }: { user: User; onChange: (user: User) => void }) {
  const [name, setName] = useState(user.displayName);
  const [problem, setProblem] = useState<unknown>(null);
  const [said, say] = useState('');
  const [keeping, setKeeping] = useState(mayKeep);
  const act = async (work: () => Promise<Partial<User>>) => {
    setProblem(null);
    say('');
    try {
      onChange({ ...user, ...(await work()) });
      say(t('saved'));
    } catch (refused) {
      setProblem(refused);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      await patch('/api/profile', { displayName: name.trim() });
      return { displayName: name.trim() };
    });
  };
  const theme = (value: User['theme']) => act(async () => {
    await patch('/api/profile', { theme: value });
    showTheme(value);
    return { theme: value };
  });
  const picture = (file: File | undefined) => {
    if (!file) return;
    const form = new FormData();
    form.append('file', file);
    void act(async () => ({ avatarUrl: (await send('POST', '/api/profile/avatar', { form })).json.avatarUrl }));
  };
  return (
    <Frame user={user}>
      <div className="inner narrow">
        <Head title={t('profile')} about={user.email} />
        {problem ? <Problem of={problem} /> : null}
        <form className="card padded stack" onSubmit={save}>
          <Field label={t('profile.name')}>{(ids) => <input className="input" {...ids} autoComplete="name" maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />}</Field>
          <div className="row"><button className="button primary" type="submit" disabled={!name.trim() || name.trim() === user.displayName}>{t('save')}</button><span role="status" className="quiet">{said}</span></div>
        </form>
        <section className="card padded stack">
          <h2>{t('profile.picture')}</h2>
          <div className="row large">
            <Face name={user.displayName} picture={user.avatarUrl} />
            <label className="button upload">{t('profile.picture.choose')}<input type="file" aria-label={t('profile.picture')} accept="image/png,image/jpeg,image/webp,image/gif" onChange={(event) => picture(event.target.files?.[0])} /></label>
            {user.avatarUrl && <button className="button" type="button" onClick={() => act(async () => ({ avatarUrl: (await remove<{ avatarUrl: string | null }>('/api/profile/avatar')).avatarUrl }))}>{t('remove')}</button>}
          </div>
        </section>
        <section className="card padded stack">
          <h2>{t('profile.look')}</h2>
          <Field label={t('profile.theme')}>
            {(ids) => (
              <select className="input" {...ids} value={user.theme} onChange={(event) => theme(event.target.value as User['theme'])}>
                {(['system', 'light', 'dark'] as const).map((one) => <option key={one} value={one}>{t(`theme.${one}`)}</option>)}
              </select>
            )}
          </Field>
          <Field label={t('profile.language')}>
            {(ids) => (
              <select className="input" {...ids} value={language} onChange={(event) => { localStorage.setItem('language', event.target.value); location.reload(); }}>
                <option value="en">English</option>
                <option value="de">Deutsch</option>
              </select>
            )}
          </Field>
          <div><label className="switch"><input type="checkbox" role="switch" aria-checked={keeping} checked={keeping} onChange={(event) => { setKeeping(event.target.checked); void switchKeeping(event.target.checked).catch(() => {}); }} />{t('profile.keep')}</label> <p className="note">{t('profile.keep.about')}</p></div>
        </section>
        <Sessions />
        <EndOfAccount user={user} />
      </div>
    </Frame>
  );
}
