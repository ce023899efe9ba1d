import createClient from 'openapi-fetch';
import type { paths } from './api.js';

declare const process: { argv: string[] };

const baseUrl = process.argv[2] ?? 'http://localhost:4000';
const callback = 'http://127.0.0.1:9876/callback';
const api = createClient<paths>({ baseUrl });

/** The data of an answer; what the service refuses ends the program with its sentence. */
function done<T>(answer: { data?: T; error?: unknown }): NonNullable<T> {
  if (answer.data === undefined || answer.data === null) {
    throw new Error(JSON.stringify(answer.error));
  }
  return answer.data;
}

/** Follows the redirects of a sign-in as a browser would, up to the address of the command line. */
async function codeAt(start: string): Promise<string> {
  let at = `${start}&login_hint=ada@example.com`;
  while (!at.startsWith(callback)) {
    at = (await fetch(at, { redirect: 'manual' })).headers.get('location') ?? '';
    if (at === '') throw new Error('the sign-in led nowhere');
  }
  return new URL(at).searchParams.get('code') ?? '';
}

const begun = done(await api.POST('/api/auth/login', { params: { query: { provider: 'git_host', redirect_uri: callback } } }));
const signedIn = done(await api.POST('/api/auth/verify', { body: { code: await codeAt(begun.url), source: 'cli' } }));
api.use({
  onRequest({ request }) {
    if (!request.headers.has('Authorization')) request.headers.set('Authorization', `Bearer ${signedIn.tokens?.accessToken}`);
  },
});

const workspaceId = done(await api.GET('/api/workspaces'))[0]!.id;
const hosts = done(await api.GET('/api/git_host/installations/available', { params: { query: { workspaceId } } }));
const installationId = hosts.installations[0]!.id;
done(await api.POST('/api/git_host/installations/connect', { body: { workspaceId, installationId } }));
done(await api.POST('/api/git_host/create-from-template', { body: { workspaceId, templateRepo: 'starters/blog', name: 'of-typescript' } }));
const project = done(await api.POST('/api/workspaces/{workspaceId}/projects', {
  params: { path: { workspaceId } },
  body: { repoFullName: 'ada/of-typescript', name: 'TypeScript' },
}));

const projectId = project.id;
const path = { workspaceId, projectId };
const inModel = { params: { path: { ...path, modelId: 'authors' } } };
done(await api.POST('/api/workspaces/{workspaceId}/projects/{projectId}/content/{modelId}', { params: { ...inModel.params, header: { 'Idempotency-Key': 'first-save' } }, body: { data: { a1b2c3d4e5f6: { name: 'Ada' } } } }));
done(await api.PATCH('/api/workspaces/{workspaceId}/projects/{projectId}/content/{modelId}/status', { ...inModel, body: { entryIds: ['a1b2c3d4e5f6'], status: 'published' } }));
done(await api.PATCH('/api/workspaces/{workspaceId}/projects/{projectId}/cdn/settings', { params: { path }, body: { cdn_enabled: true } }));
const { key } = done(await api.POST('/api/workspaces/{workspaceId}/projects/{projectId}/cdn/keys', { params: { path }, body: { name: 'website' } }));
const built = await api.POST('/api/workspaces/{workspaceId}/projects/{projectId}/cdn/builds/trigger', { params: { path }, parseAs: 'text' });
if (!built.response.ok) throw new Error(`the build answered ${built.response.status}`);
// A path of several segments is no parameter of OpenAPI: generated clients would encode its slashes.
const read = await fetch(`${baseUrl}/api/cdn/v1/${projectId}/content/authors/data.json`, { headers: { Authorization: `Bearer ${key}` } });
const delivered: unknown = await read.json();
if (!JSON.stringify(delivered).includes('"Ada"')) throw new Error(JSON.stringify(delivered));
console.log('TypeScript: signed in, saved, published, built and read');
