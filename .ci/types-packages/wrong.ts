import { createClient, type Posts } from './types.js';
const site = createClient('http://127.0.0.1:4000', 'project', 'key');
export const calls = () => [
  site.entries('articles', 'en'),
  site.single('posts', 'en'),
  site.query('posts', 'xx'),
  { format: 'novel' } satisfies Partial<Posts>,
];
