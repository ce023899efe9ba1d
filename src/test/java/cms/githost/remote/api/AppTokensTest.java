package cms.githost.remote.api;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.compute.Compute;
import cms.platform.compute.Outside;
import cms.platform.config.Secret;
import cms.platform.net.WebAnswer;
import cms.testing.StandInHost;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(90)
class AppTokensTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));
    private static final String TOKEN = "{\"token\":\"fresh\",\"expires_at\":\"2026-01-01T01:00:00Z\"}";

    private final CountDownLatch isAsked = new CountDownLatch(1);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final AppTokens tokens = new AppTokens(new AppKey("1", new Secret(StandInHost.privateKey())), CLOCK);
    private final HostApi api = new HostApi(
            URI.create("http://localhost"),
            request -> Outside.waiting(() -> {
                isAsked.countDown();
                await(mayAnswer);
                return new WebAnswer(201, "application/json", TOKEN.getBytes(StandardCharsets.UTF_8), Map.of());
            }),
            Duration.ofMinutes(1),
            tokens,
            CLOCK);

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Shown to fail before: who had asked waited for a computing turn, and those with the turns for its lock. */
    @Test
    void computationsThatNeedATokenWhileOneIsAskedForGiveTheirTurnsAway() {
        List<AppTokens.TokenLookup> found = new CopyOnWriteArrayList<>();
        List<Thread> waiting = new CopyOnWriteArrayList<>();
        int turns = Runtime.getRuntime().availableProcessors();
        try (Compute compute = new Compute()) {
            Thread.startVirtualThread(() -> found.add(compute.run("first", () -> tokens.installation(api, 7))));
            await(isAsked);
            for (int turn = 0; turn < turns; turn++) {
                Thread.startVirtualThread(() -> found.add(compute.run("next", () -> {
                    waiting.add(Thread.currentThread());
                    return tokens.installation(api, 7);
                })));
            }
            eventually(
                    "all turns wait for the lock, or were given away",
                    () -> waiting.size() >= Math.max(1, turns - 1)
                            && waiting.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
            mayAnswer.countDown();
            eventually("all have the token", () -> found.size() == turns + 1);
            assertThat(found).allMatch(one -> one instanceof AppTokens.Found);
        }
    }
}
