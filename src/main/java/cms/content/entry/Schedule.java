package cms.content.entry;

import cms.format.EntryMeta;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * When entries appear and disappear (spec 2.8, reference 4.3); it never changes a status.
 *
 * @param wanted {@code publish_at} and {@code expire_at} as they were sent, empty to clear one; what is absent stays
 */
record Schedule(Map<String, Optional<String>> wanted) {
    private static final List<String> MEMBERS = List.of("publish_at", "expire_at");

    Schedule {
        wanted = Map.copyOf(wanted);
    }

    static Schedule parse(Body body) {
        Map<String, Optional<String>> wanted = new LinkedHashMap<>();
        for (String member : MEMBERS) {
            if (body.has(member)) {
                Optional<String> instant = body.text(member);
                if (instant.filter(text -> !isInstant(text)).isPresent()) {
                    throw Failure.invalid("`" + member + "` must be an ISO 8601 date and time, or null to clear it.");
                }
                wanted.put(member, instant);
            }
        }
        return new Schedule(wanted);
    }

    private static boolean isInstant(String text) {
        return EntryMeta.empty().with("publish_at", text).publishAt().isPresent();
    }

    boolean isEmpty() {
        return wanted.isEmpty();
    }

    EntryMeta over(EntryMeta meta) {
        EntryMeta changed = meta;
        for (Map.Entry<String, Optional<String>> member : wanted.entrySet()) {
            changed = changed.with(member.getKey(), member.getValue().orElse(null));
        }
        return changed;
    }

    /** Notes an error for each entry that would end before it begins. */
    void check(Edit edit, Collection<String> keys) {
        if (isEmpty()) {
            return;
        }
        for (String key : keys.isEmpty() ? List.of("") : keys) {
            if (over(edit.current().metaOf(key)).endsBeforeItBegins()) {
                edit.found(List.of(edit.subject(key.isEmpty() ? Optional.empty() : Optional.of(key))
                        .error("expire_at", "The entry must expire after it is published.")));
            }
        }
    }
}
