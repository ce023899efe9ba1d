import { useEffect, useState } from 'react';
import { get, post, Refusal } from '../../api/call';
import { instance } from '../../api/instance';
import type { Workspace } from '../../api/types';
import { useAct } from '../../parts/act';
import { Head, Notice, Problem, Waiting } from '../../parts/basic';
import { isLocked } from '../../parts/locked';
import { t } from '../../words/all';

type Place = { url: string };

/** Who answers for a subscription that is not over but was not paid is sent to it; where there is none, a new one is begun. */
const OWES = 'grace_expired';
const OVER = ['canceled', 'incomplete_expired'];
const PLANS = [['starter', 'Starter'], ['pro', 'Pro']] as const;

/** What a workspace is paid with, at the payment provider; the one place of a locked workspace that opens. */
export function Billing({ workspace }: { workspace: Workspace }) {
  const [state, set] = useState<{ subscribed: boolean; locked: string | null } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const { busy, act, told } = useAct();
  const load = () => get<{ payment_account: { subscription_status: string } | null }>(`/api/workspaces/${workspace.id}`).then(({ payment_account }) => {
    setProblem(null);
    set({ subscribed: payment_account !== null && !OVER.includes(payment_account.subscription_status), locked: null });
  }, (refused) => {
    if (isLocked(refused)) set({ subscribed: refused.data.billingState === OWES, locked: refused.data.billingState });
    else setProblem(refused);
  });
  useEffect(() => void load(), []);
  const portal = () => post<Place>('/api/billing/portal', { workspaceId: workspace.id });
  const subscribe = (plan: string) => post<Place>('/api/billing/checkout', { workspaceId: workspace.id, plan }).catch((refused) => {
    if (refused instanceof Refusal && refused.status === 409) return portal(); // there is a subscription, which is changed there
    throw refused;
  });
  const leave = (asked: () => Promise<Place>) => act(async () => location.assign((await asked()).url), '');
  const takesPayment = instance.billing || state?.locked;
  const may = workspace.access.may.includes('manage_billing');
  return (
    <>
      <Head title={t('billing')} about={t('plan', { plan: workspace.plan })} />
      {problem ? <Problem of={problem} again={load} /> : !state ? <Waiting /> : <>
        {state.locked && <Notice kind="warn">{t(state.locked === OWES ? 'billing.owes' : state.locked === 'trial_expired' ? 'billing.trial' : 'billing.ended')} {t('billing.locked')}</Notice>}
        {!takesPayment ? <p className="quiet">{t('billing.none')}</p> : !may ? <p className="quiet">{t('billing.mayNot')}</p> : (
          <div className="card padded stack" style={{ maxInlineSize: 680 }}>
            <p className="quiet">{t('billing.about')}</p>
            <div className="row">
              {state.subscribed
                ? <button className="button primary" type="button" disabled={busy} onClick={() => leave(portal)}>{t('billing.portal')}</button>
                : PLANS.map(([plan, name]) => <button className={plan === 'pro' ? 'button primary' : 'button'} type="button" key={plan} disabled={busy} onClick={() => leave(() => subscribe(plan))}>{t('billing.subscribe', { plan: name })}</button>)}
            </div>
          </div>
        )}
        {told}
      </>}
    </>
  );
}
