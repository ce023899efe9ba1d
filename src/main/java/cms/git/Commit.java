package cms.git;

import cms.git.graph.CommitObject;
import java.util.List;
import org.eclipse.jgit.revwalk.RevCommit;

/** A commit; {@code parents} is empty for a first commit and has two members for a merge. */
public record Commit(CommitId id, TreeId tree, List<CommitId> parents, Authorship author, String message) {
    public Commit {
        parents = List.copyOf(parents);
    }

    static Commit of(RevCommit commit) {
        return of(CommitObject.of(commit));
    }

    static Commit of(CommitObject commit) {
        return new Commit(
                CommitId.of(commit.id()),
                TreeId.of(commit.tree()),
                commit.parents().stream().map(CommitId::of).toList(),
                Authorship.of(commit.author()),
                commit.message());
    }

    /** The first line of the message. */
    public String subject() {
        return message.lines().findFirst().orElse("");
    }
}
