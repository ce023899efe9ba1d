package cms.content.api;

import cms.format.ModelDefinition.ProblemSeverity;
import cms.platform.json.Json;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An error, warning or notice about a project (reference 1.5).
 *
 * @param modelId the model that it is about, or {@link #CONFIG}
 * @param locale the locale of a translated model's content that the item is about, {@link #SOME_LOCALE} where it cannot
 *     be told, null where it is about none; it is not shown, and decides who may see the item
 * @param type one of the words of reference 1.5, such as {@code select_missing_options}
 * @param field the path of a field, null where it is about none
 * @param previous the value before a change, null where nothing was changed
 * @param current the value after it, null where nothing was changed
 * @param affectedEntries the number of entries that it concerns
 * @param message one sentence, safe to show
 * @param path the file that it is about, null for none
 * @param line the line of that file, counted from 1; 0 for none
 */
public record HealthItem(
        String modelId,
        @Nullable String locale,
        String type,
        @Nullable String field,
        @Nullable String previous,
        @Nullable String current,
        int affectedEntries,
        ProblemSeverity severity,
        String message,
        @Nullable String path,
        int line) {
    /** Stands in for a model in items about the configuration or the project as a whole. */
    public static final String CONFIG = "_config";

    /** Stands in for a locale that cannot be told; only a caller who may see every locale sees such an item. */
    public static final String SOME_LOCALE = "";

    /** Bytes of the heap for an item, and for each of its own texts beside two for a character. */
    private static final long ITEM_BYTES = 64;

    private static final long TEXT_BYTES = 48;

    public static HealthItem of(String modelId, String type, ProblemSeverity severity, String message) {
        return new HealthItem(modelId, null, type, null, null, null, 0, severity, message, null, 0);
    }

    /** A copy about content in a locale. */
    public HealthItem inLocale(String content) {
        return new HealthItem(
                modelId, content, type, field, previous, current, affectedEntries, severity, message, path, line);
    }

    /** A copy about a field. */
    public HealthItem at(@Nullable String fieldPath) {
        return new HealthItem(
                modelId, locale, type, fieldPath, previous, current, affectedEntries, severity, message, path, line);
    }

    /** A copy about a file of the repository. */
    public HealthItem in(String file, int inLine) {
        return new HealthItem(
                modelId, locale, type, field, previous, current, affectedEntries, severity, message, file, inLine);
    }

    /** A copy with the values before and after a change. */
    public HealthItem changing(String before, String after) {
        return new HealthItem(
                modelId, locale, type, field, before, after, affectedEntries, severity, message, path, line);
    }

    /** A copy with the number of entries that it concerns. */
    public HealthItem affecting(int entries) {
        return new HealthItem(modelId, locale, type, field, previous, current, entries, severity, message, path, line);
    }

    /** About how many bytes of the heap it takes. */
    public long bytes() {
        return ITEM_BYTES
                + Stream.of(message, field, previous, current, path)
                        .filter(Objects::nonNull)
                        .mapToLong(text -> TEXT_BYTES + 2L * text.length())
                        .sum();
    }

    /** The item among findings of entries, which know no severity above an error. */
    public Finding finding() {
        Finding.Severity shown = switch (severity) {
            case NOTICE -> Finding.Severity.NOTICE;
            case WARNING -> Finding.Severity.WARNING;
            case ERROR, CRITICAL -> Finding.Severity.ERROR;
        };
        String of = locale == null ? "" : locale;
        return new Finding(shown, modelId, of, null, null, field == null ? "" : field, message);
    }

    /** Absent members are left out. */
    public ObjectNode json() {
        ObjectNode object = Json.object().put("modelId", modelId).put("type", type);
        if (field != null) {
            object.put("field", field);
        }
        if (previous != null) {
            object.put("previous", previous);
        }
        if (current != null) {
            object.put("current", current);
        }
        if (path != null) {
            object.put("path", path);
        }
        if (line > 0) {
            object.put("line", line);
        }
        object.put("affectedEntries", affectedEntries);
        object.put("severity", severity.name().toLowerCase(Locale.ROOT));
        return object.put("message", message);
    }
}
