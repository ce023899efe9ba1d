package cms.delivery.build;

import cms.platform.failure.Failure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Everything that is delivered of one commit at one instant.
 *
 * @param files body by path
 * @param marks of the bundles, by locale
 * @param nextChange when an entry will appear or disappear without a new commit
 * @param errors files that could not be read
 */
public record Site(
        String commitSha,
        Instant builtAt,
        Map<String, DeliveredBytes> files,
        Map<String, BundleMark> marks,
        Optional<Instant> nextChange,
        List<FileError> errors) {
    public static final String MANIFEST = "_manifest.json";
    public static final String MEDIA_MANIFEST = "_media_manifest.json";

    public Site {
        errors = List.copyOf(errors);
    }

    /** The parts of an earlier site that a new one takes over. */
    public record Before(Map<String, DeliveredBytes> files, Map<String, BundleMark> marks) {
        public static Before nothing() {
            return new Before(Map.of(), Map.of());
        }
    }

    /**
     * Takes the files of a site while it is built, and ends a build whose files have no room in memory: a few megabytes
     * of a repository may ask for millions of files, one for each model and locale.
     */
    static final class Room implements BodySink {
        /** About what a file takes in memory beside its bytes, once it is in a release. */
        private static final int BYTES_OF_A_FILE = 1_500;

        private final BodySink sink;
        private final long bytesMax;
        private final AtomicLong bytes = new AtomicLong();

        Room(BodySink sink, long bytesMax) {
            this.sink = sink;
            this.bytesMax = bytesMax;
        }

        @Override
        public DeliveredBytes keep(String path, DeliveredBytes fresh) {
            charge(1, 0);
            return sink.keep(path, fresh);
        }

        /**
         * Charges files of an earlier build that are taken over, or items of an index.
         *
         * @throws Failure UNPROCESSABLE where there is no room for them; UNAVAILABLE where other builds have it
         */
        void charge(int files, long itemBytes) {
            long more = BYTES_OF_A_FILE * (long) files + itemBytes;
            if (bytes.addAndGet(more) > bytesMax) {
                throw Failure.unprocessable("What is delivered of this project are more files, or longer indexes, than "
                        + Math.max(1, bytesMax >> 20)
                        + " MB of memory hold; remove languages, models or documents, or shorten front matter.");
            }
            sink.hold(more);
        }

        /** Charges the definition of a model beside those of other builds; those of one site have their own limit. */
        void chargeModel(long heapBytes) {
            sink.hold(heapBytes);
        }
    }

    /** A site while it is put together. */
    static final class Growing {
        private final String commitSha;
        private final Instant builtAt;
        private final Map<String, DeliveredBytes> files = new TreeMap<>();
        private final Map<String, BundleMark> marks = new TreeMap<>();
        private final List<FileError> errors = new ArrayList<>();
        private final Until until;

        Growing(String commitSha, Instant builtAt) {
            this.commitSha = commitSha;
            this.builtAt = builtAt;
            this.until = new Until(builtAt);
        }

        String commitSha() {
            return commitSha;
        }

        Instant builtAt() {
            return builtAt;
        }

        List<FileError> errors() {
            return errors;
        }

        void add(Artefact artefact) {
            files.put(artefact.path(), artefact.body());
        }

        void add(ModelResult model) {
            model.artefacts().forEach(this::add);
            errors.addAll(model.errors());
            until.at(model.span().until());
        }

        void mark(String locale, BundleMark mark) {
            marks.put(locale, mark);
        }

        Site finish() {
            return new Site(commitSha, builtAt, files, marks, until.span().nextChange(), errors);
        }
    }
}
