import { useEffect, useState } from 'react';
import { Icon } from '../../parts/icon';
import { nameOfBranch } from '../../replica/changes';
import { useProject, type Discarded } from '../../replica/project';
import { ago, t } from '../../words/all';

const SHOWN = 5;

/** What reviewers have sent back, with the reasons that they gave: whoever wrote it reads them here, also days later. */
export function DiscardedLately() {
  const content = useProject();
  const [all, set] = useState<Discarded[]>([]);
  useEffect(() => {
    content.readDiscarded().then(set, () => {}); // who may not read the log sees no such list
  }, []);
  if (all.length === 0) return null;
  return (
    <section className="stack small" aria-label={t('changes.sentBack')}>
      <h2>{t('changes.sentBack')}</h2>
      <ul className="card rows">
        {all.slice(0, SHOWN).map((one) => (
          <li key={one.branch + one.at}><div className="line"><Icon name="cross" /><span className="grow"><span dir="auto">{nameOfBranch(content.snapshot!, one.branch)}</span> <span className="note">{ago(one.at)}</span>{one.reason && <><br /><q dir="auto">{one.reason}</q></>}</span></div></li>
        ))}
      </ul>
    </section>
  );
}
