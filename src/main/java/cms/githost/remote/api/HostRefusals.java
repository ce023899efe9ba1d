package cms.githost.remote.api;

import cms.platform.net.RetryAfter;
import cms.platform.net.WebAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Maps a status and its headers to a refusal; the texts of messages are not interpreted. */
final class HostRefusals {
    private static final Duration WITHOUT_WORD = Duration.ofSeconds(60);

    private HostRefusals() {}

    static ApiAnswer.Refused of(WebAnswer answer, Instant now) {
        int status = answer.status();
        if (status == 429 || status == 403 && isRateLimited(answer)) {
            return new ApiAnswer.Refused(Refusal.LIMITED, status, Optional.of(wait(answer, now)));
        }
        Refusal why = switch (status) {
            case 301, 302, 307, 308 -> Refusal.MOVED;
            case 401 -> Refusal.UNAUTHORIZED;
            case 403, 451 -> Refusal.FORBIDDEN;
            case 404, 410 -> Refusal.NOT_FOUND;
            case 405, 409 -> Refusal.CONFLICT;
            case 400, 422 -> Refusal.UNPROCESSABLE;
            default -> Refusal.UNREACHABLE;
        };
        Optional<Duration> wait =
                why == Refusal.UNREACHABLE ? RetryAfter.of(answer::header, now) : Optional.<Duration>empty();
        return new ApiAnswer.Refused(why, status, wait);
    }

    /**
     * Whether a 403 means a rate limit. The documentation URL of a refusal is part of the interface, unlike its
     * message.
     */
    private static boolean isRateLimited(WebAnswer answer) {
        return answer.header("retry-after").isPresent()
                || answer.header("x-ratelimit-remaining").filter("0"::equals).isPresent()
                || answer.json()
                        .map(body -> body.path("documentation_url").asString(""))
                        .filter(url -> url.contains("rate-limit"))
                        .isPresent();
    }

    private static Duration wait(WebAnswer answer, Instant now) {
        return RetryAfter.of(answer::header, now).orElse(WITHOUT_WORD);
    }
}
