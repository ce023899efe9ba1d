package cms.delivery.read;

import cms.delivery.serve.Release;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
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

    /** Loads kept releases; null when there is none of this commit or build. */
    public interface Source {
        @Nullable
        Release first(String projectId, String commitSha);

        Optional<String> newestBuild(String projectId, String commitSha);

        @Nullable
        Release ofBuild(String projectId, String buildId);
    }

    /** @param of its commit where it is the first one of it, else its build */
    private record Named(String projectId, String of) {}

    /** The first release of a commit: later ones differ in the entries that have appeared or disappeared. */
    Optional<Release> first(String projectId, String commitSha) {
        return find(new Named(projectId, commitSha), () -> source.first(projectId, commitSha));
    }

    /** The newest release of a commit, which tells what differs among them. */
    Optional<Release> newest(String projectId, String commitSha) {
        return source.newestBuild(projectId, commitSha)
                .flatMap(build -> find(new Named(projectId, build), () -> source.ofBuild(projectId, build)));
    }

    private Optional<Release> find(Named name, Supplier<@Nullable Release> load) {
        Release known = loaded.getIfPresent(name);
        if (known == null) {
            known = load.get();
            if (known != null) {
                loaded.put(name, known);
            }
        }
        return Optional.ofNullable(known);
    }
}
