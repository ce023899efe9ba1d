package cms.delivery.read;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.format.ModelKind;
import cms.platform.failure.Failure;
import cms.platform.heap.HeapShare;
import cms.platform.heap.SharedRoom;
import cms.platform.json.Json;
import cms.platform.json.TooManyValues;
import cms.platform.json.ValueBudget;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Caches delivered files as rows, parsed and sorted once while they are queried, and again only when they change.
 * Entries are softly referenced, so that they are dropped before the heap is full, from whichever project they are.
 */
final class Tables {
    private static final long VALUES_MAX = 2_000_000;
    private static final Duration IDLE_MAX = Duration.ofMinutes(1);

    /** A build of a website gives up on a read that takes longer. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(10);

    /** Heap of a row with its keys, in the map that finds it and in the list of its order. */
    private static final long ROW_BYTES = 160;

    private static final LongConsumer UNCOUNTED = bytes -> {};

    private final Cache<Named, Parsed> parsed;
    private final Cache<SortedBy, Sorted> sorted;
    private final SharedRoom room;

    /** @param collection whether an object is many rows, or one */
    private record Named(String hash, boolean collection) {}

    /** @param bytes the bytes of the heap that it takes: a byte of a text may become fifty */
    private record Parsed(JsonNode value, DeliveredEntries rows, long bytes) {}

    /** @param hashes the hashes of the files in the order of the locales; files of equal bytes are equal here */
    private record SortedBy(List<Named> hashes, List<String> locales, RowOrder order) {}

    private record Sorted(List<ResultRow> rows, long bytes) {}

    Tables() {
        this(HeapShare.TABLES.bytes() / 2, new SharedRoom(HeapShare.QUERIES.bytes(), WAIT_MAX));
    }

    /**
     * @param bytesMax bytes of the heap for cached files, and as much again for sorted rows
     * @param room of all queries that run at the same time
     */
    Tables(long bytesMax, SharedRoom room) {
        this.room = room;
        this.parsed = cache(bytesMax, Parsed::bytes);
        this.sorted = cache(bytesMax, Sorted::bytes);
    }

    private static <K, V> Cache<K, V> cache(long bytesMax, ToLongFunction<V> bytes) {
        return Caffeine.newBuilder()
                .maximumWeight(kilobytes(bytesMax))
                .weigher((K key, V value) -> kilobytes(bytes.applyAsLong(value)))
                .softValues()
                .expireAfterAccess(IDLE_MAX)
                .scheduler(Scheduler.systemScheduler())
                .executor(Runnable::run)
                .build();
    }

    private static int kilobytes(long bytes) {
        return (int) Math.min(Integer.MAX_VALUE, 1 + (bytes >> 10));
    }

    /** How many parsed files are cached. */
    long cachedFiles() {
        parsed.cleanUp();
        return parsed.estimatedSize();
    }

    /**
     * Answers one query from the tables of a release. What the query opens is held until it ends, and all that queries
     * hold at the same time is bounded together: a query may let others compute before its end.
     *
     * @param workspaceId in whose turn the query waits for room
     * @param query may be called several times
     * @throws Failure UNAVAILABLE when there is no room in time
     */
    <T> T asked(String workspaceId, Release release, Function<Of, T> query) {
        return room.within(workspaceId, part -> query.apply(new Of(release, part)));
    }

    /** The tables of one release for one query; a file is read at most once in it, and held until it ends. */
    final class Of {
        private final Release release;
        private final Map<String, Optional<File>> files = new HashMap<>();
        private final Map<Named, Parsed> opened = new HashMap<>();
        private final SharedRoom.Part part;
        private long bytes;
        private long left = room.workMax();

        private Of(Release release, SharedRoom.Part part) {
            this.release = release;
            this.part = part;
        }

        /** The bytes of the files that were looked up so far: all their entries together are no longer. */
        long bytes() {
            return bytes;
        }

        /** The definition of a model; null when there is none. */
        @Nullable
        JsonNode model(String id) {
            Entity entity = release.files().get("models/" + id + ".json");
            return entity == null
                    ? null
                    : parse(entity.body(), false, room.workMax(), UNCOUNTED).value();
        }

        /** The delivered entries of a model in a locale; a model that is not translated has the same in each. */
        Optional<DeliveredEntries> rows(String modelId, String locale) {
            return file(modelId, locale).map(file -> file.parsed().rows());
        }

        /** Whether entries of a model are delivered in a locale. */
        boolean isDelivered(String modelId, String locale) {
            return file(modelId, locale).isPresent();
        }

