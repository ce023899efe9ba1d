package cms.platform.pictures;

import cms.platform.failure.Failure;
import cms.platform.files.FileKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes pictures in worker processes; a decoder that crashes fails one request only. */
public final class Pictures implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Pictures.class);
    private static final long FREE_BYTES_MIN = 64L * 1024 * 1024;

    private final WorkerQueue turnstile;
    private final Workers workers;

    private interface WorkerCall<T> {
        T with(WorkerProcess worker) throws IOException;
    }

    private Pictures(WorkerQueue turnstile, Workers workers) {
        this.turnstile = turnstile;
        this.workers = workers;
    }

    /**
     * Opens it without starting a process; the first picture, or the first question for the engine, starts one.
     *
     * @param folder for files that are worked on; folders of workers that a killed process left there are removed
     */
    public static Pictures open(PictureSettings settings, Path folder) {
        Pictures pictures =
                open(settings.workers(), VipsLibrary.find(settings.library()), folder, WorkerLimits.STANDARD);
        if (!pictures.workers.hasLibrary()) {
            LOG.warn("pictures are made by {}", pictures.state());
        }
        return pictures;
    }

    static Pictures open(int workers, Optional<Path> library, Path folder, WorkerLimits limits) {
        try {
            Files.createDirectories(folder);
            try (Stream<Path> left = Files.list(folder)) {
                left.filter(each -> each.getFileName().toString().startsWith(Workers.PREFIX))
                        .forEach(WorkerProcess::delete);
            }
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
        return new Pictures(new WorkerQueue(workers, limits), new Workers(folder, library, limits));
    }

    /**
     * Decodes {@code source}, a lean file, once, and writes each recipe into {@code folder}. Blocking.
     *
     * @param owner whose share of the queue the work counts for
     * @return the pictures in the order of the recipes
     * @throws Failure UNPROCESSABLE {@code media.pixels} when the decoder refused, crashed, or took too much;
     *     UNAVAILABLE when too much waits, none can work, or the disk is full
     */
    public List<Picture> make(
            String owner, Urgency urgency, Path source, FileKind kind, List<Recipe> recipes, Path folder) {
        if (recipes.isEmpty()) {
            return List.of();
        }
        WorkOrder order = new WorkOrder(kind, recipes);
        return inTurn(owner, urgency, worker -> {
            WorkResult result = result(worker, source, order);
            List<Picture> pictures = new ArrayList<>();
            for (int i = 0; i < recipes.size(); i++) {
                pictures.add(brought(
                        worker, i, recipes.get(i).format(), result.made().get(i), folder));
            }
            return pictures;
        });
    }

    /**
     * The blurhash of a picture, a short text from which a blurred placeholder is drawn while it loads (blurha.sh).
     *
     * @throws Failure as {@link #make}
     */
    public String blurhash(String owner, Path source, FileKind kind) {
        WorkOrder order = new WorkOrder(kind, List.of());
        return inTurn(
                owner, Urgency.UPLOAD, worker -> result(worker, source, order).blurhash());
    }

    /**
     * The engine of the workers; starts a worker when none was started before.
     *
     * @throws Failure UNAVAILABLE when none can be started
     */
    public Engine engine() {
        return workers.engine();
    }

    /** One line for the operator: the engine, and what to install when it is not libvips. */
    public String engineLine() {
        Engine engine = engine();
        String line = engine.name() + " " + engine.version() + ", " + engine.confinement();
        return engine.isFull() ? line : line + "; " + Engine.lack(workers.error());
    }

    /**
     * Name of the picture library, and what to install where it is not libvips; starts no worker. Anyone may read it:
     * it contains no path and no message of the operating system.
     */
    public String state() {
        return workers.hasLibrary() ? Engine.VIPS : Engine.IMAGE_IO + "; " + Engine.lack(workers.publicError());
    }

    /** For tests. */
    Workers workers() {
        return workers;
    }

    @Override
    public void close() {
        turnstile.close();
        workers.close();
    }

    private <T> T inTurn(String owner, Urgency urgency, WorkerCall<T> work) {
        turnstile.enter(owner, urgency);
        try {
            WorkerProcess worker = workers.take();
            try {
                T done = work.with(worker);
                worker.clear();
                return done;
            } catch (IOException full) {
                throw noRoom().causedBy(full);
            } finally {
                workers.giveBack(worker);
            }
        } finally {
            turnstile.leave(urgency);
        }
    }

    private static WorkResult result(WorkerProcess worker, Path source, WorkOrder order) throws IOException {
        worker.clear();
        linkOrCopy(source, worker.incoming().resolve(WorkOrder.SOURCE));
        WorkResult result;
        try {
            result = worker.work(order);
        } catch (IOException ended) {
            LOG.warn("a worker ended over a {}: {}", order.kind(), ended.toString());
            result = WorkResult.refused("the worker ended");
        }
        if (!result.refusal().isEmpty()) {
            LOG.info("a {} was refused: {}", order.kind(), result.refusal());
            if (Files.getFileStore(worker.outgoing()).getUsableSpace() < FREE_BYTES_MIN) {
                throw noRoom();
            }
            throw Failure.unprocessable("The picture cannot be decoded, or takes too much to decode.")
                    .withCode("media.pixels");
        }
        return result;
    }

    /** Hard link to a file where the file system supports it, else a copy. */
    private static void linkOrCopy(Path source, Path name) throws IOException {
        try {
            Files.createLink(name, source);
        } catch (IOException | UnsupportedOperationException elsewhere) {
            Files.copy(source, name);
        }
    }

    private static Picture brought(
            WorkerProcess worker, int number, PictureFormat format, WorkResult.Made made, Path folder)
            throws IOException {
        Path out = worker.outgoing().resolve(Integer.toString(number));
        // A compromised worker must not pass another file under this name.
        if (!Files.isRegularFile(out, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("a worker made no file");
        }
        Path file = folder.resolve(UUID.randomUUID() + "." + format.extension());
        Files.move(out, file, StandardCopyOption.REPLACE_EXISTING);
        return new Picture(file, format, made.width(), made.height(), Files.size(file), made.animated());
    }

    private static Failure noRoom() {
        return Failure.unavailable("The disk has no room for the picture; try again later.");
    }
}
