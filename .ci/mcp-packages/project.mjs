// Signs in at the built-in identity page, makes a project and three keys for remote tools, and prints where and with what.
// Usage: node project.mjs <url of the service>
const base = process.argv[2];
const json = { 'Content-Type': 'application/json' };

async function call(method, path, body, token) {
  const answer = await fetch(base + path, {
    method,
    headers: { ...json, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const back = 'http://127.0.0.1:9876/callback';
const begun = await call('POST', `/api/auth/login?provider=git_host&redirect_uri=${encodeURIComponent(back)}&state=s`);
let at = `${begun.url}&login_hint=ada%40example.com&name=ada`;
while (!at.startsWith(back)) {
  at = new URL((await fetch(at, { redirect: 'manual' })).headers.get('location'), at).href;
}
const { tokens } = await call('POST', '/api/auth/verify', { code: new URL(at).searchParams.get('code'), source: 'cli' });
const token = tokens.accessToken;
const workspaceId = (await call('GET', '/api/workspaces', undefined, token))[0].id;
const found = await call('GET', `/api/git_host/installations/available?workspaceId=${workspaceId}`, undefined, token);
await call('POST', '/api/git_host/installations/connect', { workspaceId, installationId: found.installations[0].id }, token);
const made = await call('POST', '/api/git_host/create-from-template', { workspaceId, templateRepo: 'starters/blog', name: 'tools' }, token);
const project = await call('POST', `/api/workspaces/${workspaceId}/projects`, { repoFullName: made.fullName, name: 'tools' }, token);
const keys = []; // a key each, so that streams which one client has just closed do not count against the next
for (const name of ['client', '2025', '2026']) {
  const made = { projectId: project.id, name, rateLimitPerMinute: 600 };
  keys.push((await call('POST', `/api/workspaces/${workspaceId}/mcp-cloud-keys`, made, token)).key);
}
console.log(`${base}/api/mcp/v1/${project.id}/mcp ${keys.join(' ')}`);
