package cms.review.journal;

import cms.format.ContentBranches;
import cms.git.CommitId;
import cms.git.Repository;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in the events of a repository: the commits up to which they were read. Empty text stands for "before the
 * first".
 *
 * @param trunk on {@code cms}
 * @param journal the newest entry of the journal
 * @param main on the default branch
 */
public record JournalPosition(String trunk, String journal, String main) {
    private static final Pattern TEXT = Pattern.compile("([0-9a-f]{40}|)\\.([0-9a-f]{40}|)");

    /** The present position of a repository; without {@code cms} that of the default branch, with which it begins. */
    public static JournalPosition now(Repository repository, String defaultBranch) {
        Optional<CommitId> main = repository.tip(defaultBranch);
        Optional<CommitId> trunk = repository.tip(ContentBranches.TRUNK).or(() -> main);
        return new JournalPosition(sha(trunk), sha(Journal.tip(repository)), sha(main));
    }

    /** The position of a text that {@link #text} made; empty for any other text. */
    public static Optional<JournalPosition> parse(String text) {
        Matcher pieces = TEXT.matcher(text);
        return pieces.matches()
                ? Optional.of(new JournalPosition(pieces.group(1), pieces.group(2), ""))
                : Optional.empty();
    }

    /** The position as a text for clients, without the default branch. */
    public String text() {
        return trunk + "." + journal;
    }

    JournalPosition withTrunk(CommitId commit) {
        return new JournalPosition(commit.sha(), journal, main);
    }

    JournalPosition withJournal(CommitId entry) {
        return new JournalPosition(trunk, entry.sha(), main);
    }

    JournalPosition withMain(Optional<CommitId> commit) {
        return new JournalPosition(trunk, journal, sha(commit));
    }

    private static String sha(Optional<CommitId> commit) {
        return commit.map(CommitId::sha).orElse("");
    }
}
