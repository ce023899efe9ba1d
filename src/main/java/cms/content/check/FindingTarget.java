package cms.content.check;

import cms.content.api.Finding;
import cms.content.api.Finding.Severity;
import org.jspecify.annotations.Nullable;

/**
 * The subject of findings: an entry, a document, or the whole content of a model in one locale.
 *
 * @param entry the id of a collection's entry, otherwise null
 * @param slug the slug of a document, otherwise null
 */
public record FindingTarget(
        String model,
        String locale,
        @Nullable String entry,
        @Nullable String slug) {
    public static FindingTarget entry(String model, String locale, String entry) {
        return new FindingTarget(model, locale, entry, null);
    }

    public static FindingTarget document(String model, String locale, String slug) {
        return new FindingTarget(model, locale, null, slug);
    }

    /** A singleton or a dictionary. */
    public static FindingTarget whole(String model, String locale) {
        return new FindingTarget(model, locale, null, null);
    }

    /** The id or slug; empty for a singleton or a dictionary. */
    String key() {
        if (entry != null) {
            return entry;
        }
        return slug == null ? "" : slug;
    }

    public Finding error(String field, String message) {
        return finding(Severity.ERROR, field, message);
    }

    public Finding warning(String field, String message) {
        return finding(Severity.WARNING, field, message);
    }

    Finding finding(Severity severity, String field, String message) {
        return new Finding(severity, model, locale, entry, slug, field, message);
    }
}
