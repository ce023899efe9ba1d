package cms.workspace;

/** A workspace may do more or less than before; announced after the fact to whoever remembers what it may do. */
public record PlanChanged(String workspaceId) {}
