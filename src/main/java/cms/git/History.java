package cms.git;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.revwalk.filter.RevFilter;

/** Questions about the graph of commits. */
final class History {
    private final ObjectSource objects;

    History(ObjectSource objects) {
        this.objects = objects;
    }

    @FunctionalInterface
    private interface Question<T> {
        T ask(RevWalk walk) throws IOException;
    }

    Commit info(CommitId id) {
        return walk(walk -> describe(walk.parseCommit(id.object())));
    }

    ObjectId tree(CommitId id) {
        return walk(walk -> walk.parseCommit(id.object()).getTree().copy());
    }

    boolean isAncestor(CommitId ancestor, CommitId descendant) {
        return ancestor.equals(descendant)
                || walk(walk -> walk.isMergedInto(
                        walk.parseCommit(ancestor.object()), walk.parseCommit(descendant.object())));
    }

    /** All best common ancestors, youngest first, equal ages by name, so that every call has the same order. */
    List<CommitId> mergeBases(CommitId one, CommitId other) {
        List<RevCommit> bases = walk(walk -> {
            walk.setRevFilter(RevFilter.MERGE_BASE);
            walk.markStart(walk.parseCommit(one.object()));
            walk.markStart(walk.parseCommit(other.object()));
            List<RevCommit> found = new ArrayList<>();
            for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
                found.add(commit);
            }
            return found;
        });
        bases.sort(Comparator.comparingInt(RevCommit::getCommitTime).reversed().thenComparing(RevCommit::name));
        List<CommitId> ids = bases.stream().map(CommitId::of).toList();
        return ids.stream()
                .filter(id -> ids.stream().noneMatch(younger -> !younger.equals(id) && isAncestor(id, younger)))
                .toList();
    }

    List<Commit> log(CommitId from, int limit) {
        return walk(walk -> {
            walk.markStart(walk.parseCommit(from.object()));
            List<Commit> commits = new ArrayList<>();
            while (commits.size() < limit) {
                RevCommit commit = walk.next();
                if (commit == null) {
                    break;
                }
                commits.add(describe(commit));
            }
            return commits;
        });
    }

    private static Commit describe(RevCommit commit) {
        List<CommitId> parents = new ArrayList<>();
        for (RevCommit parent : commit.getParents()) {
            parents.add(CommitId.of(parent));
        }
        return new Commit(
                CommitId.of(commit),
                TreeId.of(commit.getTree()),
                parents,
                Authorship.of(commit.getAuthorIdent()),
                commit.getFullMessage());
    }

    private <T> T walk(Question<T> question) {
        try (RevWalk walk = new RevWalk(objects.reader())) {
            return question.ask(walk);
        } catch (MissingObjectException | IncorrectObjectTypeException missing) {
            throw Failure.notFound("The repository has no such commit.").causedBy(missing);
        } catch (IOException broken) {
            throw Failure.unavailable("The repository could not be read; try again.")
                    .causedBy(broken);
        }
    }
}
