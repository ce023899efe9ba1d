import { isSame } from '../../fields/kinds';
import type { Clash } from '../../replica/changes';
import type { Values } from './values';

/** A name that is no field's: the text of a document. */
type NameOf = (name: string) => string | null;

/**
 * A form whose change is gone, by the values of its fields: `opened` was live when the change began, `waited` was saved into the
 * change, `typed` stands in the form, `live` is live now.
 */
export type Gone = { opened: Values; waited: Values; typed: Values; live: Values; isDiscarded: boolean };

/**
 * Puts that form onto what is live now, field by field. What only others have changed is taken; what only this person has changed
 * stays; where both did, and differently, the field is a clash that a person decides. A change that was discarded left live as it
 * was, so what is live is compared with what it was opened on. Any other change was accepted, or was removed by somebody, which
 * cannot be told apart here: only a field that is live as it was saved is then left to what is typed.
 */
export function ontoLive({ opened, waited, typed, live, isDiscarded }: Gone, fieldOf: NameOf): { values: Values; clashes: Clash[] } {
  const values: Values = { ...typed };
  const clashes: Clash[] = [];
  for (const name of Object.keys({ ...opened, ...waited, ...typed, ...live })) {
    const [mine, theirs] = [typed[name], live[name]];
    if (isSame(mine, theirs) || isSame(theirs, isDiscarded ? opened[name] : waited[name])) continue;
    if (isSame(mine, opened[name]) && (isDiscarded || isSame(mine, waited[name]))) {
      if (theirs === undefined) delete values[name];
      else values[name] = theirs;
    } else clashes.push({ path: '', entry: null, field: fieldOf(name), base: opened[name], ours: theirs, theirs: mine });
  }
  return { values, clashes };
}

/** A clash about all of an entry, which one side has deleted; the text of a document has no field either, but is there on both. */
export const isWhole = (clash: Clash): boolean => clash.field === null && clash.path !== '' && (!clash.path.endsWith('.md') || clash.ours === null || clash.theirs === null);
