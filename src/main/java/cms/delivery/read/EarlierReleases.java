package cms.delivery.read;

import cms.delivery.serve.Release;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cache of releases of earlier commits, loaded at the first read and dropped when they are not read any more. They are
 * softly referenced, so that they are dropped before the heap is full: what lies in several packs is in memory.
 */
public final class EarlierReleases {
    private static final Duration IDLE_MAX = Duration.ofMinutes(5);

    /** Counted in files; even of very large releases two stay, so that comparing them does not load them each time. */
    private static final int FILES_MAX = 400_000;

    private final Source source;
    private final Cache<Named, Release> loaded = Caffeine.newBuilder()
            .maximumWeight(FILES_MAX)
            .weigher((Named name, Release release) -> Math.min(release.files().size() + 1, FILES_MAX / 2))
            .softValues()
            .expireAfterAccess(IDLE_MAX)
            .scheduler(Scheduler.systemScheduler())
            .build();

    public EarlierReleases(Source source) {
        this.source = source;
    }

    /** Loads a kept release; null when there is none of this commit. */
    @FunctionalInterface
    public interface Source {
        @Nullable
        Release load(String projectId, String commitSha);
    }

    private record Named(String projectId, String commitSha) {}

    /** The first release of a commit: later ones differ in the entries that have appeared or disappeared. */
    Optional<Release> find(String projectId, String commitSha) {
        Named name = new Named(projectId, commitSha);
        Release known = loaded.getIfPresent(name);
        if (known == null) {
            known = source.load(projectId, commitSha);
            if (known != null) {
                loaded.put(name, known);
            }
        }
        return Optional.ofNullable(known);
    }
}
