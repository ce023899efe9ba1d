// The person of the kit's authorization scenarios: signs in, opens each address that the kit prints, and allows what is asked.
// Usage: node authorize.mjs <url of the service> <id of a project> <port> <path of the kit>
import { spawn } from 'node:child_process';
import { person } from './person.mjs';

const [base, project, port, kit] = process.argv.slice(2);
const callback = `http://127.0.0.1:${port}/callback`;
const ada = await person(base);
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
    const { back } = await ada.consent(url, project);
    if (back) await fetch(back);
  }
});
run.on('close', (code) => process.exit(code ?? 1)); // once all of what it said was passed on
