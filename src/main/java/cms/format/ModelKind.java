package cms.format;

import java.util.Locale;
import java.util.Optional;

/** How the entries of a model are stored (spec 2.7). */
public enum ModelKind {
    COLLECTION,
    SINGLETON,
    DICTIONARY,
    DOCUMENT;

    /** The word in {@code kind} of a model file. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ModelKind> of(String wireName) {
        for (ModelKind kind : values()) {
            if (kind.wireName().equals(wireName)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
