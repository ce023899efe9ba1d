
/** What stands on this page in German, for who reads that in the studio or has a German browser. */
const GERMAN = {
  'Signed in': 'Angemeldet',
  'Signing in …': 'Anmeldung läuft …',
  'Not signed in': 'Nicht angemeldet',
  'Sign in again': 'Noch einmal anmelden',
  'Sign out': 'Abmelden',
  'The provider did not confirm the sign-in.': 'Der Anbieter hat die Anmeldung nicht bestätigt.',
};
let language = navigator.language;
try {
  language = localStorage.getItem('language') ?? language;
} catch {
  // a browser that keeps nothing speaks the language of its person
}
const t = (words) => (language.startsWith('de') && GERMAN[words]) || words;
if (language.startsWith('de')) {
  document.documentElement.lang = 'de';
  document.title = t(document.title);
  for (const one of document.querySelectorAll('h1, p, a, button, label')) if (GERMAN[one.textContent]) one.textContent = t(one.textContent);
}

const part = (id) => document.getElementById(id);

function fail(message) {
  part('title').textContent = t('Not signed in');
  part('problem').textContent = message;
  part('problem').hidden = false;
  part('again').hidden = false;
}

async function send(method, path, content) {
  const options = { method };
  if (content) {
    options.headers = { 'Content-Type': 'application/json' };
    options.body = JSON.stringify(content);
  }
  const answer = await fetch(path, options);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.message);
  return body;
}

async function run() {
  const query = new URLSearchParams(location.search);
  history.replaceState(null, '', '/auth/callback');
  if (query.has('error')) throw new Error(t('The provider did not confirm the sign-in.'));
  if (query.has('code')) {
    const content = { code: query.get('code') };
    for (const name of ['state', 'iss']) if (query.has(name)) content[name] = query.get(name);
    await send('POST', '/api/auth/verify', content);
  }
  const { user } = await send('GET', '/api/auth/me');
  const next = sessionStorage.getItem('next');
  sessionStorage.removeItem('next');
  if (query.has('code')) {
    location.replace(next || '/');
    return;
  }
  part('title').textContent = t('Signed in');
  part('name').textContent = user.displayName;
  part('email').textContent = user.email;
  part('welcome').hidden = false;
  part('logout').addEventListener('click', async () => {
    await send('POST', '/api/auth/logout');
    location.assign('/auth/login');
  });
}

run().catch((problem) => fail(problem.message));
