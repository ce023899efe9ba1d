package cms.delivery.build;

import cms.format.EntryMeta;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Collects the next instant at which an entry appears or disappears by its schedule. */
final class Until {
    private final Instant now;
    private final boolean drafts;
    private Instant next = Instant.MAX;

    Until(Instant now) {
        this(now, false);
    }

    /** @param drafts whether everything counts as published, whatever its meta */
    Until(Instant now, boolean drafts) {
        this.now = now;
        this.drafts = drafts;
    }

    /** Whether an entry of a meta file is published now; one whose meta cannot be read may be a draft, and is not. */
    boolean showsEntry(@Nullable JsonNode meta) {
        boolean readable = meta == null || meta.isNull() || meta.isObject();
        return (drafts || readable) && shows(EntryMeta.of(meta));
    }

    /**
     * The same about a singleton or dictionary. Meta of many entries is left where a collection became one; then nobody
     * has said that the whole is published, and drafts are among it.
     */
    boolean showsWhole(ObjectNode meta) {
        boolean ofMany =
                meta.valueStream().anyMatch(member -> member.path("status").isString());
        return (drafts || !ofMany || meta.hasNonNull("status")) && shows(EntryMeta.of(meta));
    }

    /** The same about an entry without meta in a file that is the meta of a whole: a singleton became a collection. */
    boolean showsEntryOf(ObjectNode meta, String id) {
        JsonNode stated = meta.get(id);
        return stated == null && meta.path("status").isString() ? shows(EntryMeta.of(meta)) : showsEntry(stated);
    }

    /** Whether the entry is published now; its own next change is taken into account. */
    boolean shows(EntryMeta meta) {
        if (drafts) {
            return true;
        }
        // A draft neither appears nor ends by the clock, whatever its schedule says.
        if (!meta.isReleased()) {
            return false;
        }
        meta.publishAt().filter(start -> start.isAfter(now)).ifPresent(this::at);
        // The last instant of an entry still shows it (reference 5.1), so the change comes right after.
        meta.expireAt()
                .filter(end -> !end.isBefore(now))
                .map(end -> end.plusNanos(1))
                .ifPresent(this::at);
        return meta.isPublishedAt(now);
    }

    void at(Instant change) {
        if (change.isAfter(now) && change.isBefore(next)) {
            next = change;
        }
    }

    Span span() {
        return new Span(now, next);
    }

    /** The time for which a result holds: from its making until an entry appears or disappears. */
    record Span(Instant from, Instant until) {
        boolean holds(Instant instant) {
            return !instant.isBefore(from) && instant.isBefore(until);
        }

        Optional<Instant> nextChange() {
            return until.equals(Instant.MAX) ? Optional.empty() : Optional.of(until);
        }
    }
}
