import { useEffect, useState, type ComponentType } from 'react';
import { t } from '../words/words';
import { Notice, Waiting } from './basic';

type Later<Props extends object> = ComponentType<Props> & { load: () => Promise<void> };

/** A part that could not be loaded leaves everything around it as it is. */
function Lost({ again }: { again: () => void }) {
  return <Notice kind="bad"><span>{t('part.lost')}</span><span className="row"><button className="button" type="button" onClick={again}>{t('again')}</button><button className="button" type="button" onClick={() => location.reload()}>{t('part.reload')}</button></span></Notice>;
}

/**
 * A screen whose script is read when it is first drawn, or earlier by `load`. It is drawn as soon as it is there: what React's
 * own `lazy` has waited for is shown at the earliest 300 ms after the last thing that was waited for. What mostly shows nothing takes no
 * place meanwhile (`isQuiet`), so that nothing below it moves.
 */
export function later<Props extends object>(read: () => Promise<{ default: ComponentType<Props> }>, isQuiet = false): Later<Props> {
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
    const [lost, lose] = useState(false);
    useEffect(() => {
      if (!isThere) load().then(() => draw(true), () => lose(true));
    }, []);
    if (lost) return <Lost again={() => { lose(false); load().then(() => draw(true), () => lose(true)); }} />;
    return isThere && Screen ? <Screen {...props} /> : isQuiet ? null : <Waiting />;
  }
  return Object.assign(Drawn, { load });
}
