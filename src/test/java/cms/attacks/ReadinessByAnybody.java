package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * S10: anybody asks whether the service is ready, again and again, and its parts are asked once in ten seconds. Shown to
 * fail where each caller had them asked.
 */
final class ReadinessByAnybody implements Attack {
    private static final int CALLS = 400;
    private static final long PROBED_EVERY_NANOS = 10_000_000_000L;
    private static final long LOOK_EVERY_NANOS = 200_000;

    /** Callers, and the watch that asks by itself. */
    private static final int ASKERS = 2;

    private final Path written;

    /** @param data the folder of the service, whose probe writes an object there */
    ReadinessByAnybody(Path data) {
        this.written = data.resolve("objects/health/probe");
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
        Set<FileTime> probes = ConcurrentHashMap.newKeySet();
        probes.add(Files.getLastModifiedTime(written));
        AtomicBoolean over = new AtomicBoolean();
        Thread looks = Thread.ofPlatform().start(() -> look(probes, over));
        long began = System.nanoTime();
        try (ExecutorService callers = Executors.newFixedThreadPool(16)) {
            for (Future<Integer> status : callers.invokeAll(all)) {
                assertThat(status.get()).isEqualTo(200);
            }
        } finally {
            over.set(true);
            looks.join();
        }
        long tens = (System.nanoTime() - began) / PROBED_EVERY_NANOS + 1;
        assertThat(probes.size() - 1)
                .as("probes of a part within %d s", 10 * tens)
                .isLessThanOrEqualTo((int) (ASKERS * tens));
    }

    private void look(Set<FileTime> probes, AtomicBoolean over) {
        while (!over.get()) {
            try {
                probes.add(Files.getLastModifiedTime(written));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
    }
}
