package cms.git;

import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jgit.revwalk.RevCommit;

/** What a commit says about itself; {@code parents} is empty for a first commit and has two members for a merge. */
public record Commit(CommitId id, TreeId tree, List<CommitId> parents, Authorship author, String message) {
    public Commit {
        parents = List.copyOf(parents);
    }

    static Commit of(RevCommit commit) {
        return new Commit(
                CommitId.of(commit),
                TreeId.of(commit.getTree()),
                Stream.of(commit.getParents()).map(CommitId::of).toList(),
                Authorship.of(commit.getAuthorIdent()),
                commit.getFullMessage());
    }

    /** The first line of the message. */
    public String subject() {
        return message.lines().findFirst().orElse("");
    }
}
