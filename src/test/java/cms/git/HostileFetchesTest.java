package cms.git;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.HostileFetch;
import cms.testing.TestApp;
import cms.testing.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fetches whose request becomes much, and many at the same time, by somebody who may only read. */
final class HostileFetchesTest {
    private static final int AT_ONCE = 64;

    /** Of 50 bytes each, and more: more than 16 MiB. */
    private static final int LINES = 350_000;

    private static TestApp app;
    private static World world;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        world = World.blog(app);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    private static String fetch(String line, int times) {
        return HostileFetch.fetch(world.dee(), world.repository(), line, times);
    }

    private static void refuses(String line) {
        assertThat(fetch(line, LINES))
                .as(line)
                .contains("ERR This fetch asks with more than 16 MiB; fetch fewer branches or files at a time.");
    }

    @Test
    void aRequestThatBecomesMuchIsRefusedWhateverItIsPackedAs() {
        refuses("shallow ");
    }

    @Tag("large")
    @Test
    void soIsEveryOtherLineThatIsKept() {
        List.of("have ", "want ", "deepen-not ").forEach(HostileFetchesTest::refuses);
    }

    @Test
    void anHonestFetchWithThousandsOfCommitsIsServed() {
        assertThat(fetch("have ", 20_000)).contains("packfile", "PACK");
    }

    /** They compute in turn, and each of them comes to its end. */
    @Test
    void asManyFetchesAtOnceAsAPersonMayHaveAreAllServed() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> fetches = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                fetches.add(threads.submit(() -> fetch("have ", 10)));
            }
            for (Future<String> fetch : fetches) {
                assertThat(fetch.get()).contains("PACK");
            }
        }
    }
}
