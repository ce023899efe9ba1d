package cms.access;

import cms.platform.failure.Failure;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rights of one caller in one place, looked up in the table of {@link Capability}. */
public final class Rights {
    private static final Set<Capability> KEY_ADMIN_LACKS = EnumSet.of(
            Capability.VIEW_PROJECT_MEMBERS,
            Capability.MANAGE_PROJECT_MEMBERS,
            Capability.DELETE_PROJECT,
            Capability.CONFIGURE_DELIVERY,
            Capability.MANAGE_DELIVERY_KEYS,
            Capability.MANAGE_CONVERSATION_KEYS,
            Capability.MANAGE_WEBHOOKS,
            Capability.MANAGE_MEDIA_SIGNING_KEYS);

    private final Set<Capability> held;

    private Rights(Predicate<Capability> holds) {
        this.held = Collections.unmodifiableSet(Arrays.stream(Capability.values())
                .filter(holds)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Capability.class))));
    }

    /** The rights of a member of a workspace outside of any project. */
    public static Rights inWorkspace(WorkspaceRole role) {
        return new Rights(capability -> !capability.isInProject() && capability.isHeldBy(role));
    }

    /**
     * The rights of a member of a workspace in one of its projects, including those in the workspace itself. A plain
     * member without a project role has none in the project.
     */
    public static Rights inProject(WorkspaceRole role, @Nullable ProjectRole projectRole) {
        return new Rights(capability -> capability.isHeldBy(role)
                || projectRole != null && capability.isInProject() && capability.isHeldBy(projectRole));
    }

    /** The rights of a conversation key: content and review, never members, keys or settings. */
    public static Rights ofKey(KeyRole role) {
        return switch (role) {
            case VIEWER -> new Rights(capability -> capability.isHeldBy(ProjectRole.VIEWER));
            case EDITOR -> new Rights(capability -> capability.isHeldBy(ProjectRole.EDITOR));
            case ADMIN -> new Rights(capability -> capability.isInProject() && !KEY_ADMIN_LACKS.contains(capability));
        };
    }

    public boolean may(Capability capability) {
        return held.contains(capability);
    }

    /** All rights of the caller, in the order of the table. */
    public Set<Capability> all() {
        return held;
    }

    /** Fails with {@code FORBIDDEN} and a sentence that names the action that is not allowed. */
    public void require(Capability capability) {
        if (!may(capability)) {
            throw Failure.forbidden("Your role does not allow you to " + capability.phrase() + ".");
        }
    }

    @Override
    public String toString() {
        return held.toString();
    }
}
