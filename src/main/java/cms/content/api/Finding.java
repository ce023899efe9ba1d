package cms.content.api;

import cms.platform.json.Json;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An error, warning or notice of the checks of content (reference 1.5).
 *
 * @param field a path such as {@code tags[2]} or {@code meta.title}; empty for the entry as a whole
 * @param message one sentence that is safe to show and never repeats a secret
 */
public record Finding(
        Severity severity,
        String model,
        String locale,
        @Nullable String entry,
        @Nullable String slug,
        String field,
        String message) {

    /** The severity of a finding (reference 1.5); only an error keeps the entry from being saved. */
    public enum Severity {
        ERROR,
        WARNING,
        NOTICE;

        /** The word in answers. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether an entry with these findings may be saved. */
    public static boolean valid(List<Finding> findings) {
        return findings.stream().noneMatch(finding -> finding.severity() == Severity.ERROR);
    }

    /** The object of {@code validation.errors}: {@code entry} and {@code slug} only where they apply. */
    public ObjectNode json() {
        ObjectNode object = Json.object().put("severity", severity.wireName());
        object.put("model", model).put("locale", locale);
        if (entry != null) {
            object.put("entry", entry);
        }
        if (slug != null) {
            object.put("slug", slug);
        }
        return object.put("field", field).put("message", message);
    }
}
