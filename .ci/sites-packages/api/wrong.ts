import createClient from 'openapi-fetch';
import type { paths } from './project.js';
const site = createClient<paths>({ baseUrl: '/' });
export const calls = async () => [
  await site.GET('/content/articles/data.json'),
  await site.GET('/_bundle/{locale}.json', { params: { path: { locale: 'fr' } } }),
  (await site.GET('/content/authors/data.json')).data?.ada?.surname,
];
