package cms.billing;

import cms.plan.Plan;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Tx;
import cms.usage.Overages;
import cms.workspace.Workspaces;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies each event of the provider to the account and the plan of its workspace (reference 3.8). */
final class PaymentAccounts {
    private static final Logger LOG = LoggerFactory.getLogger(PaymentAccounts.class);

    private final Workspaces workspaces;
    private final RandomTokens random = new RandomTokens();
    private final AccountStore store;
    private final Overages overages;

    PaymentAccounts(Workspaces workspaces, AccountStore store, Overages overages) {
        this.workspaces = workspaces;
        this.store = store;
        this.overages = overages;
    }

    /** Applies an event once, however often it arrives; one that is older than an applied one changes nothing. */
    void take(Tx tx, PaymentEvent.Envelope envelope, Instant now) {
        if (store.isFirst(tx, envelope.id(), now)) {
            switch (envelope.event()) {
                case PaymentEvent.Changed changed -> change(tx, changed, envelope.madeAt(), now);
                case PaymentEvent.Ended ended -> end(tx, ended, envelope.madeAt(), now);
                case PaymentEvent.Paid(String id) ->
                    step(tx, id, envelope, SubscriptionStatus.PAST_DUE, SubscriptionStatus.ACTIVE, now);
                case PaymentEvent.PaymentFailed(String id) ->
                    step(tx, id, envelope, SubscriptionStatus.ACTIVE, SubscriptionStatus.PAST_DUE, now);
                case PaymentEvent.CheckedOut(String customer, String workspace) -> {
                    if (lock(tx, workspace)) {
                        store.putCustomer(tx, customer, workspace, now);
                    }
                }
                case PaymentEvent.Other() -> {}
            }
        }
    }

    private void change(Tx tx, PaymentEvent.Changed changed, Instant madeAt, Instant now) {
        Subscription subscription = changed.subscription();
        Optional<String> workspaceId = lockWorkspaceOf(tx, subscription, changed.workspaceId(), now);
        if (workspaceId.isEmpty()) {
            return;
        }
        Optional<PaymentAccount> present = store.find(tx, workspaceId.get());
        Optional<PaymentAccount> same = present.filter(account -> account.isOf(subscription.id()));
        if (same.isPresent()) {
            Instant reportedAt = same.get().reportedAt();
            if (madeAt.isAfter(reportedAt) || (madeAt.equals(reportedAt) && !changed.isNew())) {
                put(tx, same.get().updated(subscription, madeAt, now), now);
            }
        } else if (present.isEmpty() || subscription.mayFollow(present.get().subscription())) {
            present.ifPresent(old -> store.put(tx, old, now));
            overages.end(tx, workspaceId.get()); // the metered prices are items of the subscription before
            put(tx, fresh(workspaceId.get(), subscription, madeAt).updated(subscription, madeAt, now), now);
        }
    }

    /** Stores the end of a subscription, also of an unknown one, because earlier events about it may still arrive. */
    private void end(Tx tx, PaymentEvent.Ended ended, Instant madeAt, Instant now) {
        Subscription subscription = ended.subscription().as(SubscriptionStatus.CANCELED);
        Optional<String> workspaceId = lockWorkspaceOf(tx, subscription, ended.workspaceId(), now);
        if (workspaceId.isEmpty()) {
            return;
        }
        Optional<PaymentAccount> same =
                store.find(tx, workspaceId.get()).filter(account -> account.isOf(subscription.id()));
        PaymentAccount last = same.orElseGet(() -> fresh(workspaceId.get(), subscription, madeAt));
        store.put(tx, last.updated(subscription, madeAt, now), now);
        if (same.isPresent()) {
            workspaces.setPlan(tx, workspaceId.get(), Plan.FREE, null);
            overages.end(tx, workspaceId.get());
        }
    }

    private PaymentAccount fresh(String workspaceId, Subscription subscription, Instant madeAt) {
        return new PaymentAccount(random.uuid(), workspaceId, subscription, null, madeAt);
    }

    /** Applies a payment to an account, if its state allows it; a trial is never changed. */
    private void step(
            Tx tx,
            String subscriptionId,
            PaymentEvent.Envelope envelope,
            SubscriptionStatus from,
            SubscriptionStatus to,
            Instant now) {
        locked(tx, subscriptionId)
                .filter(account -> account.subscription().status() == from)
                .filter(account -> !envelope.madeAt().isBefore(account.reportedAt()))
                .ifPresent(account ->
                        put(tx, account.updated(account.subscription().as(to), envelope.madeAt(), now), now));
    }

    private void put(Tx tx, PaymentAccount account, Instant now) {
        store.put(tx, account, null);
        Plan plan = account.plan(now);
        workspaces.setPlan(tx, account.workspaceId(), plan, plan == Plan.FREE ? null : account.planEndsAt());
    }

    /** Finds and locks the workspace of a subscription that has not ended; other events about it wait. */
    private Optional<String> lockWorkspaceOf(Tx tx, Subscription subscription, @Nullable String carried, Instant now) {
        Optional<String> workspaceId = Optional.ofNullable(carried)
                .or(() -> store.workspaceOfSubscription(tx, subscription.id()))
                .or(() -> store.workspaceOfCustomer(tx, subscription.customerId()))
                .filter(id -> lock(tx, id));
        if (workspaceId.isEmpty()) {
            LOG.warn("subscription {} belongs to no workspace here", subscription.id());
            return Optional.empty();
        }
        store.putCustomer(tx, subscription.customerId(), workspaceId.get(), now);
        return workspaceId.filter(id -> !store.isArchived(tx, subscription.id()));
    }

    /** Finds and locks the account in force of a subscription; other events about its workspace wait. */
    private Optional<PaymentAccount> locked(Tx tx, String subscriptionId) {
        return store.workspaceOfSubscription(tx, subscriptionId)
                .filter(workspaceId -> lock(tx, workspaceId))
                .flatMap(workspaceId -> store.find(tx, workspaceId))
                .filter(account -> account.isOf(subscriptionId));
    }

    /** Locks a workspace; false for one that does not exist. */
    private boolean lock(Tx tx, String workspaceId) {
        workspaces.lock(tx, workspaceId);
        return workspaces.find(tx, workspaceId).isPresent();
    }
}
