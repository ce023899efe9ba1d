package cms.usage;

/** Announced when the amounts that a workspace may use have changed by an overage switch or the spend limit. */
public record AllowanceChanged(String workspaceId) {}
