package cms.access;

import cms.platform.failure.Failure;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The locales that a caller may see and change in a project: all of them, or a list (spec 2.11). {@code AllowedModels}
 * is the same for models; change both alike.
 */
public final class AllowedLocales {
    private static final AllowedLocales ALL = new AllowedLocales(Optional.empty());

    private final Optional<Set<String>> only;

    private AllowedLocales(Optional<Set<String>> only) {
        this.only = only;
    }

    public static AllowedLocales all() {
        return ALL;
    }

    public static AllowedLocales only(Iterable<String> locales) {
        Set<String> names = new TreeSet<>();
        locales.forEach(names::add);
        return new AllowedLocales(Optional.of(Set.copyOf(names)));
    }

    public boolean isAll() {
        return only.isEmpty();
    }

    /** The locales in order; empty for all. */
    public Optional<List<String>> list() {
        return only.map(names -> names.stream().sorted().toList());
    }

    public boolean allows(String locale) {
        return only.map(names -> names.contains(locale)).orElse(true);
    }

    /** Fails with {@code FORBIDDEN} unless the locale is among them. */
    public void require(String locale) {
        if (!allows(locale)) {
            throw Failure.forbidden("Your key does not cover the locale " + locale + ".");
        }
    }
}
