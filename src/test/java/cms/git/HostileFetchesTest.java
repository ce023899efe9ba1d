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
import org.junit.jupiter.api.Test;

/** Fetches whose request becomes much, and many at the same time, by somebody who may only read. */
final class HostileFetchesTest {
    private static final int AT_ONCE = 64;

    @Test
    void aRequestThatAsksForMuchIsRefusedWhateverItIsPackedAs() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            for (String line : List.of("shallow ", "have ", "want ", "deepen-not ")) {
                assertThat(HostileFetch.fetch(world.dee(), world.repository(), line, 400_000))
                        .as(line)
                        .contains(
                                "ERR This fetch asks with more than 16 MiB; fetch fewer branches or files at a time.");
            }
        }
    }

    @Test
    void anHonestFetchWithThousandsOfCommitsIsServed() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            assertThat(HostileFetch.fetch(world.dee(), world.repository(), "have ", 20_000))
                    .contains("packfile", "PACK");
        }
    }

    /** They compute in turn, and each of them comes to its end. */
    @Test
    void asManyFetchesAtOnceAsAPersonMayHaveAreAllServed() throws Exception {
        try (TestApp app = TestApp.start();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            World world = World.blog(app);
            List<Future<String>> fetches = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                fetches.add(threads.submit(() -> HostileFetch.fetch(world.dee(), world.repository(), "have ", 10)));
            }
            for (Future<String> fetch : fetches) {
                assertThat(fetch.get()).contains("PACK");
            }
        }
    }
}
