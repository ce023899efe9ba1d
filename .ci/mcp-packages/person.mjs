// Ada in a browser of her own: it keeps cookies, follows nothing by itself, and needs no script.

/** Signs ada in at the service with the address `base`, and answers what she does there. */
export async function person(base) {
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

  /** Looks at the consent page, picks the project, allows all that is asked; answers the page and where it sends on. */
  async function consent(url, project) {
    const shown = await visit(url);
    if (shown.status !== 200) return { page: '', back: shown.headers.get('location') };
    const page = await shown.text();
    const form = /name="form" value="([^"]+)"/.exec(page)[1];
    const fields = new URLSearchParams({ form, project, decision: 'allow' });
    for (const [, scope] of page.matchAll(/name="scope" value="([^"]+)"/g)) fields.append('scope', scope);
    const answer = await visit(url, { method: 'POST', body: fields });
    return { page, back: answer.headers.get('location') };
  }

  const out = (await visit('/api/auth/oauth/git_host?redirect=/')).headers.get('location');
  const back = (await visit(`${out}&login_hint=ada%40example.com&name=ada`)).headers.get('location');
  if ((await visit(back)).status !== 302) throw new Error('ada could not sign in');
  return { consent };
}
