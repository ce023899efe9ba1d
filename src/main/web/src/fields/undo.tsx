import { useRef, useState, type ReactNode } from 'react';
import { intent, post, Refusal } from '../api/call';
import { later } from '../parts/later';
import type { Clash } from '../replica/changes';
import { forgetKeptAt } from '../replica/keeping';
import { useProject } from '../replica/project';

const Asking = later(() => import('./undoasking'));

export type Taken = { path: string; entry: string | null; field: string | null; take: 'ours' | 'theirs' | { value: unknown } };
/** Where the decisions about an undo are kept. */
const placeOfUndo = (commit: string): string => `history#${commit}`;
type Asked = { commit: string; clashes: Clash[]; decided: (taken: Taken[] | null) => void };

/**
 * Takes a commit back: one that has landed as a change of its own, one that waits in the change in which it does. `waits` where somebody
 * has to accept that. `waitedIn` is the change of a commit that was just made: the page may not have read yet that it is open. Values
 * that somebody has changed since are decided by a person first; null where she
 * leaves it. The decisions name the commit that has the values that she saw: where these have moved meanwhile she is asked again.
 */
export function useUndo(): { undo: (commit: string, waitedIn?: string | null) => Promise<{ waits: boolean } | null>; asking: ReactNode } {
  const content = useProject();
  const [asked, ask] = useState<Asked | null>(null);
  /** The same undo under the same key after a lost answer. */
  const keys = useRef(new Map<string, string>());
  const undo = async (commit: string, waitedIn?: string | null) => {
    const open = new Set([waitedIn, ...content.branches.map((one) => one.name)]);
    let sha: string | null = null;
    let decided = null as { about: string; resolutions: Taken[] } | null;
    for (let isDecided = false; ;) {
      const body: object = isDecided ? { sha, resolutions: decided!.resolutions } : {};
      const what = commit + JSON.stringify(body);
      const isRepeat = keys.current.has(what);
      keys.current.set(what, keys.current.get(what) ?? intent());
      try {
        const { merged, branch } = await post<{ merged: boolean; branch: string }>(`${content.path}/history/${commit}/revert`, body, keys.current.get(what));
        if (isDecided) await forgetKeptAt(content.person, content.project.id, placeOfUndo(commit));
        if (merged || open.has(branch)) return { waits: false };
        await content.readAnew();
        return { waits: content.branches.some((one) => one.name === branch) };
      } catch (refused) {
        // The answer was lost, and the change that the commit waited in is closed: it is taken back.
        if (isRepeat && refused instanceof Refusal && refused.status === 404) return { waits: false };
        const clashes = refused instanceof Refusal && refused.status === 409 ? (refused.data?.conflicts as Clash[] | undefined) : undefined;
        const hasMoved = isDecided && refused instanceof Refusal && refused.status === 412;
        if (!clashes && !hasMoved) throw refused;
        keys.current.delete(what);
        if (sha === null || isDecided || !clashes) {
          // The clashes of a commit that is known here: what lands after it is told of by the service.
          isDecided = false;
          await content.readAnew();
          if (content.problem) throw content.problem;
          sha = (hasMoved && refused.data?.current?.sha) || content.commit; // the service names the state of the change that it is about
          continue;
        }
        const about = JSON.stringify(clashes);
        if (decided?.about !== about) {
          // Where the question cannot be read nothing waits for an answer.
          await Asking.load().catch(() => { throw new Refusal(0, '', '', null, 3); });
          const resolutions = await new Promise<Taken[] | null>((choose) => ask({ commit, clashes, decided: choose }));
          ask(null);
          if (!resolutions) return null;
          decided = { about, resolutions };
        }
        isDecided = true;
      }
    }
  };
  return { undo, asking: asked && <Asking place={placeOfUndo(asked.commit)} clashes={asked.clashes} onDecided={asked.decided} /> };
}
