package cms.platform.db;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cms.platform.failure.Failure;
import cms.testing.FreePort;
import cms.testing.RefusingDatabase;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Wrong settings of a database are one sentence; a server that starts later is waited for. */
@Timeout(60)
class FirstConnectionTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void aDatabaseThatDoesNotExistIsSaidAtOnce() throws Exception {
        try (RefusingDatabase server = new RefusingDatabase("3D000", "database \"nope\" does not exist")) {
            Failure refused = refusal(server.url(), LONG);
            assertThat(refused.message()).contains("CMS_DATABASE_URL", "does not exist", "create it");
            assertThat(server.asked()).isEqualTo(1);
        }
    }

    @Test
    void aWrongPasswordIsSaidAtOnceAndNotShown() throws Exception {
        try (RefusingDatabase server = new RefusingDatabase("28P01", "password authentication failed for user \"u\"")) {
            Failure refused = refusal(server.url(), LONG);
            assertThat(refused.message())
                    .contains("CMS_DATABASE_URL", "password")
                    .doesNotContain("s3cret");
            assertThat(refused.retryAfter()).as("another try does not mend it").isEmpty();
            assertThat(server.asked()).isEqualTo(1);
        }
    }

    @Test
    void aServerThatIsNotThereIsSaidWhenTheTimeIsUp() throws Exception {
        try (FreePort port = new FreePort()) {
            Failure refused = refusal(RefusingDatabase.url(port.number()), Duration.ZERO);
            assertThat(refused.message()).contains("CMS_DATABASE_URL", "does not answer");
            assertThat(refused.retryAfter()).as("it may come back").isPresent();
        }
    }

    /** The second answer is another one than "starting up", so the wait has ended because of it. */
    @Test
    void aServerThatIsStillStartingIsWaitedFor() throws Exception {
        try (RefusingDatabase server = new RefusingDatabase("57P03", "the database system is starting up")) {
            var waiting = CompletableFuture.supplyAsync(() -> refusal(server.url(), LONG));
            eventually("it was asked more than once", () -> server.asked() > 1);
            assertThat(waiting).isNotDone();
            server.says("3D000");
            assertThat(waiting.get().message()).contains("does not exist");
        }
    }

    private static Failure refusal(String url, Duration timeout) {
        return catchThrowableOfType(Failure.class, () -> FirstConnection.await(url, timeout));
    }
}
