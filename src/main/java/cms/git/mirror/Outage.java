package cms.git.mirror;

import cms.git.remote.RemoteException;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Refuses writes at once while the host does not answer, with the time after which to try again. */
final class Outage {
    /** Time after a failure in which writes fail without asking the host, so that they do not queue up behind it. */
    private static final Duration DOWN = Duration.ofSeconds(2);

    private static final Duration REFUSED = Duration.ofSeconds(10);
    private static final Duration BUSY = Duration.ofSeconds(30);

    private final InstantSource clock;
    private volatile @Nullable Failure failure;
    private volatile Instant until = Instant.EPOCH;

    Outage(InstantSource clock) {
        this.clock = clock;
    }

    @Nullable
    Failure failure() {
        return failure;
    }

    void isOver() {
        failure = null;
        until = Instant.EPOCH;
    }

    /** A pause that is longer than it was when it began is one of a clock that was set back, and over. */
    void refuseWhileFresh() {
        Failure present = failure;
        Duration rest = Duration.between(clock.instant(), until);
        if (present != null && rest.isPositive() && rest.compareTo(pause(present)) <= 0) {
            throw present;
        }
    }

    private static Duration pause(Failure failure) {
        return failure.retryAfter().orElse(DOWN);
    }

    Failure begins(IOException cause) {
        Failure fresh = describe(cause);
        failure = fresh;
        until = clock.instant().plus(pause(fresh));
        return fresh;
    }

    private static Failure describe(IOException cause) {
        if (!(cause instanceof RemoteException error)) {
            return Failure.unavailable("What the Git host sent could not be stored; try again.")
                    .withRetryAfter(DOWN)
                    .causedBy(cause);
        }
        Failure described = switch (error.kind()) {
            case DOWN, MOVED ->
                Failure.unavailable("The Git host does not answer; try again in a moment.")
                        .withRetryAfter(error.retryAfter().orElse(DOWN));
            case UNAUTHORIZED, FORBIDDEN ->
                Failure.unavailable("The Git host gives this service no access to the repository; check the permissions"
                                + " of its app, or connect the repository again.")
                        .withRetryAfter(REFUSED);
            case GONE ->
                Failure.unavailable("The repository is gone from the Git host, or this service may not see it any more;"
                                + " connect it again.")
                        .withRetryAfter(REFUSED);
            case BUSY ->
                Failure.unavailable("The Git host asks this service to come back later.")
                        .withRetryAfter(error.retryAfter().orElse(BUSY));
            case TOO_LARGE ->
                Failure.unprocessable("The repository, or a file in it, is larger than this service takes; make it"
                                + " smaller, or raise CMS_GIT_HOST_REPOSITORY_MEGABYTES_MAX or"
                                + " CMS_GIT_HOST_FILE_MEGABYTES_MAX.")
                        .withCode("git_host.repository_too_large")
                        .withRetryAfter(REFUSED);
        };
        return described.causedBy(cause);
    }
}
