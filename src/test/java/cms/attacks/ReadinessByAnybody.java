package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * S10: anybody asks whether the service is ready, again and again, and its parts are asked once in ten seconds. Each
 * probe moves an object to its place, and the system counts the moves. Shown to fail where each caller has the parts
 * asked, and where those who come at the same time do not share one probe.
 */
final class ReadinessByAnybody implements Attack {
    private static final int CALLS = 400;
    private static final long PROBED_EVERY_NANOS = 10_000_000_000L;
    private static final String OVER = "over";
    private static final long TOLD_WITHIN_SECONDS = 30;

    /** Callers, and the watch that asks by itself. */
    private static final int ASKERS = 2;

    private final Path probed;

    /** @param data the folder of the service, whose probe writes an object there */
    ReadinessByAnybody(Path data) {
        this.probed = data.resolve("objects/health");
    }

    @Override
    public String name() {
        return "readiness by anybody";
    }

    @Override
    public void run(Target target) throws Exception {
        Http anybody = new Http(target.service().url());
        List<Callable<Integer>> all = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            all.add(() -> anybody.get("/api/health/ready").status());
        }
        try (WatchService moves = probed.getFileSystem().newWatchService()) {
            probed.register(moves, StandardWatchEventKinds.ENTRY_CREATE);
            long began = System.nanoTime();
            try (ExecutorService callers = Executors.newFixedThreadPool(16)) {
                for (Future<Integer> status : callers.invokeAll(all)) {
                    assertThat(status.get()).isEqualTo(200);
                }
            }
            long tens = (System.nanoTime() - began) / PROBED_EVERY_NANOS + 1;
            assertThat(probes(moves))
                    .as("probes of a part within %d s", 10 * tens)
                    .isLessThanOrEqualTo((int) (ASKERS * tens));
        }
    }

    /** The objects that were moved to their place until now: until the system tells of a file that is made now. */
    private int probes(WatchService moves) throws IOException, InterruptedException {
        Path over = Files.createFile(probed.resolve(OVER));
        try {
            int count = 0;
            while (true) {
                WatchKey told = moves.poll(TOLD_WITHIN_SECONDS, TimeUnit.SECONDS);
                assertThat(told).as("what the system tells of the moves").isNotNull();
                for (WatchEvent<?> move : told.pollEvents()) {
                    assertThat(move.kind())
                            .as("more moves than the system tells of")
                            .isNotEqualTo(StandardWatchEventKinds.OVERFLOW);
                    if (move.context() instanceof Path file && file.endsWith(OVER)) {
                        return count;
                    }
                    count += move.count();
                }
                told.reset();
            }
        } finally {
            Files.delete(over);
        }
    }
}
