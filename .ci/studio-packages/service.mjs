// The service that the journeys walk through: started, killed and started again as a person would, and called as a program would.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { setTimeout as rest } from 'node:timers/promises';

/** What the service says of a request that it rejects before it begins with it, as all processors are busy. */
const REJECTED = 'The service has more to do than it can at the moment';

export class Service {
  constructor(port, data, log) {
    this.url = `http://127.0.0.1:${port}`;
    this.environment = { CMS_PORT: String(port), CMS_DATA: data, CMS_PUBLIC_URL: this.url, CMS_FORM_RATE_PER_MINUTE: '1000' };
    this.log = createWriteStream(log);
  }

  async start() {
    this.process = spawn(process.env.SERVED_BY ?? './cms', { env: { ...process.env, ...this.environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.isUp = true;
    this.ended = new Promise((done) => this.process.once('exit', done)).then(() => { this.isUp = false; });
    this.process.stderr.pipe(this.log, { end: false });
    await new Promise((ready, failed) => {
      let said = '';
      this.process.stdout.on('data', (text) => {
        this.log.write(text);
        said += text;
        if (said.includes('cms is ready')) ready();
      });
      this.process.once('exit', () => failed(new Error('the service has ended before it was ready:\n' + said)));
    });
  }

  /** As a power cut does it: nothing is written any more. */
  async kill() {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  async stop() {
    this.process?.kill('SIGTERM');
    await this.ended;
  }

  /** Asks again where a request was rejected; any other 503 is for a journey to see. */
  async ask(url, options, tries = 5) {
    const answer = await fetch(url, options);
    if (answer.status !== 503 || tries === 0 || !(await answer.clone().text()).includes(REJECTED)) return answer;
    await rest(1000 * Number(answer.headers.get('Retry-After')));
    return this.ask(url, options, tries - 1);
  }

  async call(method, path, body, token) {
    const answer = await this.ask(this.url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text && answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
  }

  /** Signs in by the built-in identity page as a command line does. */
  async token(name) {
    const back = 'http://127.0.0.1:9876/callback';
    await turnToSignIn(this.url);
    const begun = await this.call('POST', `/api/auth/login?provider=${providerOf(name)}&redirect_uri=${encodeURIComponent(back)}&state=s`);
    let at = `${begun.url}&login_hint=${name}%40example.com&name=${name}`;
    while (!at.startsWith(back)) {
      const { headers, status } = await this.ask(at, { redirect: 'manual' });
      if (!headers.has('Location')) throw new Error(`the identity page leads nowhere: ${status}`);
      at = new URL(headers.get('Location'), at).href;
    }
    const { tokens, user } = await this.call('POST', '/api/auth/verify', { code: new URL(at).searchParams.get('code'), source: 'cli' });
    return { token: tokens.accessToken, id: user.id };
  }
}

/** ada has the repositories; the others sign in with an identity whose address is certain, which takes their invitation. */
export const providerOf = (name) => (name === 'ada' ? 'git_host' : 'web_identity');

const signedIn = new Map();

/** Of one address a service lets ten sign-ins a minute in; two of them stay for those that arrive later than they were counted. */
export async function turnToSignIn(service) {
  const signIns = signedIn.get(service) ?? [];
  signedIn.set(service, signIns);
  for (;;) {
    const since = Date.now() - 61_000;
    while (signIns[0] < since) signIns.shift();
    if (signIns.length < 8) return signIns.push(Date.now());
    await rest(signIns[0] - since);
  }
}

/** Asks until the answer is truthy; a fact that never comes is an error with its name. */
export async function until(name, question, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await question();
    if (answer) return answer;
    if (Date.now() > end) throw new Error('this did not become true: ' + name);
    await rest(50);
  }
}
