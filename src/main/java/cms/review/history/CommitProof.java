package cms.review.history;

import cms.git.Authorship;
import cms.git.ChangeSet;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Tree;
import cms.git.TreeId;
import cms.git.Writing;
import cms.platform.crypto.Proofs;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Tells commits of this service from all others. The last trailer proves the files, the parents, the author and every
 * other line of the message: a push can copy such a commit whole, and cannot make one.
 */
public final class CommitProof {
    private static final String LINE = "\nCms-Proof: ";

    private final Proofs proofs;

    public CommitProof(Proofs proofs) {
        this.proofs = proofs;
    }

    /** Commits files with a proof under the lines. */
    public CommitId commit(
            Writing writing, Tree tree, List<CommitId> parents, Authorship author, String text, TrailerLines lines) {
        String plain = lines.under(storable(text)).stripTrailing();
        String proof = proofs.of(proven(tree.id(), parents, author, plain));
        String last = lines.isEmpty() ? "\n" + LINE : LINE;
        return writing.commit(tree, ChangeSet.none(), parents, author, plain + last + proof);
    }

    /** The trailers of a commit of this service; {@link ParsedTrailers#nothing} for any other commit. */
    public ParsedTrailers trailers(Commit commit) {
        String message = commit.message().stripTrailing();
        int line = message.lastIndexOf(LINE);
        boolean ours = line > 0
                && proofs.holds(
                        proven(
                                commit.tree(),
                                commit.parents(),
                                commit.author(),
                                message.substring(0, line).stripTrailing()),
                        message.substring(line + LINE.length()));
        return ours ? ParsedTrailers.of(message) : ParsedTrailers.nothing();
    }

    /** As it will be read back: Git keeps no NUL, and UTF-8 no half characters. */
    private static String storable(String text) {
        return new String(text.replace("\0", "").getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static String proven(TreeId tree, List<CommitId> parents, Authorship author, String text) {
        StringBuilder all = new StringBuilder(tree.sha()).append('\n');
        parents.forEach(parent -> all.append(parent.sha()).append('\n'));
        return all.append(author.name())
                .append('\n')
                .append(author.email())
                .append('\n')
                .append(author.time().getEpochSecond())
                .append('\n')
                .append(text)
                .toString();
    }
}
