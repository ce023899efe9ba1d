import type { Instance } from './types';

/** What the page knows about the service: the same for everybody. */
export const instance: Instance = JSON.parse(document.getElementById('instance')!.textContent!);
