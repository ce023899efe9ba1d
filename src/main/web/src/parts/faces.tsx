import { list, t } from '../words/words';
import { Face } from './basic';

const SHOWN = 3;
type People = { user: string; name: string }[];

/** What is said of people who are at the same place. */
export const areHere = (people: People): string => t(people.length === 1 ? 'people.here.one' : 'people.here.many', { names: list(people.map((one) => one.name)) });

/** Their faces, for the eye: `areHere` says it in words. */
export const Faces = ({ people }: { people: People }) => (
  <span className="faces" title={areHere(people)} aria-hidden="true">{people.slice(0, SHOWN).map((one) => <Face key={one.user} name={one.name} />)}{people.length > SHOWN && <span className="note">+{people.length - SHOWN}</span>}</span>
);
