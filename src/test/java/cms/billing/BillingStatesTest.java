package cms.billing;

import static org.assertj.core.api.Assertions.assertThat;

import cms.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The states of reference 3.8: what the provider last said, and how many days ago (or ahead) things end. */
class BillingStatesTest {
    private static final Instant NOW = Instant.parse("2026-11-02T08:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # status            | trial ends | period ends | not renewed | grace ends | state            | locked | plan
            trialing            | 1          | -           | false       | -          | trial_active     | false  | PRO
            trialing            | -          | -           | false       | -          | trial_active     | false  | PRO
            trialing            | 0          | 30          | false       | -          | trial_expired    | true   | FREE
            trialing            | -1         | 30          | true        | -          | trial_expired    | true   | FREE
            paused              | -1         | -           | false       | -          | trial_expired    | true   | FREE
            active              | -          | 30          | false       | -          | subscribed       | false  | PRO
            active              | -20        | -1          | false       | -          | subscribed       | false  | PRO
            active              | -          | 1           | true        | -          | canceled         | false  | PRO
            active              | -          | 0           | true        | -          | canceled_expired | true   | FREE
            past_due            | -          | -1          | false       | 7          | past_due         | false  | PRO
            past_due            | -          | -1          | false       | 0          | grace_expired    | true   | FREE
            canceled            | -          | 1           | false       | -          | canceled         | false  | PRO
            canceled            | -          | -1          | false       | -          | canceled_expired | true   | FREE
            canceled            | -          | -           | false       | -          | canceled_expired | true   | FREE
            unpaid              | -          | 30          | false       | -          | grace_expired    | true   | FREE
            incomplete          | -          | 30          | false       | -          | grace_expired    | true   | FREE
            incomplete_expired  | -          | -           | false       | -          | free             | false  | FREE
            """)
    void aStateFollowsFromWhatWasToldAndTheClock(
            String status,
            @Nullable Integer trialEnds,
            @Nullable Integer periodEnds,
            boolean notRenewed,
            @Nullable Integer graceEnds,
            String state,
            boolean locked,
            Plan plan) {
        Subscription subscription = new Subscription(
                "sub",
                "cus",
                SubscriptionStatus.find(status).orElseThrow(),
                Plan.PRO,
                in(trialEnds),
                in(periodEnds),
                notRenewed);
        PaymentAccount account = new PaymentAccount("a", "w", subscription, in(graceEnds), NOW);
        assertThat(account.state(NOW).key()).isEqualTo(state);
        assertThat(account.state(NOW).isLocked()).isEqualTo(locked);
        assertThat(account.plan(NOW)).isEqualTo(plan);
        Instant end = account.planEndsAt();
        if (plan != Plan.FREE && end != null) {
            assertThat(account.plan(end.minusMillis(1))).isEqualTo(Plan.PRO);
            assertThat(account.plan(end)).as("at the very end").isEqualTo(Plan.FREE);
        }
    }

    private static @Nullable Instant in(@Nullable Integer days) {
        return days == null ? null : NOW.plus(Duration.ofDays(days));
    }
}
