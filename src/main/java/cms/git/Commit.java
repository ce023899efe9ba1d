package cms.git;

import java.util.List;

/** What a commit says about itself; {@code parents} is empty for a first commit and has two members for a merge. */
public record Commit(CommitId id, TreeId tree, List<CommitId> parents, Authorship author, String message) {
    public Commit {
        parents = List.copyOf(parents);
    }

    /** The first line of the message. */
    public String subject() {
        return message.lines().findFirst().orElse("");
    }
}
