package cms.plan;

/** The amount that a plan grants: unlimited, or a number of the limit's unit. */
public sealed interface Allowance {
    /** The number for an unlimited allowance in answers (spec 4.5). */
    long UNLIMITED_IN_ANSWERS = -1;

    record Unlimited() implements Allowance {}

    /** At most {@code amount} of the unit; zero switches the feature off. */
    record AtMost(long amount) implements Allowance {
        public AtMost {
            if (amount < 0) {
                throw new IllegalArgumentException("An allowance is never negative: " + amount);
            }
        }
    }

    static Allowance unlimited() {
        return new Unlimited();
    }

    static Allowance atMost(long amount) {
        return new AtMost(amount);
    }

    /** Whether {@code total} of the unit, counted after the requested step, is still within the plan. */
    default boolean covers(long total) {
        return switch (this) {
            case Unlimited() -> true;
            case AtMost(long amount) -> total <= amount;
        };
    }

    /** The number in answers: the amount, or {@value #UNLIMITED_IN_ANSWERS}. */
    default long inAnswers() {
        return switch (this) {
            case Unlimited() -> UNLIMITED_IN_ANSWERS;
            case AtMost(long amount) -> amount;
        };
    }
}
