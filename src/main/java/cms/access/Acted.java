package cms.access;

import org.jspecify.annotations.Nullable;

/**
 * Announced by the writer of rows, in the transaction that writes them: the line that the log gets, by name. Changes
 * in Git need none; their commits tell of them.
 *
 * @param action what was done, such as {@code upload_asset}; {@link Author#tool} does not count
 * @param entity the table or resource that the record belongs to
 * @param workspaceId null for what belongs to a person alone
 */
public record Acted(
        Author by,
        String action,
        String entity,
        @Nullable String recordId,
        @Nullable String workspaceId,
        @Nullable String projectId) {}
