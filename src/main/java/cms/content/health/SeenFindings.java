package cms.content.health;

import cms.access.AllowedLocales;
import cms.content.check.ProjectHealth;
import cms.content.check.ProjectHealth.Seen;
import cms.git.CommitId;
import cms.platform.cache.LeastRecentlyUsed;
import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Hashes of the findings that callers with a list of models may see in one project's health: a landing in another model
 * may change them, as by deleting an entry that theirs refer to.
 */
public final class SeenFindings {
    /** Length of a hash, in hexadecimal digits. */
    public static final int CHARS = 12;

    private static final int KNOWN_MAX = 64;
    private static final Duration KNOWN_FOR = Duration.ofDays(1);

    private final LeastRecentlyUsed<Key, String> known =
            new LeastRecentlyUsed<>(KNOWN_MAX, KNOWN_FOR, hash -> 1, hash -> {}, System::nanoTime);

    /**
     * The state of a project that its findings depend on.
     *
     * @param parked whether a push to the default branch is parked
     * @param leftAlone whether the service ended twice while it read this repository
     */
    public record At(CommitId commit, boolean parked, boolean leftAlone) {}

    private record Key(At at, Optional<List<String>> models) {}

    /** The cached hash; empty when there is none. */
    public Optional<String> find(At at, AllowedModels models) {
        return Optional.ofNullable(known.find(new Key(at, models.list())));
    }

    /** The hash at this state, from {@code health} where it is not cached. */
    public String of(At at, AllowedModels models, Supplier<ProjectHealth> health) {
        return find(at, models).orElseGet(() -> {
            String found = in(health.get(), models);
            known.put(new Key(at, models.list()), found);
            return found;
        });
    }

    /**
     * The hash of the findings in this health; empty text for a caller who may see all models, for whom the commit
     * suffices.
     */
    public static String in(ProjectHealth health, AllowedModels models) {
        Seen seen = Seen.of(models, AllowedLocales.all());
        return models.isAll()
                ? ""
                : Hashes.sha256Hex(Json.text(health.json(seen, _ -> true))).substring(0, CHARS);
    }
}
