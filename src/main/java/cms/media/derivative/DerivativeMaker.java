package cms.media.derivative;

import cms.media.bytes.BlobFiles;
import cms.media.bytes.WorkFolder;
import cms.platform.compute.SharedWork;
import cms.platform.failure.Failure;
import cms.platform.files.FileKind;
import cms.platform.instance.Instance;
import cms.platform.jobs.Lease;
import cms.platform.pictures.Picture;
import cms.platform.pictures.Pictures;
import cms.platform.pictures.Recipe;
import cms.platform.pictures.Urgency;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes each derivative once, however many ask for it at the same time, on however many instances. */
final class DerivativeMaker {
    private static final Logger LOG = LoggerFactory.getLogger(DerivativeMaker.class);
    private static final Duration WAIT_MAX = Duration.ofSeconds(20);

    /** Longer than a lease is waited for, a turn, and the start and the work of a process that writes AVIF. */
    private static final Duration SHARED_WAIT_MAX = Duration.ofMinutes(2);

    private static final int LATER_MAX = 8;

    private final Instance instance;
    private final Pictures pictures;
    private final BlobFiles blobs;
    private final DerivativeCache cache;
    private final SharedWork<String, Boolean> going = new SharedWork<>(SHARED_WAIT_MAX, DerivativeMaker::busy);
    private final Semaphore later = new Semaphore(LATER_MAX);

    DerivativeMaker(Instance instance, Pictures pictures, BlobFiles blobs, DerivativeCache cache) {
        this.instance = instance;
        this.pictures = pictures;
        this.blobs = blobs;
        this.cache = cache;
    }

    /**
     * One derivative to make.
     *
     * @param id of the recipe and the bytes
     * @param blob id of the source bytes
     */
    record Order(
            String workspaceId,
            String projectId,
            String id,
            String blob,
            FileKind kind,
            Recipe recipe,
            Urgency urgency) {}

    /** Makes a derivative and returns when it is stored; a concurrent caller waits for the one that makes it. */
    void now(Order order) {
        going.of(order.id(), () -> {
            makeAlone(order);
            return true;
        });
    }

    /** Makes a derivative in the background; left out when many are being made. */
    void later(Order order) {
        if (going.isRunning(order.id()) || !later.tryAcquire()) {
            return;
        }
        Thread.ofVirtual().name("derivative").start(() -> {
            try {
                now(order);
            } catch (Failure refused) {
                LOG.debug("a derivative was not made: {}", refused.message());
            } finally {
                later.release();
            }
        });
    }

    private void makeAlone(Order order) {
        long start = System.nanoTime();
        try (Lease _ = instance.leases()
                .await("derivative " + order.id(), () -> System.nanoTime() - start < WAIT_MAX.toNanos())
                .orElseThrow(DerivativeMaker::busy)) {
            if (!cache.has(order.projectId(), order.id())) {
                make(order);
            } else if (cache.open(order.projectId(), order.id())
                    .map(DerivativeMaker::closed)
                    .isEmpty()) {
                make(order); // the row has outlived its bytes
            }
        }
    }

    private static boolean closed(DerivativeCache.Open open) {
        try {
            open.channel().close();
            return true;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void make(Order order) {
        try (WorkFolder work = WorkFolder.in(instance.scratch())) {
            Path master;
            try (FileChannel bytes = blobs.open(order.projectId(), order.blob())
                    .orElseThrow(() -> Failure.unavailable("The bytes of this asset cannot be read now; try again."))) {
                master = work.copy(bytes, "master");
            }
            // An account may have any number of projects, so that they wait for pictures together.
            String owner = instance.compute().account(order.workspaceId());
            List<Picture> made =
                    pictures.make(owner, order.urgency(), master, order.kind(), List.of(order.recipe()), work.path());
            cache.store(order.projectId(), order.id(), order.blob(), made.getFirst());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Failure busy() {
        return Failure.unavailable("This size is being made; try again.");
    }
}
