package cms.format;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The meta of one entry in {@code .cms/meta/} (spec 2.8); unknown members stay in it.
 *
 * @param raw every member as it is in the file; it must not be changed, the {@code with} methods copy
 */
public record EntryMeta(ObjectNode raw) {
    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffsetId()
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    /** The kind of author of an entry. */
    public enum Source {
        AGENT,
        HUMAN,
        IMPORT;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static EntryMeta empty() {
        return new EntryMeta(JsonNodeFactory.instance.objectNode());
    }

    /** Meta of any JSON value; a value that is not an object reads as empty. */
    public static EntryMeta of(@Nullable JsonNode value) {
        return value instanceof ObjectNode object ? new EntryMeta(object) : empty();
    }

    /** Empty when absent or unknown. */
    public Optional<EntryStatus> status() {
        return text("status").flatMap(EntryStatus::of);
    }

    public Optional<Instant> publishAt() {
        return text("publish_at").flatMap(EntryMeta::instant);
    }

    public Optional<Instant> expireAt() {
        return text("expire_at").flatMap(EntryMeta::instant);
    }

    /** Whether the schedule leaves no instant at which the entry is shown (reference 4.3). */
    public boolean endsBeforeItBegins() {
        return publishAt()
                .flatMap(start -> expireAt().filter(end -> !end.isAfter(start)))
                .isPresent();
    }

    /**
     * Whether readers of delivered content see the entry at that instant (reference 5.1): no status or published,
     * {@code publish_at} reached, {@code expire_at} not passed. An unreadable {@code publish_at} keeps it hidden,
     * because it was meant to be held back.
     */
    public boolean isPublishedAt(Instant now) {
        boolean reached = !raw.hasNonNull("publish_at")
                || publishAt().filter(start -> !start.isAfter(now)).isPresent();
        boolean over = expireAt().filter(end -> end.isBefore(now)).isPresent();
        return isReleased() && reached && !over;
    }

    /** Whether nothing but a schedule can hide the entry from readers: it has no status, or is published. */
    public boolean isReleased() {
        return !raw.hasNonNull("status")
                || status().filter(EntryStatus.PUBLISHED::equals).isPresent();
    }

    /** Whether status and schedule, where present, can be read. */
    public boolean isReadable() {
        return (!raw.hasNonNull("status") || status().isPresent())
                && (!raw.hasNonNull("publish_at") || publishAt().isPresent())
                && (!raw.hasNonNull("expire_at") || expireAt().isPresent());
    }

    public EntryMeta withStatus(EntryStatus status) {
        return with("status", status.wireName());
    }

    public EntryMeta withSource(Source source) {
        return with("source", source.wireName());
    }

    public EntryMeta withUpdatedBy(String emailOrAgent) {
        return with("updated_by", emailOrAgent);
    }

    /** A copy with another value of a member; null removes the member. */
    public EntryMeta with(String member, @Nullable String value) {
        ObjectNode copy = raw.deepCopy();
        if (value == null) {
            copy.remove(member);
        } else {
            copy.put(member, value);
        }
        return new EntryMeta(copy);
    }

    private Optional<String> text(String member) {
        return FieldDefinition.text(raw, member);
    }

    /** ISO 8601 with a real day; without a zone it is UTC, without a time midnight. */
    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(
                    switch (ISO.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from)) {
                        case OffsetDateTime zoned -> zoned.toInstant();
                        case LocalDateTime local -> local.toInstant(ZoneOffset.UTC);
                        case LocalDate day -> day.atStartOfDay(ZoneOffset.UTC).toInstant();
                        case TemporalAccessor other -> Instant.from(other);
                    });
        } catch (DateTimeException notAnInstant) {
            return Optional.empty();
        }
    }
}
