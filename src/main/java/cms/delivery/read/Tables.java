package cms.delivery.read;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.format.ModelKind;
import cms.platform.failure.Failure;
import cms.platform.heap.HeapShare;
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

    private final Cache<Named, Parsed> parsed;
    private final Cache<SortedBy, Sorted> sorted;
    private final long queryBytesMax;

    /** @param collection whether an object is many rows, or one */
    private record Named(String hash, boolean collection) {}

    /** @param bytes the bytes of the heap that it takes: a byte of a text may become fifty */
    private record Parsed(JsonNode value, DeliveredEntries rows, long bytes) {}

    /** @param hashes the hashes of the files in the order of the locales; files of equal bytes are equal here */
    private record SortedBy(List<Named> hashes, List<String> locales, RowOrder order) {}

    private record Sorted(List<Row> rows, long bytes) {}

    Tables() {
        this(HeapShare.TABLES.bytes() / 2);
    }

    /**
     * @param bytesMax bytes of the heap for files, and as much again for sorted rows; one query opens as much as both
     */
    Tables(long bytesMax) {
        this.queryBytesMax = 2 * bytesMax;
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

    Of of(Release release) {
        return new Of(release);
    }

    /** The tables of one release for one query; a file is read at most once in it, and held until it ends. */
    final class Of {
        private final Release release;
        private final Map<String, Optional<File>> files = new HashMap<>();
        private final Map<Named, Parsed> opened = new HashMap<>();
        private long bytes;
        private long left = queryBytesMax;

        private Of(Release release) {
            this.release = release;
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
                    : parse(entity.body(), false, queryBytesMax).value();
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
        List<Row> sorted(String modelId, List<String> locales, RowOrder order) {
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
                known = sort(files, order);
                Tables.this.sorted.put(by, known);
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
            boolean first = left == queryBytesMax;
            Parsed parsed;
            try {
                parsed = parse(body, collection, left);
            } catch (Failure tooMuch) {
                throw first ? tooMuch : tooMuchTogether();
            }
            left -= parsed.bytes();
            if (left < 0) {
                throw tooMuchTogether();
            }
            opened.put(name, parsed);
            return parsed;
        }

        private Failure tooMuchTogether() {
            return Failure.unprocessable(
                    ("The delivered files that are asked about take more than %,d MB of memory together; name fewer locales"
                                    + " in `fallback` or fewer paths in `include`, or read the files themselves.")
                            .formatted(Math.max(1, queryBytesMax >> 20)));
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

    private static Sorted sort(Map<String, File> files, RowOrder order) {
        Map<String, Row> byId = new LinkedHashMap<>();
        long bytes = 1;
        for (Map.Entry<String, File> file : files.entrySet()) {
            Parsed parsed = file.getValue().parsed();
            bytes += parsed.bytes();
            parsed.rows()
                    .byId()
                    .forEach((id, entry) -> byId.computeIfAbsent(id, missing -> order.row(id, file.getKey(), entry)));
        }
        List<Row> rows = new ArrayList<>(byId.values());
        rows.sort(order);
        return new Sorted(List.copyOf(rows), bytes);
    }

    private Parsed parse(DeliveredBytes body, boolean collection, long bytesMax) {
        Named name = new Named(body.hash(), collection);
        Parsed known = parsed.getIfPresent(name);
        if (known == null) {
            ValueBudget budget = ValueBudget.of(VALUES_MAX, Math.min(bytesMax, HeapShare.TEXT.bytes()));
            JsonNode value = counted(body, budget);
            known = new Parsed(value, DeliveredEntries.of(value, collection), budget.bytes());
            parsed.put(name, known);
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
