// A browser that follows nothing by itself: cookies by origin, one client address of its own.
import http from 'node:http';

let addresses = 10;

export class Browser {
  #cookies = new Map();
  #address = `127.0.1.${addresses++}`;

  get(url) {
    return this.send('GET', url);
  }

  json(url, body, method = 'POST') {
    return this.send(method, url, 'application/json', JSON.stringify(body));
  }

  form(url, fields) {
    return this.send('POST', url, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString());
  }

  send(method, url, type, body) {
    const target = new URL(url);
    const jar = this.#jar(target);
    const headers = { host: target.host };
    if (jar.size) headers.cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    if (type) headers['content-type'] = type;
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          method,
          headers,
          host: '127.0.0.1',
          port: target.port,
          path: target.pathname + target.search,
          localAddress: this.#address,
          timeout: 120_000, // of silence
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part) => (text += part));
          answer.on('end', () => {
            (answer.headers['set-cookie'] ?? []).forEach((cookie) => this.#keep(jar, cookie));
            const location = answer.headers.location;
            resolve({
              status: answer.statusCode,
              location: location && new URL(location, url).href,
              text,
              get json() {
                return JSON.parse(text);
              },
            });
          });
        },
      );
      request.on('error', reject).on('timeout', () => request.destroy(new Error(`no answer from ${url}`)));
      request.end(body);
    });
  }

  #jar(url) {
    if (!this.#cookies.has(url.host)) this.#cookies.set(url.host, new Map());
    return this.#cookies.get(url.host);
  }

  #keep(jar, cookie) {
    const [, name, value] = cookie.match(/^([^=]+)=([^;]*)/);
    if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) jar.delete(name);
    else jar.set(name, value);
  }
}
