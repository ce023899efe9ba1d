
const problem = document.getElementById('problem');
for (const button of document.querySelectorAll('button[data-provider]')) {
  button.addEventListener('click', async () => {
    problem.hidden = true;
    const answer = await fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ provider: button.dataset.provider }),
    });
    const body = await answer.json();
    if (answer.ok) {
      location.assign(body.url);
    } else {
      problem.textContent = body.message;
      problem.hidden = false;
    }
  });
}