        /** Every entry in the first locale that has it, in an order. */
        List<ResultRow> sorted(String modelId, List<String> locales, RowOrder order) {
            List<Named> hashes = new ArrayList<>();
            List<String> found = new ArrayList<>();
            Map<String, File> files = new LinkedHashMap<>();
            for (String locale : locales) {
                file(modelId, locale).ifPresent(file -> {
                    hashes.add(new Named(file.body().hash(), file.collection()));
                    found.add(locale);
                    files.putIfAbsent(locale, file);
                });
            }
            SortedBy by = new SortedBy(hashes, found, order);
            Sorted known = Tables.this.sorted.getIfPresent(by);
            if (known == null) {
                known = sort(files, order, () -> take(ROW_BYTES));
                Tables.this.sorted.put(by, known);
            } else {
                take(ROW_BYTES * known.rows().size());
            }
            return known.rows();
        }

        private Optional<File> file(String modelId, String locale) {
            // A locale has no slash.
            return files.computeIfAbsent(modelId + '/' + locale, name -> look(modelId, locale));
        }

        private Optional<File> look(String modelId, String locale) {
            JsonNode model = model(modelId);
            if (model == null) {
                return Optional.empty();
            }
            ModelKind kind = ModelKind.of(model.path("kind").asString("")).orElse(ModelKind.COLLECTION);
            String folder =
                    kind == ModelKind.DOCUMENT ? "documents/" + modelId + "/_index/" : "content/" + modelId + "/";
            Entity delivered = release.files().get(folder + locale + ".json");
            if (delivered == null) {
                delivered = release.files().get(folder + "data.json");
            }
            bytes += delivered == null ? 0 : delivered.body().size();
            return Optional.ofNullable(delivered)
                    .map(entity -> new File(this, entity.body(), kind == ModelKind.COLLECTION));
        }

        /**
         * Opens a file, which counts once, in however many locales it is.
         *
         * @throws Failure UNPROCESSABLE where the files that the query has opened take too much of the heap together
         */
        private Parsed open(DeliveredBytes body, boolean collection) {
            Named name = new Named(body.hash(), collection);
            Parsed known = opened.get(name);
            if (known != null) {
                return known;
            }
            boolean first = left == room.workMax();
            Parsed parsed;
            try {
                parsed = parse(body, collection, left, this::take);
            } catch (Failure tooMuch) {
                throw first ? tooMuch : tooMuchTogether();
            }
            opened.put(name, parsed);
            return parsed;
        }

        private void take(long more) {
            if (more > left) {
                throw tooMuchTogether();
            }
            part.take(more);
            left -= more;
        }

        private Failure tooMuchTogether() {
            return Failure.unprocessable(
                    ("The delivered files that are asked about take more than %,d MB of memory together; name fewer locales"
                                    + " in `fallback` or fewer paths in `include`, or read the files themselves.")
                            .formatted(Math.max(1, room.workMax() >> 20)));
        }
    }

    /** One delivered file of a model. */
    private static final class File {
        private final Of of;
        private final DeliveredBytes body;
        private final boolean collection;
        private @Nullable Parsed parsed;

        File(Of of, DeliveredBytes body, boolean collection) {
            this.of = of;
            this.body = body;
            this.collection = collection;
        }

        DeliveredBytes body() {
            return body;
        }

        boolean collection() {
            return collection;
        }

        Parsed parsed() {
            Parsed known = parsed;
            if (known == null) {
                known = of.open(body, collection);
                parsed = known;
            }
            return known;
        }
    }

    /** @param counting called before each row is made */
    private static Sorted sort(Map<String, File> files, RowOrder order, Runnable counting) {
        Map<String, ResultRow> byId = new LinkedHashMap<>();
        long bytes = 1;
        for (Map.Entry<String, File> file : files.entrySet()) {
            Parsed parsed = file.getValue().parsed();
            bytes += parsed.bytes();
            parsed.rows()
                    .byId()
                    .forEach((id, entry) -> byId.computeIfAbsent(id, missing -> {
                        counting.run();
                        return order.row(id, file.getKey(), entry);
                    }));
        }
        List<ResultRow> rows = new ArrayList<>(byId.values());
        rows.sort(order);
        return new Sorted(List.copyOf(rows), bytes);
    }

    /** @param holder charged with the bytes of the heap that the file takes */
    private Parsed parse(DeliveredBytes body, boolean collection, long bytesMax, LongConsumer holder) {
        Named name = new Named(body.hash(), collection);
        Parsed known = parsed.getIfPresent(name);
        if (known == null) {
            ValueBudget budget = ValueBudget.of(VALUES_MAX, Math.min(bytesMax, HeapShare.TEXT.bytes()), holder);
            JsonNode value = counted(body, budget);
            budget.settle();
            known = new Parsed(value, DeliveredEntries.of(value, collection), budget.bytes());
            parsed.put(name, known);
        } else {
            holder.accept(known.bytes());
        }
        return known;
    }

    /** @throws Failure UNPROCESSABLE for a file with more values than one read may hold */
    private static JsonNode counted(DeliveredBytes body, ValueBudget budget) {
        try {
            return Json.counted(body.bytes(), budget);
        } catch (TooManyValues tooMany) {
            throw Failure.unprocessable("A delivered file that is asked about holds " + tooMany.message()
                            + "; read the file itself, or split its content.")
                    .causedBy(tooMany);
        }
    }
}
