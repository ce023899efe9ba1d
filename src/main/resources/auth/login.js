
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
    problem.textContent = refused.message || 'The service cannot be reached. Please try again.';
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
    said.textContent = 'If this address may sign in, a link is on its way to it. On a machine without mail it lies in the outbox at /outbox.';
  });
});
