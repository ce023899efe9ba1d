import { language, many } from '../words/all';
import { said } from '../words/said';
import { placeIn, type Told } from './findings';

/** What is wrong with a value, each in a line. */
export function Wrong({ id, told }: { id: string; told: Told[] }) {
  return (
    <span id={id} className="stack small">
      {told.map(({ at, severity, message, isOurs }) => {
        const says = isOurs ? { text: message, lang: undefined } : said(message);
        return <span key={at + message} className={severity === 'error' ? 'error' : 'warning'} lang={says.lang ?? language}>{at && `${placeIn(at)}: `}{says.text}</span>;
      })}
    </span>
  );
}

/** How much is wrong inside of a group, which may be folded. */
export const Wrongs = ({ told }: { told: Told[] | undefined }) => (told ? <span className={told.some((one) => one.severity === 'error') ? 'error' : 'warning'}>{many(told.length, 'entry.wrong.one', 'entry.wrong.many')}</span> : null);
