
/** What stands on this page in German, for who reads that in the studio or has a German browser. */
const GERMAN = {
  'Sign in': 'Anmelden',
  'Sign in to go on where you were.': 'Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
  'Continue with the Git host': 'Weiter mit dem Git-Host',
  'Continue with a web identity': 'Weiter mit einer Web-Identität',
  'E-mail': 'E-Mail',
  'Send me a link': 'Link zusenden',
  'The provider did not confirm the sign-in. Please try again.': 'Der Anbieter hat die Anmeldung nicht bestätigt. Bitte versuchen Sie es noch einmal.',
  'This sign-in link is not valid any more. Ask for a new one.': 'Dieser Link gilt nicht mehr. Lassen Sie sich einen neuen schicken.',
  'The sign-in did not work. Please try again.': 'Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  'The service cannot be reached. Please try again.': 'Der Dienst ist nicht erreichbar. Bitte versuchen Sie es noch einmal.',
  'If this address may sign in, a link is on its way to it. On a machine without mail it lies in the outbox at /outbox.': 'Wenn sich diese Adresse anmelden darf, ist ein Link zu ihr unterwegs. Auf einem Rechner ohne Mail liegt er im Ausgang unter /outbox.',
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

const problem = document.getElementById('problem');
const said = document.getElementById('said');
const next = new URLSearchParams(location.search).get('next') || '';
// Own paths only: anything else would lead people elsewhere after they have signed in.
const own = /^\/(?![\/\\])/.test(next) ? next : '';
if (own) {
  sessionStorage.setItem('next', own);
  document.getElementById('expired').hidden = false;
} else {
  sessionStorage.removeItem('next');
}

async function ask(path, content, then) {
  problem.hidden = true;
  said.textContent = '';
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(content),
    });
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.message);
    then(body);
  } catch (refused) {
    problem.textContent = refused.message || t('The service cannot be reached. Please try again.');
    problem.hidden = false;
  }
}

for (const button of document.querySelectorAll('button[data-provider]')) {
  button.addEventListener('click', () => ask('/api/auth/login', { provider: button.dataset.provider }, (body) => location.assign(body.url)));
}

document.getElementById('link').addEventListener('submit', (event) => {
  event.preventDefault();
  const email = document.getElementById('email').value;
  ask('/api/auth/magic-link', { email }, () => {
    said.textContent = t('If this address may sign in, a link is on its way to it. On a machine without mail it lies in the outbox at /outbox.');
  });
});
