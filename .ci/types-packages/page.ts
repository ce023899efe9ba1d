import { createClient, type Authors, type Locale, type Posts, type Ref } from './types.js';

const site = createClient('http://127.0.0.1:4000', 'project', 'key');

export async function page(locale: Locale): Promise<string[]> {
  const posts = await site.query('posts', locale, { filter: ['featured:eq:true'], include: 'author', limit: 10 });
  const lines: string[] = [];
  for (const { id, data } of posts.items) {
    const author: Ref<'authors'> | undefined = data.author;
    const who: Authors | undefined = author === undefined ? undefined : posts.included.authors?.[author];
    lines.push(`${id}: ${data.title} (${who?.name ?? 'nobody'}, ${data.reading_minutes ?? 0} minutes)`);
  }
  const all: Record<string, Posts> = await site.entries('posts', locale);
  const home = await site.single('home', 'en');
  const labels: Record<string, string> = await site.single('labels', locale);
  const guide = await site.document('guides', 'the-tour', locale);
  const guides = await site.documents('guides', locale);
  return [...lines, ...Object.keys(all), ...Object.keys(home), ...Object.keys(labels), guide.html, ...guides.map((one) => one.slug)];
}
