package cms.githost.remote.api;

import cms.platform.failure.Failure;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The outcome of a call to the host. Refusals are expected outcomes, and therefore values. */
public sealed interface ApiAnswer {
    /** @param nextQuery the query of the next page; empty on the last */
    record Done(int status, JsonNode body, Optional<String> nextQuery) implements ApiAnswer {}

    /**
     * @param status 0 when there was no answer at all
     * @param retryAfter time until another try, where it is known
     */
    record Refused(Refusal why, int status, Optional<Duration> retryAfter) implements ApiAnswer {
        private static final Duration SOON = Duration.ofSeconds(5);

        /** The failure for a refusal that the caller does not handle. */
        public Failure failure() {
            Failure failure = switch (why) {
                case LIMITED ->
                    Failure.unavailable("The Git host asks us to wait; try again later.")
                            .withCode("git_host.limited");
                case UNREACHABLE ->
                    Failure.unavailable("The Git host does not answer as it should just now; try again soon.")
                            .withCode("git_host.unreachable");
                case UNAUTHORIZED, FORBIDDEN ->
                    Failure.unavailable("The Git host does not let this service do that; check its app there.")
                            .withCode("git_host.refused");
                case NOT_FOUND, MOVED, CONFLICT, UNPROCESSABLE ->
                    Failure.unavailable("The Git host refused with " + status + "; try again later.")
                            .withCode("git_host.refused");
            };
            return failure.withRetryAfter(retryAfter.orElse(SOON));
        }
    }

    /** The body, or the failure of {@link Refused#failure()}. */
    default JsonNode orFail() {
        return switch (this) {
            case Done done -> done.body();
            case Refused refused -> throw refused.failure();
        };
    }

    default boolean isRefused(Refusal... reasons) {
        return this instanceof Refused refused && java.util.List.of(reasons).contains(refused.why());
    }
}
