import { areHere, Faces } from '../../parts/faces';
import { useOthers } from '../../replica/presence';
import { useProject } from '../../replica/project';

/** Who has an entry of the list open, drawn by itself when they come and go. */
export function Here({ model, id }: { model: string; id: string }) {
  const people = useOthers(useProject().presence, model, id);
  return people.length === 0 ? null : <><Faces people={people} /><span className="hidden">, {areHere(people)}</span></>;
}
