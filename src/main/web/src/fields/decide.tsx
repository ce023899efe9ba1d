import { useState, type ReactNode } from 'react';
import type { FieldDefinition } from '../api/types';
import { TEXTS } from './kinds';
import { Reader } from './reader';
import { t } from '../words/all';
import { isLong, Side } from './written';

export type Decision = { take: 'live' | 'mine' | 'together'; text: string };
/** What somebody may go on with: a text that was changed, also where it was about values of before. */
const goOn = (written: Decision | undefined): string | undefined => (written?.take === 'together' ? written.text : undefined);

/** One clashing value: nothing is chosen beforehand; texts may also be written together. */
export function Decide({ name, field, locale, live, liveName, mine, mineName, decision, written, onDecide }: {
  name: string; field: FieldDefinition | undefined; locale: string | undefined; live: unknown; liveName?: string | undefined; mine: unknown; mineName: string; decision: Decision | undefined; /** What was decided last, though it may not stand any more. */ written?: Decision | undefined; onDecide: (decision: Decision) => void;
}) {
  const [id] = useState(() => crypto.randomUUID());
  const texts = typeof live === 'string' && typeof mine === 'string' && (!field || TEXTS.includes(field.type));
  const [isWhole, showWhole] = useState(false);
  const side = (text: unknown, other: unknown) => (texts ? <Side text={`${text}`} other={`${other}`} isWhole={isWhole} lang={locale} /> : <Reader field={field} value={text} lang={locale} />);
  const radio = (take: Decision['take'], label: string, shown: ReactNode) => (
    <label className="choice">
      <input type="radio" name={id} checked={decision?.take === take} aria-label={label} aria-describedby={shown ? `${id}-${take}` : undefined} onChange={() => onDecide({ take, text: decision?.text ?? goOn(written) ?? (texts ? `${mine}` : '') })} />
      <span style={{ minInlineSize: 0 }}><strong>{label}</strong>{shown && <span id={`${id}-${take}`}>{shown}</span>}</span>
    </label>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a fieldset of radios is announced as their group
    <fieldset role="radiogroup" aria-label={name} className="stack small">
      <legend>{name}</legend>
      <div className="choices">
        {radio('live', liveName ?? t('decide.live'), side(live ?? null, mine))}
        {radio('mine', mineName, side(mine ?? null, live))}
        {texts && radio('together', t('decide.together'), null)}
      </div>
      {texts && isLong(live, mine) && <div><button className="button quiet-button" type="button" aria-pressed={isWhole} onClick={() => showWhole(!isWhole)}>{t('decide.whole')}</button></div>}
      {decision?.take === 'together' && <textarea className="input" lang={locale} dir="auto" aria-label={t('decide.write', { field: name })} value={decision.text} onChange={(event) => onDecide({ take: 'together', text: event.target.value })} />}
    </fieldset>
  );
}
