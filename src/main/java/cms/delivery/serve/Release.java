package cms.delivery.serve;

import cms.delivery.build.Body;
import cms.delivery.build.BundleMark;
import cms.delivery.build.Site;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one project delivers at one time; it never changes, so a reader sees one commit.
 *
 * @param buildId the build that made it
 * @param files by delivery path
 * @param marks of the bundles, by locale
 */
public record Release(
        String buildId,
        String branch,
        String commitSha,
        Instant builtAt,
        Optional<Instant> nextChange,
        Map<String, Entity> files,
        Map<String, BundleMark> marks) {
    private static final String JSON = ".json";

    /** What is compressed while a release waits for it: some ten milliseconds of work. */
    private static final int PREPARED_BYTES_MAX = 256 * 1024;

    private static final int PREPARED_FILE_BYTES_MAX = 64 * 1024;

    /** The file at a path; {@code .json} may be missing at its end. Null when there is none. */
    public @Nullable Entity find(String path) {
        Entity exact = files.get(path);
        return exact != null ? exact : files.get(path.concat(JSON));
    }

    public long bytes() {
        return files.values().stream().mapToLong(entity -> entity.body().size()).sum();
    }

    /** Whether it still holds what the branch with this tip says at this instant. */
    public boolean isOf(String otherBranch, String tipSha, Instant now) {
        return branch.equals(otherBranch)
                && commitSha.equals(tipSha)
                && nextChange.filter(change -> !change.isAfter(now)).isEmpty();
    }

    /** What the next build may take over. */
    public Site.Before before() {
        return new Site.Before(new Bodies(files), marks);
    }

    /** Makes sending cheap what is new and small, before anybody reads it; the rest comes with {@link #settle}. */
    public void prepare() {
        int left = PREPARED_BYTES_MAX;
        for (Entity entity : files.values()) {
            int bytes = entity.body().size();
            if (bytes <= PREPARED_FILE_BYTES_MAX && bytes <= left && !entity.isSettled()) {
                entity.settle();
                left -= bytes;
            }
        }
    }

    /** Makes sending cheap; worth its price for a release that stays for a moment. */
    public void settle() {
        files.values().forEach(Entity::settle);
    }

    /** The files as bodies, looked up when asked for. */
    private static final class Bodies extends AbstractMap<String, Body> {
        private final Map<String, Entity> files;

        Bodies(Map<String, Entity> files) {
            this.files = files;
        }

        @Override
        public @Nullable Body get(Object path) {
            Entity entity = files.get(path);
            return entity == null ? null : entity.body();
        }

        @Override
        public Set<Entry<String, Body>> entrySet() {
            return files.entrySet().stream()
                    .map(file -> Map.entry(file.getKey(), file.getValue().body()))
                    .collect(Collectors.toSet());
        }
    }
}
