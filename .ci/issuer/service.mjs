// The service as `./cms` starts it, with an issuer of OpenID Connect; nothing of the caller's own settings.
import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';

export const CLIENT = 'cms-client';
export const SECRET = 'a secret + of / the = test: 100%';
export const RETURNS = ['/auth/callback', '/api/auth/oauth/web_identity', '/api/auth/cli/callback'];

export class Service {
  #log;
  #process;
  url;

  constructor(command, data, issuer) {
    this.#log = `${data}.log`;
    const others = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CMS_')));
    this.#process = spawn(command, {
      stdio: ['ignore', 'pipe', openSync(this.#log, 'w')],
      env: {
        ...others,
        CMS_PORT: '0',
        CMS_DATA: data,
        CMS_OIDC_ISSUER: issuer,
        CMS_OIDC_CLIENT_ID: CLIENT,
        CMS_OIDC_CLIENT_SECRET: SECRET,
      },
    });
  }

  ready() {
    return new Promise((resolve, reject) => {
      let text = '';
      this.#process.on('exit', (status) => reject(new Error(`The service ended with ${status}.`)));
      this.#process.stdout.setEncoding('utf8').on('data', (part) => {
        text += part;
        this.url = text.match(/cms is ready at (\S+)/)?.[1];
        if (this.url) resolve(this);
      });
    });
  }

  /** Runs what is to be proved and ends the service; the exit code of this whole process. */
  async during(prove) {
    let code = 0;
    try {
      await this.ready();
      await prove(this.url);
    } catch (wrong) {
      console.error(readFileSync(this.#log, 'utf8').slice(-20_000), wrong);
      code = 1;
    }
    const ended = new Promise((done) =>
      this.#process.exitCode === null ? this.#process.on('exit', done) : done(this.#process.exitCode));
    this.#process.kill('SIGTERM');
    const status = await ended;
    if (status !== 0) console.error(`The service ended with ${status}.`);
    return code || (status === 0 ? 0 : 1);
  }
}
