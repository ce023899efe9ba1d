package cms.review.history;

import cms.access.Author;
import cms.format.ContextFile;
import cms.review.submit.Operation;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The proven trailers of a commit (reference 2.6); a commit from outside has none. */
public final class ParsedTrailers {
    private static final ParsedTrailers NOTHING = new ParsedTrailers("", Map.of());

    private final String message;
    private final Map<String, String> lines;

    private ParsedTrailers(String message, Map<String, String> lines) {
        this.message = message;
        this.lines = lines;
    }

    public static ParsedTrailers nothing() {
        return NOTHING;
    }

    static ParsedTrailers of(String message) {
        return new ParsedTrailers(message, TrailerLines.read(message));
    }

    public boolean isNothing() {
        return lines.isEmpty();
    }

    /** The value of a trailer; empty text when it is not there. */
    public String value(String name) {
        return lines.getOrDefault(name, "");
    }

    public List<String> values(String name) {
        return TrailerLines.all(message, name);
    }

    public String actor() {
        return value(Trailers.ACTOR);
    }

    /** The origin; derived from client and tool for a commit that names none. */
    public Author.Origin origin() {
        return Author.Origin.find(value(Trailers.ORIGIN)).orElseGet(() -> {
            if (value(Trailers.TOOL).equals("push")) {
                return Author.Origin.GIT;
            }
            boolean remote = value(Trailers.CLIENT).equals(ContextFile.Client.MCP_HOSTED.wireName());
            return remote ? Author.Origin.MCP : Author.Origin.APP;
        });
    }

    /** The kind of change. */
    public Operation.Kind kind() {
        return Operation.Kind.of(value(Trailers.KIND), value(Trailers.TOOL));
    }

    /** The operation; empty where no tool is named. */
    public Optional<Operation> action() {
        String entries = value(Trailers.ENTRIES);
        return value(Trailers.TOOL).isEmpty()
                ? Optional.empty()
                : Optional.of(new Operation(
                        kind(),
                        value(Trailers.TOOL),
                        value(Trailers.MODEL),
                        value(Trailers.LOCALE),
                        entries.isEmpty() ? List.of() : Arrays.asList(entries.split(" "))));
    }

    /** The id of the user who opened the branch that ends with the commit; empty text for a commit from outside. */
    public String opener() {
        return lines.getOrDefault(Trailers.OPENER, actor());
    }

    /** The time in milliseconds, as Git keeps whole seconds; {@code otherwise} where no trailer has it. */
    public Instant at(Instant otherwise) {
        String millis = value(Trailers.TIME);
        return millis.matches("[0-9]{1,15}") ? Instant.ofEpochMilli(Long.parseLong(millis)) : otherwise;
    }
}
