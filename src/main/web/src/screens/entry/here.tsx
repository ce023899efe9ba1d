import { useEffect } from 'react';
import { areHere, Faces } from '../../parts/faces';
import { useOthers } from '../../replica/presence';
import { useProject } from '../../replica/project';

/** Who else has this entry open, heard when they come; others see the same of this person. */
export function Here({ model, locale, id }: { model: string; locale: string; id: string }) {
  const { presence } = useProject();
  useEffect(() => presence.stay({ model, locale, entry: id }), [presence, model, locale, id]);
  const people = useOthers(presence, model, id);
  return <span className="row" aria-live="polite">{people.length > 0 && <><Faces people={people} /><span>{areHere(people)}</span></>}</span>;
}
