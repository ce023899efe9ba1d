import { Refusal, send } from '../api/call';
import type { Snapshot } from '../api/types';
import type { ProjectContent } from './project';

/** How often others may have changed the same between two looks. */
const TRIES_MAX = 4;

/** Changes a part of what is stored now: where somebody else has changed that part since this page read it, it is read, and `sends` is called again with it and the header that names its state. */
export async function changeNewest(content: ProjectContent, tagOf: (now: Snapshot) => string | null | undefined, sends: (now: Snapshot, headers: Record<string, string>) => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const now = content.snapshot!;
    const tag = tagOf(now);
    try {
      await sends(now, tag ? { 'If-Match': `"${tag}"` } : {});
      return;
    } catch (refused) {
      if (!(refused instanceof Refusal) || refused.status !== 412 || tries === TRIES_MAX) throw refused;
      await content.readAnew();
    }
  }
}

/** Changes lists of the configuration. */
export const changeConfig = (content: ProjectContent, change: (now: NonNullable<Snapshot['config']>) => unknown): Promise<void> =>
  changeNewest(content, (now) => now.etags?.config, (now, headers) => send('PATCH', `${content.path}/config`, { body: change(now.config!), headers }));
