// The person of the kit's authorization scenarios: signs in, opens each address that the kit prints, and allows what is asked.
// Usage: node authorize.mjs <url of the service> <id of a project> <port> <path of the kit>
import { spawn } from 'node:child_process';

const [base, project, port, kit] = process.argv.slice(2);
const callback = `http://127.0.0.1:${port}/callback`;
const cookies = new Map();
async function visit(address, options = {}) {
  const answer = await fetch(new URL(address, base), {
    redirect: 'manual',
    ...options,
    headers: { ...options.headers, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  for (const cookie of answer.headers.getSetCookie()) {
    const [name, ...value] = cookie.split(';')[0].split('=');
    cookies.set(name, value.join('='));
  }
  return answer;
}

const out = (await visit('/api/auth/oauth/git_host?redirect=/')).headers.get('location');
await visit((await visit(`${out}&login_hint=ada%40example.com&name=ada`)).headers.get('location'));
const registered = await fetch(`${base}/api/oauth/register`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ client_name: 'kit', redirect_uris: [callback] }),
});
const { client_id: id } = await registered.json();
const run = spawn(process.execPath, [kit, 'authorization', '--url', base, '--client-id', id, '--port', port, '--resource',
  `${base}/api/mcp/v1/mcp`, '-o', 'out-authorization'], { stdio: ['ignore', 'pipe', 'inherit'] });
const seen = new Set();
let text = '';
run.stdout.on('data', async (piece) => {
  process.stdout.write(piece);
  text += piece;
  for (const [url] of text.matchAll(/https?:\/\/\S+\/api\/oauth\/authorize\?\S+(?=\s)/g)) {
    if (seen.has(url)) continue;
    seen.add(url);
    const page = await visit(url);
    let back = page.headers.get('location');
    if (page.status === 200) {
      const shown = await page.text();
      const form = /name="form" value="([^"]+)"/.exec(shown)[1];
      const fields = new URLSearchParams({ form, project, decision: 'allow' });
      for (const [, scope] of shown.matchAll(/name="scope" value="([^"]+)"/g)) fields.append('scope', scope);
      back = (await visit(url, { method: 'POST', body: fields })).headers.get('location');
    }
    if (back) await fetch(back);
  }
});
run.on('exit', (code) => process.exit(code ?? 1));
