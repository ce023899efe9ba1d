package cms.content.snapshot;

import cms.format.ModelDefinition;
import cms.platform.crypto.Hashes;
import java.util.Optional;

/**
 * The part of a snapshot that a client asks for.
 *
 * @param model only this model; empty for all
 * @param locale only this locale; empty for all
 * @param titles whether only the title field of every entry is included
 */
public record Narrowing(Optional<String> model, Optional<String> locale, boolean titles) {
    private static final int TAG_CHARS = 16;
    private static final Narrowing NONE = new Narrowing(Optional.empty(), Optional.empty(), false);

    public static Narrowing none() {
        return NONE;
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** The suffix of an entity tag that stands for this part; empty for the whole snapshot. */
    public String tag() {
        return isNone() ? "" : "-" + Hashes.sha256Hex(toString()).substring(0, TAG_CHARS);
    }

    /** Whether there are such a model and such a locale. */
    public boolean fits(Snapshot snapshot) {
        boolean known = model.flatMap(snapshot::find).isPresent() || model.isEmpty();
        return known
                && locale.filter(wanted ->
                                !snapshot.settings().supportedLocales().contains(wanted)
                                        && snapshot.contents().stream()
                                                .noneMatch(content ->
                                                        content.locales().containsKey(wanted)))
                        .isEmpty();
    }

    boolean shows(ModelDefinition definition) {
        return model.map(definition.id()::equals).orElse(true);
    }

    boolean shows(String shownLocale) {
        return locale.map(shownLocale::equals).orElse(true);
    }
}
