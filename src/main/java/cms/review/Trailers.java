package cms.review;

import cms.format.ContextFile;
import cms.platform.failure.Failure;
import cms.platform.repeats.RepeatMark;
import cms.review.history.TrailerLines;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The last paragraph of a commit message: who acted, through what, on what (reference 2.6). */
final class Trailers {
    private static final String CO_AUTHOR = "Co-Authored-By";
    private static final String ACTOR = "Cms-Actor";
    private static final String CLIENT = "Cms-Client";
    private static final String VIA = "Cms-Via";
    private static final String TOOL = "Cms-Tool";
    private static final String MODEL = "Cms-Model";
    private static final String LOCALE = "Cms-Locale";
    private static final String ENTRIES = "Cms-Entries";
    /** Whose branch it is, when somebody else adds to it. */
    private static final String OPENER = "Cms-Opener";
    /** The branch that the commit was made on; only where a repeated request has to find it again. */
    private static final String BRANCH = "Cms-Branch";

    private static final String REPEAT = "Cms-Idempotency";
    private static final int ENTRIES_MAX = 500;

    private Trailers() {}

    /** The lines of a change. */
    static TrailerLines of(Actor actor, Operation operation) {
        return of(actor)
                .add(TOOL, operation.tool())
                .add(MODEL, operation.model())
                .add(LOCALE, operation.locale())
                .add(
                        ENTRIES,
                        String.join(
                                " ",
                                operation.entries().stream().limit(ENTRIES_MAX).toList()));
    }

    /** The lines of somebody who moves what others wrote. */
    static TrailerLines of(Actor actor) {
        String via = actor.via();
        return new TrailerLines()
                .add(CO_AUTHOR, actor.email())
                .add(ACTOR, actor.id())
                .add(CLIENT, actor.client().wireName())
                .add(VIA, via == null ? "" : via);
    }

    static void addOpener(TrailerLines lines, String opener) {
        lines.add(OPENER, opener);
    }

    /** Lets a repeated request find this commit again. */
    static void addRepeat(TrailerLines lines, Optional<RepeatMark.Write> mark, String branch) {
        mark.ifPresent(known -> lines.add(BRANCH, branch).add(REPEAT, known.write() + " " + known.content()));
    }

    /** What the trailers of a commit say that it did; a commit from outside has none and gets the fallback's words. */
    static Operation operation(String message, Operation fallback) {
        Map<String, String> found = TrailerLines.read(message);
        if (!found.containsKey(TOOL)) {
            return fallback;
        }
        String entries = found.getOrDefault(ENTRIES, "");
        return new Operation(
                found.getOrDefault(TOOL, ""),
                found.getOrDefault(MODEL, ""),
                found.getOrDefault(LOCALE, ""),
                entries.isEmpty() ? List.of() : Arrays.asList(entries.split(" ")));
    }

    /** The kind of program that a commit came through; empty for a commit from outside. */
    static Optional<ContextFile.Client> client(String message) {
        String stated = TrailerLines.read(message).getOrDefault(CLIENT, "");
        return Arrays.stream(ContextFile.Client.values())
                .filter(client -> client.wireName().equals(stated))
                .findFirst();
    }

    /** The id of whoever opened the branch that ends with a commit; empty for a commit from outside. */
    static Optional<String> opener(String message) {
        Map<String, String> found = TrailerLines.read(message);
        return Optional.ofNullable(found.getOrDefault(OPENER, found.get(ACTOR)));
    }

    /** The branch that a commit with the mark of a repeat was made on. */
    static String branch(String message) {
        return TrailerLines.read(message).getOrDefault(BRANCH, "");
    }

    /** Fails with UNPROCESSABLE when the commit was made for another body. */
    static void requireSameContent(String message, RepeatMark.Write mark) {
        String stated = TrailerLines.read(message).getOrDefault(REPEAT, "");
        if (!stated.endsWith(" " + mark.content())) {
            throw Failure.unprocessable("This Idempotency-Key was used for another request; take a new key.");
        }
    }
}
