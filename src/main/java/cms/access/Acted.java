package cms.access;

import org.jspecify.annotations.Nullable;

/**
 * Announced by the writer of rows, in the transaction that writes them: the entry that the log gets. Changes in Git
 * need none, as their commits are entered.
 *
 * @param action the name of the action, such as {@code upload_asset}; {@link Author#tool} is not used
 * @param entity the table or resource that the record belongs to
 * @param workspaceId null for a record that belongs to a person alone
 */
public record Acted(
        Author by,
        String action,
        String entity,
        @Nullable String recordId,
        @Nullable String workspaceId,
        @Nullable String projectId) {}
