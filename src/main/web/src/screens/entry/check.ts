import { useEffect } from 'react';
import { send } from '../../api/call';
import type { Finding } from '../../api/types';
import type { Body, Values } from './values';

/** How long nobody has typed before the service is asked, in milliseconds. */
const PAUSE = 400;

/** What needs other entries to be checked comes from the service, which is asked with a trial of the save: null where nothing is to be saved, and so nothing is wrong with it; undefined where nobody may. */
export function useCheck(target: string, values: Values, bodyNow: () => Body | null | undefined, onFound: (findings: Finding[]) => void): void {
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const body = bodyNow();
      if (body === null) onFound([]);
      if (!body) return;
      delete body.base;
      send('POST', `${target}?dryRun=true`, { body, signal: stop.signal }).then((answer) => onFound(answer.json.validation.errors), () => {});
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [values]);
}
