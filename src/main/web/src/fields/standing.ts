import type { Decision } from './decide';
import { isSame } from './kinds';

/** A decision with the values that it was made about. */
export type Decided = { decision: Decision; live: unknown; mine: unknown };

/** A decision stands as long as its values do: about others a person decides anew. */
export const standing = (one: { live: unknown; mine: unknown }, decided: Decided | undefined): Decision | undefined =>
  decided && isSame(decided.live, one.live) && isSame(decided.mine, one.mine) ? decided.decision : undefined;

/** Whether somebody wrote something for it, which is to be kept. */
export const isWritten = ({ take, text }: Decision, mine: unknown): boolean => take === 'together' || (text !== '' && text !== mine);
