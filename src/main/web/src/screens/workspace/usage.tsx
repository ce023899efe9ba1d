import { get } from '../../api/call';
import type { Workspace } from '../../api/types';
import { useAnswer } from '../../parts/answer';
import { Head } from '../../parts/basic';
import { amount, month, t } from '../../words/all';

type Category = { key: string; current: number; limit: number; unit: string; percentage: number; overageAmount: number };

type Use = { billingPeriod: string; categories: Category[]; totalOverageAmount: number };

/** What the workspace has used this month, and what its plan grants. */
export function UsageOf({ workspace }: { workspace: Workspace }) {
  const { answer: usage, told } = useAnswer(() => get<Use>(`/api/workspaces/${workspace.id}/usage`));
  return (
    <>
      <Head title={t('usage')} about={usage ? t('usage.about', { period: month(usage.billingPeriod) }) : undefined} />
      {!usage ? told : (
        <ul className="card rows">
          {usage.categories.map((one) => {
            const name = t(`usage.${one.key}` as 'usage.ai_messages');
            return (
              <li key={one.key}><div className="line">
                <span className="grow"><strong>{name}</strong><br /><span className="note">{one.limit < 0 ? t('usage.endless') : one.limit === 0 ? t('usage.notPlanned') : t('usage.of', { limit: amount(one.limit), unit: one.unit })}</span></span>
                {one.limit > 0 && <meter aria-label={name} min={0} max={one.limit} high={one.limit * 0.8} value={Math.min(one.current, one.limit)}>{Math.round(one.percentage)} %</meter>}
                <span className="number">{amount(one.current)}{one.unit === 'GB' ? ' GB' : ''}</span>
              </div></li>
            );
          })}
        </ul>
      )}
      {usage && usage.totalOverageAmount > 0 && <p>{t('usage.overage', { amount: amount(usage.totalOverageAmount) })}</p>}
    </>
  );
}
