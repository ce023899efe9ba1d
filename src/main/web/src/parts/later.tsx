import { useEffect, useState, type ComponentType } from 'react';
import { Waiting } from './basic';

type Later<Props extends object> = ComponentType<Props> & { load: () => Promise<void> };

/**
 * A screen whose script is read when it is first drawn, or earlier by `load`. It is drawn as soon as it is there: what React's
 * own `lazy` has waited for is shown at the earliest 300 ms after the last thing that was waited for.
 */
export function later<Props extends object>(read: () => Promise<{ default: ComponentType<Props> }>): Later<Props> {
  let Screen: ComponentType<Props> | null = null;
  let reading: Promise<void> | null = null;
  const load = () => {
    reading ??= read().then((module) => { Screen = module.default; }, (lost) => {
      reading = null;
      throw lost;
    });
    return reading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once a screen, where its module begins
  function Drawn(props: Props) {
    // What was true when it was drawn: the script may come between that and what follows it.
    const [isThere, draw] = useState(Screen !== null);
    const [lost, lose] = useState<{ reason: unknown } | null>(null);
    useEffect(() => {
      if (!isThere) load().then(() => draw(true), (reason) => lose({ reason }));
    }, []);
    if (lost) throw lost.reason;
    return isThere && Screen ? <Screen {...props} /> : <Waiting />;
  }
  return Object.assign(Drawn, { load });
}
