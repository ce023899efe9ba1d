import { within } from './database';
import { countTyped, type Draft } from './drafts';
import { endSnapshot } from './snapshots';

const draftsOf = async (person: string, project: string): Promise<Draft[]> =>
  (await within<Draft[]>('drafts', 'readonly', (rows) => rows.getAll())).filter((draft) => draft.person === person && draft.project === project);

/** How many texts of a project this device keeps that are not saved. */
export const countDraftsOf = async (person: string, project: string): Promise<number> => countTyped(await draftsOf(person, project).catch(() => []));

/** A project that is not here any more keeps nothing on this device: no list would lead to it. */
export async function forgetProject(person: string, project: string): Promise<void> {
  await endSnapshot(person, project);
  for (const draft of await draftsOf(person, project).catch(() => [])) await within('drafts', 'readwrite', (rows) => rows.delete(draft.key)).catch(() => {});
}
