package cms.content.api;

import cms.format.EntryMeta;
import cms.platform.failure.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A change of the schedule of entries (spec 2.8, reference 4.3); it never changes a status.
 *
 * @param wanted {@code publish_at} and {@code expire_at} as they were sent, empty to clear one; a member that is absent
 *     stays
 */
public record Schedule(Map<String, Optional<String>> wanted) {
    /** The members of the meta that a schedule can set. */
    public static final List<String> MEMBERS = List.of("publish_at", "expire_at");

    private static final Schedule NONE = new Schedule(Map.of());

    /** @throws Failure INVALID for another member, or a text that is no instant */
    public Schedule {
        wanted = Map.copyOf(wanted);
        wanted.forEach((member, instant) -> {
            if (!MEMBERS.contains(member)
                    || instant.filter(text -> !isInstant(text)).isPresent()) {
                throw Failure.invalid("`" + member + "` must be an ISO 8601 date and time, or null to clear it.");
            }
        });
    }

    public static Schedule none() {
        return NONE;
    }

    private static boolean isInstant(String text) {
        return EntryMeta.empty().with("publish_at", text).publishAt().isPresent();
    }

    public boolean isEmpty() {
        return wanted.isEmpty();
    }

    /** The meta with this schedule. */
    public EntryMeta over(EntryMeta meta) {
        EntryMeta changed = meta;
        for (Map.Entry<String, Optional<String>> member : wanted.entrySet()) {
            changed = changed.with(member.getKey(), member.getValue().orElse(null));
        }
        return changed;
    }
}
