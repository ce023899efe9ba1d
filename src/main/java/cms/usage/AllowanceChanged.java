package cms.usage;

/** How much a workspace may use has changed, though its plan has not: a switch or a limit of what goes beyond it. */
public record AllowanceChanged(String workspaceId) {}
