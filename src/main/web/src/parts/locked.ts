import { createContext } from 'react';
import { Refusal } from '../api/call';

/** The workspaces of who is signed in. */
export const Workspaces = createContext<{ id: string; slug: string; name?: string }[]>([]);

/** Whether a workspace is refused until it is paid for: a 402 of billing, which names it, and not one of a single feature. */
export const isLocked = (of: unknown): boolean => of instanceof Refusal && of.status === 402 && of.data?.requiresCheckout === true;

/** Where the workspace that a refusal names is paid for; nowhere for every other refusal. */
export const whereToPay = (of: unknown, workspaces: { id: string; slug: string }[]): string | undefined => {
  const workspace = isLocked(of) && workspaces.find((one) => one.id === (of as Refusal).data.workspaceId);
  return workspace ? `/w/${workspace.slug}/settings/billing` : undefined;
};
