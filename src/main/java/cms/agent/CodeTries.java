package cms.agent;

import cms.agent.turn.Ask;
import cms.agent.turn.Turns;
import cms.platform.failure.Failure;
import cms.platform.limits.Limits;
import cms.platform.limits.RateLimiter;

/**
 * Begins turns, and counts wrong confirmation codes: after more than anyone mistypes, all waiting calls of the
 * conversation are cancelled.
 */
final class CodeTries {
    private final RateLimiter limiter;
    private final Turns turns;

    CodeTries(RateLimiter limiter, Turns turns) {
        this.limiter = limiter;
        this.turns = turns;
    }

    String begin(Ask ask) {
        try {
            return turns.begin(ask);
        } catch (Failure refused) {
            if (refused.code().filter(Turns.CODE_UNKNOWN::equals).isPresent()) {
                String subject = ask.speaker().id() + ask.conversationId().orElse("");
                if (limiter.take(Limits.CONFIRMATION_CODE.rate(), subject).remaining() == 0) {
                    turns.forgetWaiting(ask);
                }
            }
            throw refused;
        }
    }
}
