import { stopKeeping } from './snapshots';

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('person');

/** Tells the other tabs of this browser who works here from now on; null when nobody does any more. */
export const worksHere = (person: string | null): void => channel?.postMessage(person);

/** Leaves this page as soon as another person works in this browser, or nobody: what is on it is not for them, and nothing of it is kept. */
export function leaveWithout(person: string): void {
  if (!channel) return;
  channel.onmessage = ({ data }: MessageEvent<string | null>) => data !== person && leaveTo(data === null ? '/auth/login' : '/');
}

export function leaveTo(place: string): void {
  stopKeeping();
  location.assign(place);
}
