// Starts the GitHub service of the package `emulate` with one app, installed in the account of a person, and writes how to
// reach it. Usage: node emulate.mjs <port> <file to write>
import { createPrivateKey } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { createEmulator } from 'emulate';

const [port, file] = process.argv.slice(2);
const github = await createEmulator({
  service: 'github',
  port: Number(port),
  seed: {
    github: {
      users: [{ login: 'admin' }],
      apps: [
        {
          app_id: 12345,
          slug: 'cms',
          name: 'cms',
          permissions: { administration: 'write', contents: 'write', metadata: 'read', pull_requests: 'write' },
          installations: [{ installation_id: 100, account: 'admin', repository_selection: 'all' }],
        },
      ],
    },
  },
});
const pkcs1 = github.generatedSecrets.find((secret) => secret.kind === 'github.app_private_key').value;
const key = createPrivateKey(pkcs1).export({ type: 'pkcs8', format: 'pem' });
writeFileSync(file + '.new', JSON.stringify({ url: `http://127.0.0.1:${port}`, appId: '12345', installation: 100, key }));
renameSync(file + '.new', file);
