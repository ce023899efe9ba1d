import { useEffect, useState } from 'react';

/** The value as it was in the last frame: a key is on the screen before what takes long is computed from it. */
export function useDeferred<T>(value: T): T {
  const [shown, show] = useState(value);
  useEffect(() => {
    if (Object.is(shown, value)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => show(() => value));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return shown;
}
