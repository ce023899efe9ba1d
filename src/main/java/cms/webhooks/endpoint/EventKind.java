package cms.webhooks.endpoint;

import cms.platform.failure.Failure;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The kinds of events (spec 6.3). */
public enum EventKind {
    CONTENT_SAVED("content.saved"),
    CONTENT_DELETED("content.deleted"),
    MODEL_SAVED("model.saved"),
    BRANCH_MERGED("branch.merged"),
    BRANCH_REJECTED("branch.rejected"),
    BUILD_COMPLETE("cdn.build_complete"),
    MEDIA_UPLOADED("media.uploaded"),
    FORM_SUBMITTED("form.submitted"),
    /** Sent on request only; no receiver can subscribe to it. */
    TEST("test");

    private static final Set<EventKind> SUBSCRIBABLE = EnumSet.complementOf(EnumSet.of(TEST));

    private final String wireName;

    EventKind(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<EventKind> of(String wireName) {
        return Arrays.stream(values())
                .filter(kind -> kind.wireName.equals(wireName))
                .findFirst();
    }

    /** @throws Failure INVALID for an empty list and for an unknown event */
    public static Set<EventKind> subscription(List<String> wireNames) {
        Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);
        for (String name : wireNames) {
            kinds.add(of(name).filter(SUBSCRIBABLE::contains).orElseThrow(EventKind::odd));
        }
        if (kinds.isEmpty()) {
            throw odd();
        }
        return kinds;
    }

    private static Failure odd() {
        return Failure.invalid("`events` must be a list of at least one of "
                + SUBSCRIBABLE.stream().map(EventKind::wireName).collect(Collectors.joining(", ")) + ".");
    }
}
