package cms.review;

import cms.access.Author;
import cms.git.CommitId;
import cms.project.Project;
import cms.review.history.ParsedTrailers;
import cms.review.history.Trailers;
import cms.review.journal.Fact;
import cms.review.journal.Journal;
import cms.review.submit.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An announcement of what has happened to a branch of a project, or of new content on {@code cms} (spec 6.3).
 *
 * <p>Each is announced in the transaction that notes the position up to which the project's commits were read, so that
 * a crash neither loses one nor announces it twice; listeners after the commit may hear the same {@link About#id}
 * again.
 */
public sealed interface BranchNews {
    /**
     * The author of the move by the proven trailers; all members are empty when it came from outside.
     *
     * @param origin the way in; empty where the author is not known
     * @param via the key or conversation that the person acted through
     * @param kind the kind of operation, whatever the tool is called
     * @param tool {@code save_content}, {@code merge_branch}, {@code push}, ...
     */
    record By(
            String userId,
            Optional<Author.Origin> origin,
            String via,
            Operation.Kind kind,
            String tool,
            String model,
            String locale,
            List<String> entries) {}

    /**
     * The members that all announcements have.
     *
     * @param id the same whenever the same fact is announced
     */
    record About(String id, String projectId, String workspaceId, Instant at, By by) {}

    About about();

    /** The branch as it was called; empty for content that came from outside. */
    String branch();

    /** A change was opened that waits; {@code sha} is its tip. */
    record ChangeOpened(About about, String branch, String sha) implements BranchNews {}

    /** A change that waits got another commit. */
    record ChangeUpdated(About about, String branch, String sha) implements BranchNews {}

    /** A person has landed a change; {@code sha} is the commit on {@code cms}. */
    record BranchMerged(About about, String branch, String sha) implements BranchNews {}

    /** {@code sha} is the commit that was discarded, {@code reason} why; null where none was given. */
    record BranchRejected(
            About about,
            String branch,
            String sha,
            @Nullable String reason) implements BranchNews {}

    /** A landed branch was cleared away; {@code number} counts those of one clean-up from 0. */
    record BranchRemoved(About about, String branch, int number) implements BranchNews {}

    /** A push has moved a branch that is not a change, or has deleted it. */
    record BranchPushed(About about, String branch) implements BranchNews {}

    /**
     * {@code cms} has moved to a new commit.
     *
     * @param before the commit on {@code cms} before; empty when it began
     * @param sha the commit on {@code cms}
     * @param atOnce whether it landed at once with the save whose author is {@link About#by}
     */
    record ContentChanged(About about, String branch, String before, String sha, boolean atOnce)
            implements BranchNews {}

    /** The default branch has moved; steps in between are not announced one by one. */
    record DefaultBranchMoved(About about, String branch) implements BranchNews {}

    /**
     * An announcement, and the position of a reader behind it.
     *
     * @param place the position, for {@link News#since}
     */
    record Published(BranchNews news, String place) {}

    /** The announcement of a fact for one project. */
    static BranchNews of(Project project, Fact fact) {
        String kind = fact.kind().name();
        String name = String.join("\n", project.id(), fact.source().sha(), kind, Integer.toString(fact.number()));
        String id =
                UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
        About about = new About(id, project.id(), project.workspaceId(), fact.at(), by(fact.by()));
        String branch = fact.branch();
        String after = sha(fact.after());
        String before = sha(fact.before());
        return switch (fact.kind()) {
            case OPENED -> new ChangeOpened(about, branch, after);
            case UPDATED -> new ChangeUpdated(about, branch, after);
            case LANDED ->
                new BranchMerged(
                        about,
                        branch,
                        Journal.answer(fact.by()).map(Object::toString).orElse(before));
            case REJECTED ->
                new BranchRejected(
                        about,
                        branch,
                        before,
                        fact.by().value(Trailers.REASON).isEmpty()
                                ? null
                                : fact.by().value(Trailers.REASON));
            case REMOVED -> new BranchRemoved(about, branch, fact.number());
            case PUSHED -> new BranchPushed(about, branch);
            case SAVED -> new ContentChanged(about, branch, before, after, true);
            case CONTENT -> new ContentChanged(about, branch, before, after, false);
            case MAIN -> new DefaultBranchMoved(about, branch);
        };
    }

    private static By by(ParsedTrailers trailers) {
        Optional<Operation> action = trailers.action();
        return new By(
                trailers.actor(),
                trailers.isNothing() ? Optional.empty() : Optional.of(trailers.origin()),
                trailers.value(Trailers.VIA),
                trailers.kind(),
                trailers.value(Trailers.TOOL),
                trailers.value(Trailers.MODEL),
                trailers.value(Trailers.LOCALE),
                action.map(Operation::entries).orElse(List.of()));
    }

    private static String sha(@Nullable CommitId commit) {
        return commit == null ? "" : commit.sha();
    }
}
