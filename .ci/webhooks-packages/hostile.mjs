// Sends a list of attacks through a public form, as JSON and from a page of another site, and looks at all of them in the
// studio with Chromium: no script runs, no dialog opens, nothing is fetched from elsewhere.
// Usage: node hostile.mjs <url of the service> <list> <chromium>
import { readFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const [base, list, executablePath] = process.argv.slice(2);
const attacks = readFileSync(list, 'utf8').split('\n').filter((line) => line !== '');
const browser = await puppeteer.launch({ executablePath, headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
const page = await browser.newPage();
const wrong = [];
const watch = (tab) => {
  tab.on('dialog', (dialog) => { wrong.push('a dialog opened: ' + dialog.message()); dialog.dismiss(); });
  tab.on('request', (request) => { if (!request.url().startsWith(base) && !/^(data|blob|about):/.test(request.url())) wrong.push('asked for ' + request.url()); });
};
watch(page);

await page.goto(base + '/auth/login', { waitUntil: 'networkidle0' });
const begun = await page.evaluate(async () => (await (await fetch('/api/auth/login', {
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ provider: 'git_host' }),
})).json()).url);
await page.goto(begun + '&login_hint=ada%40example.com&name=ada', { waitUntil: 'networkidle0' });
const { projectId, place, path } = await page.evaluate(async () => {
  const call = async (method, at, body) => {
    const answer = await fetch(at, { method, headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const workspace = (await call('GET', '/api/workspaces'))[0];
  const w = '/api/workspaces/' + workspace.id;
  const found = await call('GET', '/api/git_host/installations/available?workspaceId=' + workspace.id);
  await call('POST', '/api/git_host/installations/connect', { workspaceId: workspace.id, installationId: found.installations[0].id });
  const made = await call('POST', '/api/git_host/create-from-template', { workspaceId: workspace.id, templateRepo: 'starters/blog', name: 'blog' });
  const project = await call('POST', w + '/projects', { repoFullName: made.fullName, name: 'blog' });
  const path = w + '/projects/' + project.id;
  await call('PATCH', path + '/models/authors', { form: { enabled: true, public: true, exposedFields: ['name', 'bio'] } });
  return { projectId: project.id, place: `/w/${workspace.slug}/p/${project.id}`, path };
});

const submit = `${base}/api/forms/v1/${projectId}/authors/submit`;
let kept = 0;
for (const [n, attack] of attacks.entries()) {
  const answer = await fetch(submit, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ data: { name: `n${n}`, bio: attack } }) });
  if (answer.status >= 500) wrong.push(`${answer.status} to ${attack}`);
  if ((await answer.json()).success) kept++;
}
console.log(`${kept} of ${attacks.length} attacks were kept as text`);

// The page of a form without script, in the same browser.
const form = await browser.newPage();
form.on('dialog', (dialog) => { wrong.push('a dialog opened: ' + dialog.message()); dialog.dismiss(); });
for (const attack of attacks.slice(0, 40)) {
  await form.setContent(`<form method="post" action="${submit}"><input name="bio"><input name="name" value=""></form>`);
  await form.$eval('input[name=bio]', (input, value) => { input.value = value; }, attack);
  await Promise.all([form.waitForNavigation(), form.$eval('form', (one) => one.submit())]);
  if (await form.title() === 'ran') wrong.push('ran on the page of the form: ' + attack);
}

await form.close();

// Everything in the studio, page by page, and with each link that a value became.
let shown = 0;
const texts = () => page.$$eval('#submissions dl.sent', (all) => all.map((one) => one.textContent).join('\n'));
for (const status of ['pending', 'spam']) {
  await page.goto(`${base}${place}/forms/authors?status=${status}`, { waitUntil: 'load' });
  const { total } = await page.evaluate(async (at) => (await fetch(at)).json(), `${path}/forms/authors/submissions?status=${status}`);
  for (let left = total; left > 0; left -= 20) {
    await page.waitForSelector('#submissions dl.sent', { timeout: 30_000 });
    shown += await page.$$eval('#submissions dl.sent', (all) => all.length);
    const links = await page.$$eval('#submissions dl.sent a', (all) => all.map((link) => link.href));
    links.filter((href) => /^(javascript|data|vbscript):/i.test(href)).forEach((href) => wrong.push('a link became ' + href));
    await page.$$eval('#submissions dl.sent *', (all) => all.forEach((one) => one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))));
    if (await page.title() === 'ran') wrong.push('ran in the studio');
    if (left > 20) {
      const before = await texts();
      await page.$$eval('#submissions > .row button', (all) => all.at(-1).click());
      await page.waitForFunction((old) => [...document.querySelectorAll('#submissions dl.sent')].map((one) => one.textContent).join('\n') !== old, { timeout: 30_000, polling: 200 }, before);
    }
  }
}
await browser.close();
if (shown < kept) wrong.push(`only ${shown} of ${kept} were shown`);
if (wrong.length > 0) {
  console.error([...new Set(wrong)].join('\n'));
  process.exit(1);
}
console.log(`${shown} shown in the studio, nothing ran`);
