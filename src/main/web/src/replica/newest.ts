import { Refusal, send } from '../api/call';
import type { Snapshot } from '../api/types';
import type { ProjectContent } from './project';

/** How often others may have changed the same between two looks. */
const TRIES_MAX = 4;

/** Changes a part of what is stored now: where somebody else has changed that part since this page read it, it is read, and what is to be sent is made again from it. */
export async function changeNewest(content: ProjectContent, path: string, tagOf: (now: Snapshot) => string | null | undefined, bodyOf: (now: Snapshot) => unknown): Promise<void> {
  for (let tries = 1; ; tries++) {
    const now = content.snapshot!;
    const tag = tagOf(now);
    try {
      await send('PATCH', content.path + path, { body: bodyOf(now), headers: tag ? { 'If-Match': `"${tag}"` } : {} });
      return;
    } catch (refused) {
      if (!(refused instanceof Refusal) || refused.status !== 412 || tries === TRIES_MAX) throw refused;
      await content.readAnew();
    }
  }
}

/** Changes lists of the configuration. */
export const changeConfig = (content: ProjectContent, change: (now: NonNullable<Snapshot['config']>) => unknown): Promise<void> =>
  changeNewest(content, '/config', (now) => now.etags?.config, (now) => change(now.config!));
