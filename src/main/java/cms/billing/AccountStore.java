package cms.billing;

import cms.plan.Plan;
import cms.platform.db.Columns;
import cms.platform.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of {@code payment_accounts}, {@code payment_customers} and {@code payment_notices}. */
final class AccountStore {
    private static final String SELECT = """
            SELECT id, workspace_id, subscription_id, customer_id, status, plan, trial_ends_at, period_ends_at,
                   cancel_at_period_end, grace_ends_at, told_at
            FROM payment_accounts
            """;

    /** Records an event of the provider; false when it was recorded before. */
    boolean isFirst(Tx tx, String eventId, Instant now) {
        return tx.update("""
                INSERT INTO payment_notices (id, received_at) VALUES (:id, :now) ON CONFLICT (id) DO NOTHING
                """)
                        .bind("id", eventId)
                        .bind("now", now.toEpochMilli())
                        .execute()
                == 1;
    }

    void forgetWebhooks(Tx tx, Instant before) {
        tx.update("DELETE FROM payment_notices WHERE received_at < :before")
                .bind("before", before.toEpochMilli())
                .execute();
    }

    /** The account of a workspace that is in force. */
    Optional<PaymentAccount> find(Tx tx, String workspaceId) {
        return tx.query(SELECT + " WHERE workspace_id = :workspaceId AND archived_at IS NULL")
                .bind("workspaceId", workspaceId)
                .map((row, context) -> account(row))
                .findOne();
    }

    Optional<String> workspaceOfSubscription(Tx tx, String subscriptionId) {
        return tx.query("SELECT workspace_id FROM payment_accounts WHERE subscription_id = :id")
                .bind("id", subscriptionId)
                .mapTo(String.class)
                .findOne();
    }

    boolean isArchived(Tx tx, String subscriptionId) {
        return tx.query("""
                SELECT id FROM payment_accounts WHERE subscription_id = :id AND archived_at IS NOT NULL
                """)
                .bind("id", subscriptionId)
                .mapTo(String.class)
                .findOne()
                .isPresent();
    }

    Optional<String> workspaceOfCustomer(Tx tx, String customerId) {
        return tx.query("SELECT workspace_id FROM payment_customers WHERE customer_id = :id")
                .bind("id", customerId)
                .mapTo(String.class)
                .findOne();
    }

    /** The newest customer of a workspace. */
    Optional<String> customerOf(Tx tx, String workspaceId) {
        return tx.query("""
                SELECT customer_id FROM payment_customers WHERE workspace_id = :workspaceId
                ORDER BY created_at DESC, customer_id LIMIT 1
                """)
                .bind("workspaceId", workspaceId)
                .mapTo(String.class)
                .findOne();
    }

    /** Stores the workspace of a customer; a stored one stays. */
    void putCustomer(Tx tx, String customerId, String workspaceId, Instant now) {
        tx.update("""
                INSERT INTO payment_customers (customer_id, workspace_id, created_at)
                VALUES (:customerId, :workspaceId, :now) ON CONFLICT (customer_id) DO NOTHING
                """)
                .bind("customerId", customerId)
                .bind("workspaceId", workspaceId)
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** Whether any subscription of the workspace, also an ended one, began with a trial. */
    boolean hadTrial(Tx tx, String workspaceId) {
        return tx.query("""
                SELECT id FROM payment_accounts
                WHERE workspace_id = :workspaceId AND trial_ends_at IS NOT NULL LIMIT 1
                """)
                .bind("workspaceId", workspaceId)
                .mapTo(String.class)
                .findOne()
                .isPresent();
    }

    /** @param archivedAt null for the account in force */
    void put(Tx tx, PaymentAccount account, @Nullable Instant archivedAt) {
        Subscription subscription = account.subscription();
        tx.update("""
                INSERT INTO payment_accounts (id, workspace_id, subscription_id, customer_id, status, plan,
                                              trial_ends_at, period_ends_at, cancel_at_period_end, grace_ends_at,
                                              told_at, archived_at)
                VALUES (:id, :workspaceId, :subscriptionId, :customerId, :status, :plan, :trialEndsAt, :periodEndsAt,
                        :cancelAtPeriodEnd, :graceEndsAt, :reportedAt, :archivedAt)
                ON CONFLICT (id) DO UPDATE
                SET customer_id = excluded.customer_id, status = excluded.status, plan = excluded.plan,
                    trial_ends_at = excluded.trial_ends_at, period_ends_at = excluded.period_ends_at,
                    cancel_at_period_end = excluded.cancel_at_period_end, grace_ends_at = excluded.grace_ends_at,
                    told_at = excluded.told_at, archived_at = excluded.archived_at
                """)
                .bind("id", account.id())
                .bind("workspaceId", account.workspaceId())
                .bind("subscriptionId", subscription.id())
                .bind("customerId", subscription.customerId())
                .bind("status", subscription.status().key())
                .bind("plan", subscription.plan().key())
                .bind("trialEndsAt", Columns.millis(subscription.trialEndsAt()))
                .bind("periodEndsAt", Columns.millis(subscription.periodEndsAt()))
                .bind("cancelAtPeriodEnd", subscription.cancelAtPeriodEnd() ? 1 : 0)
                .bind("graceEndsAt", Columns.millis(account.graceEndsAt()))
                .bind("reportedAt", account.reportedAt().toEpochMilli())
                .bind("archivedAt", Columns.millis(archivedAt))
                .execute();
    }

    private static PaymentAccount account(ResultSet row) throws SQLException {
        Subscription subscription = new Subscription(
                row.getString("subscription_id"),
                row.getString("customer_id"),
                SubscriptionStatus.find(row.getString("status")).orElseThrow(),
                Plan.ofStored(row.getString("plan")),
                Columns.instant(row, "trial_ends_at"),
                Columns.instant(row, "period_ends_at"),
                row.getInt("cancel_at_period_end") != 0);
        return new PaymentAccount(
                row.getString("id"),
                row.getString("workspace_id"),
                subscription,
                Columns.instant(row, "grace_ends_at"),
                Instant.ofEpochMilli(row.getLong("told_at")));
    }
}
