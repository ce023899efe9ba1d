package cms.workspace;

import org.jspecify.annotations.Nullable;

/** Announced in the transaction that removes a member; {@code userId} is null for a pending invitation. */
public record MemberRemoved(
        String workspaceId, String memberId, @Nullable String userId) {}
