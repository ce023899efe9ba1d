import createClient from 'openapi-fetch';
import type { paths } from './project.js';

const site = createClient<paths>({ baseUrl: 'http://127.0.0.1:4000/api/cdn/v1/project', headers: { Authorization: 'Bearer key' } });

export async function page(): Promise<string> {
  const { data, error } = await site.GET('/documents/articles/{slug}/{locale}.json', {
    params: { path: { slug: 'dawn', locale: 'en' } },
  });
  if (!data) return error.message;
  const section: 'harbour' | 'town' | undefined = data.frontmatter.section;
  const authors = await site.GET('/content/authors/data.json');
  const by = authors.data?.[data.frontmatter.author]?.name;
  const found = await site.GET('/query/articles/{locale}', {
    params: { path: { locale: 'de' }, query: { filter: ['section:eq:town'], limit: 5 } },
  });
  return [data.frontmatter.title, section, by, data.html, ...(found.data?.items ?? []).map((one) => one.data.title)].join();
}
