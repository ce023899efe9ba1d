package cms.platform.net;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads when a server wants to be asked again: seconds or a date (RFC 9110, 10.2.3), or the end of a used-up rate
 * limit.
 */
public final class RetryAfter {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    private RetryAfter() {}

    /**
     * A time from one second to one hour; empty when the server states none.
     *
     * @param header an answer's header by its name in lower case
     */
    public static Optional<Duration> of(Function<String, Optional<String>> header, Instant now) {
        return header.apply("retry-after")
                .map(String::strip)
                .flatMap(text -> seconds(text).or(() -> date(text, now)))
                .or(() -> header.apply("x-ratelimit-remaining")
                        .filter("0"::equals)
                        .flatMap(spent -> header.apply("x-ratelimit-reset"))
                        .flatMap(RetryAfter::seconds)
                        .map(since1970 -> Duration.between(now, Instant.ofEpochSecond(since1970.toSeconds()))))
                .map(RetryAfter::bounded);
    }

    private static Duration bounded(Duration wait) {
        Duration atLeast = wait.compareTo(SHORTEST) < 0 ? SHORTEST : wait;
        return atLeast.compareTo(LONGEST) > 0 ? LONGEST : atLeast;
    }

    private static Optional<Duration> seconds(String text) {
        return Optional.of(text)
                .filter(digits -> digits.matches("\\d{1,12}"))
                .map(digits -> Duration.ofSeconds(Long.parseLong(digits)));
    }

    private static Optional<Duration> date(String text, Instant now) {
        try {
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(Duration.between(now, then));
        } catch (DateTimeParseException nonsense) {
            return Optional.empty();
        }
    }
}
