package cms.review.submit;

import cms.format.ContextFile;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The operation that a change carried out, as context.json names it (spec 2.9, reference 2.7).
 *
 * @param kind the kind of operation, whatever the tool is called
 * @param tool {@code save_content}, {@code update_status}, {@code save_model}, ... or the remote tool's name
 * @param model the model's id, empty for an operation on none
 * @param locale the locale, empty for an operation on none
 * @param entries the entries of a collection or slugs of documents; empty for everything else
 */
public record Operation(Kind kind, String tool, String model, String locale, List<String> entries) {
    /** The kind of a change; a tool of any name does one of these. */
    public enum Kind {
        /** Entries of one model are written. */
        SAVE,
        STATUS,
        SCHEDULE,
        DELETION,
        /** Content changes in another way, such as a copy of a locale. */
        CONTENT,
        MODEL,
        /** The configuration, its locales, or the vocabulary. */
        SETTINGS,
        /** An open change is decided about, brought up, or pushed. */
        BRANCH,
        UNDO;

        /** The word in trailers: {@code save}, {@code status}, ... */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind of this name; derived from the tool where none is named, as in commits older than kinds. */
        public static Kind of(String key, String tool) {
            return Arrays.stream(values())
                    .filter(kind -> kind.key().equals(key))
                    .findFirst()
                    .orElseGet(() -> ofTool(tool));
        }

        private static Kind ofTool(String tool) {
            return switch (tool) {
                case "save_content", "cms_content_save" -> SAVE;
                case "update_status" -> STATUS;
                case "update_schedule" -> SCHEDULE;
                case "delete_content", "cms_content_delete" -> DELETION;
                case "save_model", "delete_model", "cms_model_save", "cms_model_delete" -> MODEL;
                case "update_config", "init_project", "add_locale", "vocabulary", "update_vocabulary" -> SETTINGS;
                case "merge_branch", "reject_branch", "update_branch", "clean_up_branches", "push" -> BRANCH;
                case "revert" -> UNDO;
                default -> CONTENT;
            };
        }
    }

    public Operation {
        entries = List.copyOf(entries);
    }

    /** This operation as context.json stores it. */
    public ContextFile.LastOperation at(Instant now, ContextFile.Client client) {
        return new ContextFile.LastOperation(tool, model, locale, entries, now, client);
    }
}
