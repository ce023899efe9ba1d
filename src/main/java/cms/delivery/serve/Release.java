package cms.delivery.serve;

import cms.delivery.build.BundleMark;
import cms.delivery.build.DeliveredBytes;
import cms.delivery.build.Site;
import cms.delivery.wire.Compression;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one project delivers at one time; it never changes, so a reader sees one commit.
 *
 * @param buildId the build that made it
 * @param files by delivery path
 * @param marks of the bundles, by locale
 * @param unsteady the paths whose file is not the same in every release of this commit so far, as entries appear and
 *     expire; also of files that it has no more
 */
public record Release(
        String buildId,
        String branch,
        String commitSha,
        Instant builtAt,
        Optional<Instant> nextChange,
        Map<String, Entity> files,
        Map<String, BundleMark> marks,
        Set<String> unsteady) {
    private static final String JSON = ".json";

    /** Bytes of small files that are compressed before a release is current: some 20 milliseconds of work. */
    private static final int PREPARED_BYTES_MAX = 256 * 1024;

    /** Bytes of large files that are compressed before a release is current, as they are compressed more quickly. */
    private static final int PREPARED_LARGE_BYTES_MAX = 1024 * 1024;

    /** The file at a path; {@code .json} may be missing at its end. Null when there is none. */
    public @Nullable Entity find(String path) {
        Entity exact = files.get(path);
        return exact != null ? exact : files.get(path.concat(JSON));
    }

    public long bytes() {
        return files.values().stream().mapToLong(entity -> entity.body().size()).sum();
    }

    /** Whether it is still the content of this branch, with this tip, at this instant. */
    public boolean isOf(String otherBranch, String tipSha, Instant now) {
        return branch.equals(otherBranch)
                && commitSha.equals(tipSha)
                && nextChange.filter(change -> !change.isAfter(now)).isEmpty();
    }

    /** Whether its manifest of assets equals this one. */
    public boolean hasMedia(Optional<DeliveredBytes> media) {
        Entity said = files.get(Site.MEDIA_MANIFEST);
        return media.map(DeliveredBytes::hash)
                .equals(Optional.ofNullable(said).map(entity -> entity.body().hash()));
    }

    /** The same release, which follows another one of its commit. */
    public Release following(Release earlier) {
        Set<String> differing = new TreeSet<>(earlier.unsteady);
        Stream.of(files.keySet(), earlier.files.keySet()).flatMap(Set::stream).forEach(path -> {
            Entity before = earlier.files.get(path);
            Entity now = files.get(path);
            if (before == null
                    || now == null
                    || !before.body().hash().equals(now.body().hash())) {
                differing.add(path);
            }
        });
        return new Release(buildId, branch, commitSha, builtAt, nextChange, files, marks, differing);
    }

    /** The files that the next build may take over. */
    public Site.Before before() {
        return new Site.Before(new FileBodies(files), marks);
    }

    /**
     * Compresses new files before the release is read, on all cores and the smallest first; files beyond the limits are
     * left to {@link #compress}.
     *
     * @param brief whether the next release is on its way, so that large files are not worth it
     */
    public void prepare(boolean brief) {
        List<Entity> chosen = new ArrayList<>();
        int left = PREPARED_BYTES_MAX;
        int leftForLarge = brief ? 0 : PREPARED_LARGE_BYTES_MAX;
        for (Entity entity : uncompressed()) {
            int bytes = entity.body().size();
            boolean large = bytes > Compression.LARGE_BYTES_MIN;
            if (bytes <= (large ? leftForLarge : left)) {
                chosen.add(entity);
                left -= large ? 0 : bytes;
                leftForLarge -= large ? bytes : 0;
            }
        }
        chosen.parallelStream().forEach(Entity::compress);
    }

    /**
     * Joins files that consist of other files, so that no reader has to, and compresses the rest, the smallest first,
     * as long as it is worth it; each file is either done or untouched.
     */
    void compress(BooleanSupplier worthIt) {
        if (worthIt.getAsBoolean()) {
            files.values().stream()
                    .filter(Entity::isComposed)
                    .forEach(entity -> entity.body().join());
        }
        for (Entity entity : uncompressed()) {
            if (!worthIt.getAsBoolean()) {
                return;
            }
            entity.compress();
        }
    }

    /** Makes sending cheap, at the price of memory that is freed late: for a release that stays for a moment. */
    public void prepare() {
        files.values().forEach(Entity::prepare);
    }

    private List<Entity> uncompressed() {
        return files.values().stream()
                .filter(entity -> !entity.isCompressed())
                .sorted(Comparator.comparingInt(entity -> entity.body().size()))
                .toList();
    }

    /** The files as bodies, looked up when asked for. */
    private static final class FileBodies extends AbstractMap<String, DeliveredBytes> {
        private final Map<String, Entity> files;

        FileBodies(Map<String, Entity> files) {
            this.files = files;
        }

        @Override
        public @Nullable DeliveredBytes get(Object path) {
            Entity entity = files.get(path);
            return entity == null ? null : entity.body();
        }

        @Override
        public Set<Entry<String, DeliveredBytes>> entrySet() {
            return files.entrySet().stream()
                    .map(file -> Map.entry(file.getKey(), file.getValue().body()))
                    .collect(Collectors.toSet());
        }
    }
}
