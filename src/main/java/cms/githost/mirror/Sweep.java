package cms.githost.mirror;

import cms.git.Repositories;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes copies that no project of any workspace uses. No data is lost: a copy is never ahead of its host, and can be
 * fetched again.
 */
final class Sweep {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

    /**
     * How long a copy stays unused before it is removed: a copy is made before the row of its project, and a rename
     * reaches the two at different times.
     */
    private static final Duration UNUSED_FOR = Duration.ofHours(1);

    private final Repositories mirrors;
    private final InstantSource clock;
    private final ConcurrentMap<String, Instant> unusedSince = new ConcurrentHashMap<>();

    Sweep(Repositories mirrors, InstantSource clock) {
        this.mirrors = mirrors;
        this.clock = clock;
    }

    /** Keeps a copy that is about to be used; waits while it is being removed. */
    void keep(String fullName) {
        unusedSince.remove(fullName);
    }

    /**
     * @param used full names of the repositories of all projects, in any case
     * @param busy copies that must not be removed now
     */
    void run(Set<String> used, Predicate<String> busy) {
        Set<String> names =
                used.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        for (String fullName : mirrors.all()) {
            if (names.contains(fullName.toLowerCase(Locale.ROOT)) || busy.test(fullName)) {
                unusedSince.remove(fullName);
            } else {
                unusedSince.putIfAbsent(fullName, clock.instant());
                unusedSince.computeIfPresent(fullName, this::removeWhenDue);
            }
        }
    }

    private @Nullable Instant removeWhenDue(String fullName, Instant since) {
        if (clock.instant().isBefore(since.plus(UNUSED_FOR))) {
            return since;
        }
        LOG.info("No project uses the copy of {} any more; it is removed", fullName);
        mirrors.delete(fullName);
        return null;
    }
}
