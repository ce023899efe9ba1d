package cms.project;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One repository in one workspace (spec 2.4).
 *
 * @param repoFullName {@code owner/repo}
 * @param contentRoot the sub-path that holds {@code .cms/}; empty for the repository itself
 * @param detectedStack the framework that was found when it was connected; null when none was
 * @param allowsForcePushes whether the default branch takes pushes that are no fast-forward
 */
public record Project(
        String id,
        String workspaceId,
        String name,
        String repoFullName,
        String defaultBranch,
        String contentRoot,
        @Nullable String detectedStack,
        ProjectStatus status,
        Instant createdAt,
        DeliverySettings delivery,
        boolean allowsForcePushes) {}
