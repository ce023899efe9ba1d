// The service as a process that can be killed, clamd beside it, and a person who works on the media of a project.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';

const SECONDS_MAX = 600;

export const pause = (millis) => new Promise((done) => setTimeout(done, millis));

export async function until(what, isTrue) {
  for (const end = Date.now() + SECONDS_MAX * 1000; ; await pause(100)) {
    if (await isTrue()) return;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
  }
}

class Program {
  async start() {
    const out = openSync(this.log, 'a');
    this.child = spawn(this.command[0], this.command.slice(1), { stdio: ['ignore', out, out], env: { ...process.env, ...this.env } });
    this.over = new Promise((done) => this.child.once('exit', done));
    let gone = false;
    this.over.then(() => { gone = true; });
    await until(this.command[0], async () => {
      if (gone) throw new Error(`${this.command[0]} did not start; see ${this.log}`);
      return this.isReady();
    });
  }

  async stop(signal = 'SIGTERM') {
    this.child?.kill(signal);
    await this.over;
    this.child = undefined;
  }
}

/** clamd with one signature of our own: that of the test file which every scanner finds. */
export class Scanner extends Program {
  static TEST_FILE = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join('');

  constructor(program, port, work) {
    super();
    this.port = port;
    this.log = join(work, 'clamd.log');
    const signatures = join(work, 'signatures');
    mkdirSync(signatures, { recursive: true });
    writeFileSync(join(signatures, 'own.ndb'), `Test.File:0:*:${Buffer.from(Scanner.TEST_FILE).toString('hex')}\n`);
    const settings = join(work, 'clamd.conf');
    writeFileSync(settings, `Foreground yes\nTCPSocket ${port}\nTCPAddr 127.0.0.1\nDatabaseDirectory ${signatures}\nStreamMaxLength 128M\n`);
    this.command = [program, '--config-file', settings];
  }

  isReady() {
    return new Promise((done) => {
      const socket = createConnection(this.port, '127.0.0.1');
      socket.on('connect', () => { socket.destroy(); done(true); });
      socket.on('error', () => done(false));
    });
  }
}

export class Service extends Program {
  constructor(port, work, settings) {
    super();
    this.url = `http://127.0.0.1:${port}`;
    this.log = join(work, 'service.log');
    this.command = [resolve('cms')];
    this.env = { CMS_PORT: String(port), CMS_DATA: join(work, 'data'), CMS_PUBLIC_URL: this.url, ...settings };
  }

  isReady() {
    return fetch(`${this.url}/api/health`).then((answer) => answer.ok, () => false);
  }

  async stop(signal) {
    // `./cms` becomes the Java process, so this is the service itself.
    await super.stop(signal);
  }
}

/** Ada with a project whose media anybody may read. */
export class Editor {
  static async signIn(service) {
    const callback = 'http://127.0.0.1:9876/callback';
    const json = async (method, path, body, token) => {
      const answer = await fetch(service.url + path, {
        method,
        headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
        body: body && JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    let at = (await json('POST', `/api/auth/login?provider=git_host&redirect_uri=${encodeURIComponent(callback)}`)).url + '&login_hint=ada@example.com';
    while (!at.startsWith(callback)) at = new URL((await fetch(at, { redirect: 'manual' })).headers.get('location'), at).href;
    const { tokens } = await json('POST', '/api/auth/verify', { code: new URL(at).searchParams.get('code'), source: 'cli' });
    const ada = new Editor(service, tokens.accessToken);
    ada.json = (method, path, body) => json(method, path, body, ada.token);
    return ada;
  }

  constructor(service, token) {
    this.service = service;
    this.token = token;
  }

  get headers() {
    return { Authorization: `Bearer ${this.token}` };
  }

  async connect() {
    const [{ id: workspaceId }] = await this.json('GET', '/api/workspaces');
    const { installations: [{ id: installationId }] } = await this.json('GET', `/api/git_host/installations/available?workspaceId=${workspaceId}`);
    await this.json('POST', '/api/git_host/installations/connect', { workspaceId, installationId });
    await this.json('POST', '/api/git_host/create-from-template', { workspaceId, templateRepo: 'starters/blog', name: 'blog' });
    const { id } = await this.json('POST', `/api/workspaces/${workspaceId}/projects`, { repoFullName: 'ada/blog', name: 'Blog' });
    const project = `/api/workspaces/${workspaceId}/projects/${id}`;
    await this.json('PATCH', `${project}/cdn/settings`, { cdn_enabled: true, cdn_public_media: true });
    this.media = `${this.service.url}${project}/media`;
    this.delivered = `${this.service.url}/api/cdn/v1/${id}/`;
  }

  upload(name, bytes) {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    const send = () => fetch(this.media, { method: 'POST', headers: this.headers, body: form });
    return send().catch(send); // a connection that lay idle while a film was drawn may have been closed
  }

  async added(name, bytes) {
    const answer = await this.upload(name, bytes);
    if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}
