package cms.review.history;

import cms.access.Author;
import cms.format.ContextFile;
import cms.platform.idempotency.IdempotencyMark;
import cms.review.submit.Operation;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The names of the trailers of a commit message: author, way in, operation and its subject (reference 2.6). */
public final class Trailers {
    public static final String CO_AUTHOR = "Co-Authored-By";
    public static final String ACTOR = "Cms-Actor";
    public static final String CLIENT = "Cms-Client";
    /** The way in, such as {@code cli}; commits that are older than this trailer lack it. */
    public static final String ORIGIN = "Cms-Origin";

    public static final String VIA = "Cms-Via";
    /** Why a change was discarded. */
    public static final String REASON = "Cms-Reason";

    /** The kind of operation, also where the tool has another name. */
    public static final String KIND = "Cms-Kind";

    public static final String TOOL = "Cms-Tool";
    public static final String MODEL = "Cms-Model";
    public static final String LOCALE = "Cms-Locale";
    public static final String ENTRIES = "Cms-Entries";
    /** The opener of the branch, where another person adds to it. */
    public static final String OPENER = "Cms-Opener";
    /** The branch that the commit was made on, or that it lands. */
    public static final String BRANCH = "Cms-Branch";
    /** The project that a landing, or an entry of the journal, belongs to: a repository can have several. */
    public static final String PROJECT = "Cms-Project";
    /** How a commit came to {@code cms}: {@code saved}, {@code merged} or {@code discarded}. */
    public static final String LANDING = "Cms-Landing";

    static final String TIME = "Cms-Time";
    static final String REPEAT = "Cms-Idempotency";
    /** Entries that a trailer names; of an action on more of them it names the first. */
    static final int ENTRIES_MAX = 500;

    private Trailers() {}

    /** The lines of a commit that name its author. */
    public static TrailerLines by(Author author) {
        return new TrailerLines()
                .add(CO_AUTHOR, author.email())
                .add(ACTOR, author.id())
                .add(CLIENT, client(author).wireName())
                .add(ORIGIN, author.origin().key())
                .add(VIA, Objects.requireNonNullElse(author.via(), ""));
    }

    /** The lines that name the author of an earlier commit, for another one. */
    public static TrailerLines sameAuthor(ParsedTrailers trailers) {
        TrailerLines lines = new TrailerLines();
        List.of(CO_AUTHOR, ACTOR, CLIENT, ORIGIN, VIA).forEach(name -> lines.add(name, trailers.value(name)));
        return lines;
    }

    /** The word of context.json for the way in (spec 2.9). */
    public static ContextFile.Client client(Author author) {
        return switch (author.origin()) {
            case MCP -> ContextFile.Client.MCP_HOSTED;
            case APP, CLI, GIT, AGENT, CONVERSATION, FORM, KEY -> ContextFile.Client.APP_UI;
        };
    }

    public static TrailerLines addAction(TrailerLines lines, Operation action) {
        return lines.add(KIND, action.kind().key())
                .add(TOOL, action.tool())
                .add(MODEL, action.model())
                .add(LOCALE, action.locale())
                .add(
                        ENTRIES,
                        String.join(
                                " ",
                                action.entries().stream().limit(ENTRIES_MAX).toList()));
    }

    /** Adds the id of the person who opened the change and stays its owner; {@code -} for an empty id. */
    public static void addOpener(TrailerLines lines, String opener) {
        lines.add(OPENER, opener.isEmpty() ? "-" : opener);
    }

    /** Lets a repeated request find this commit again. */
    public static TrailerLines addRepeat(TrailerLines lines, Optional<IdempotencyMark.Write> mark) {
        mark.ifPresent(known -> lines.add(REPEAT, known.write() + " " + known.content()));
        return lines;
    }

    /** Adds the project, and the time to the millisecond. */
    public static TrailerLines addPlace(TrailerLines lines, String projectId, Instant now) {
        return lines.add(PROJECT, projectId).add(TIME, Long.toString(now.toEpochMilli()));
    }
}
