// npm's oidc-provider on a free port of this machine, and what a person does at it.
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import http from 'node:http';
import Provider from 'oidc-provider';
import { CLIENT, RETURNS, SECRET } from './service.mjs';

export function signingKey(kid) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}

export class Issuer {
  /** What /jwks says instead of the truth. */
  published = null;
  url;
  #server;
  #answer = (request, response) => response.writeHead(503).end();

  static async listen() {
    const issuer = new Issuer();
    issuer.#server = http.createServer((request, response) => {
      if (issuer.published && request.url === '/jwks') {
        response.writeHead(200, { 'content-type': 'application/jwk-set+json' }).end(JSON.stringify(issuer.published));
      } else {
        issuer.#answer(request, response);
      }
    });
    await new Promise((listening) => issuer.#server.listen(0, '127.0.0.1', listening));
    issuer.url = `http://127.0.0.1:${issuer.#server.address().port}`;
    return issuer;
  }

  /** With this key alone, for the service at `base`; PKCE is demanded of everybody, and answers carry `iss`. */
  issueWith(base, key) {
    const provider = new Provider(this.url, {
      clients: [
        {
          client_id: CLIENT,
          client_secret: SECRET,
          redirect_uris: RETURNS.map((path) => base + path),
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [key] },
      pkce: { required: () => true },
      cookies: { keys: [randomUUID()] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: true } },
      findAccount: (context, sub) => ({
        accountId: sub,
        claims: () => ({
          sub,
          email: sub.replace('unproven-', '') + '@example.com',
          email_verified: !sub.startsWith('unproven-'),
          name: sub[0].toUpperCase() + sub.slice(1),
        }),
      }),
    });
    this.#answer = provider.callback();
  }

  close() {
    this.#server.close();
  }
}

/** Everything that a person does at the issuer; ends with where the issuer sends the browser back to. */
export async function consent(base, browser, url, login) {
  let next = url;
  for (let hop = 0; hop < 12; hop++) {
    const seen = await browser.get(next);
    if (seen.status === 200 && seen.text.includes('name="prompt"')) {
      const prompt = seen.text.match(/name="prompt" value="(\w+)"/)[1];
      const action = new URL(seen.text.match(/action="([^"]+)"/)[1], next).href;
      const fields = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt };
      next = (await browser.form(action, fields)).location;
    } else {
      assert.ok(seen.location, `${seen.status} from ${next}: ${seen.text.slice(0, 300)}`);
      next = seen.location;
    }
    if (next.startsWith(base)) return next;
  }
  throw new Error('the issuer never sent the browser back');
}
