package cms.content.api;

import cms.git.CommitId;
import cms.platform.idempotency.IdempotencyMark;
import java.util.Optional;
import java.util.Set;

/**
 * Options of a write of content.
 *
 * @param branch an open change to add to, instead of opening another; it waits there, whatever the workflow
 * @param base the commit that a form was opened on: the change is computed there, and merged by entry and field into
 *     what has happened since
 * @param dryRun whether everything is computed and answered, and nothing stored
 * @param ifMatch entity tags, one of which every entry or file that the write names or changes must have; {@code *}
 *     accepts any existing state, empty requires nothing
 * @param mark the key by which a repeated call is recognised; empty for that of the request that the thread answers, if
 *     any
 * @param held whether the change waits for a reviewer, whatever the workflow
 * @param always whether a write that changes nothing gets a commit too, as the routes answer one for each save (spec
 *     4.8)
 */
public record WriteOptions(
        Optional<String> branch,
        Optional<CommitId> base,
        boolean dryRun,
        Optional<Set<String>> ifMatch,
        Optional<IdempotencyMark.Write> mark,
        boolean held,
        boolean always) {
    private static final WriteOptions NONE = new WriteOptions(
            Optional.empty(), Optional.empty(), false, Optional.empty(), Optional.empty(), false, false);

    /** A change of its own, over whatever is newest. */
    public static WriteOptions none() {
        return NONE;
    }

    public WriteOptions tried() {
        return new WriteOptions(branch, base, true, ifMatch, mark, held, always);
    }

    public WriteOptions waiting() {
        return new WriteOptions(branch, base, dryRun, ifMatch, mark, true, always);
    }

    public WriteOptions onBranch(String name) {
        return new WriteOptions(Optional.of(name), base, dryRun, ifMatch, mark, held, always);
    }

    public WriteOptions onBase(CommitId commit) {
        return new WriteOptions(branch, Optional.of(commit), dryRun, ifMatch, mark, held, always);
    }

    public WriteOptions expecting(Set<String> tags) {
        return new WriteOptions(branch, base, dryRun, Optional.of(Set.copyOf(tags)), mark, held, always);
    }

    public WriteOptions marked(IdempotencyMark.Write known) {
        return new WriteOptions(branch, base, dryRun, ifMatch, Optional.of(known), held, always);
    }
}
