package cms.git.graph;

import cms.platform.failure.Failure;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.revwalk.filter.CommitTimeRevFilter;
import org.eclipse.jgit.revwalk.filter.RevFilter;

/** Reads the graph of commits; {@code NOT_FOUND} when a commit that is asked about is not stored. */
public final class CommitGraph {
    private final ObjectSource objects;

    public CommitGraph(ObjectSource objects) {
        this.objects = objects;
    }

    @FunctionalInterface
    private interface Question<T> {
        T ask(RevWalk walk) throws IOException;
    }

    public CommitObject commit(ObjectId id) {
        return objects.find(id, ObjectSource.STRUCTURE_BYTES_MAX)
                .filter(object -> object.type() == Constants.OBJ_COMMIT)
                .map(object -> CommitObject.parse(id, object.bytes()))
                .orElseGet(() -> walk(walk -> CommitObject.of(walk.parseCommit(id))));
    }

    public ObjectId tree(ObjectId commit) {
        return commit(commit).tree();
    }

    public boolean isAncestor(ObjectId ancestor, ObjectId descendant) {
        return ancestor.equals(descendant)
                || isParent(ancestor, descendant)
                || walkLight(walk -> walk.isMergedInto(walk.parseCommit(ancestor), walk.parseCommit(descendant)));
    }

    /** Answers the most frequent question, about a commit that has just been made, without a walk. */
    private boolean isParent(ObjectId parent, ObjectId commit) {
        return commit(commit).parents().contains(parent) && commit(parent).id().equals(parent);
    }

    /** All best common ancestors, youngest first, equal ages by name, so that every call has the same order. */
    public List<ObjectId> mergeBases(ObjectId one, ObjectId other) {
        List<RevCommit> bases = walkLight(walk -> {
            walk.setRevFilter(RevFilter.MERGE_BASE);
            walk.markStart(walk.parseCommit(one));
            walk.markStart(walk.parseCommit(other));
            List<RevCommit> found = new ArrayList<>();
            for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
                found.add(commit);
            }
            return found;
        });
        bases.sort(Comparator.comparingInt(RevCommit::getCommitTime).reversed().thenComparing(RevCommit::name));
        List<ObjectId> ids = bases.stream().map(RevCommit::copy).toList();
        return ids.stream()
                .filter(id -> ids.stream().noneMatch(younger -> !younger.equals(id) && isAncestor(id, younger)))
                .toList();
    }

    /**
     * At most {@code limit} commits that are reachable from {@code from} and not from {@code without}, newest first,
     * none older than {@code since}; {@code EPOCH} sets no bound. A bound ends the walk at the first older commit, and
     * to JGit, which holds the time of a committer in 32 bits, one of 2038 and later lies before 1970.
     */
    public List<RevCommit> log(Collection<ObjectId> from, Collection<ObjectId> without, Instant since, int limit) {
        return walk(walk -> {
            if (since.isAfter(Instant.EPOCH)) {
                walk.setRevFilter(CommitTimeRevFilter.after(since));
            }
            for (ObjectId tip : from) {
                walk.markStart(walk.parseCommit(tip));
            }
            for (ObjectId known : without) {
                walk.markUninteresting(walk.parseCommit(known));
            }
            List<RevCommit> commits = new ArrayList<>();
            for (RevCommit next = walk.next(); next != null && commits.size() < limit; next = walk.next()) {
                commits.add(next);
            }
            return commits;
        });
    }

    /**
     * Shows the commits that are reachable from one and not from others, newest first, to a visitor that answers
     * whether it wants more. None of their texts is held, so that a history of any length fits into memory.
     */
    public void visit(ObjectId from, Collection<ObjectId> without, Predicate<ObjectId> visitor) {
        walkLight(walk -> {
            walk.markStart(walk.parseCommit(from));
            for (ObjectId known : without) {
                walk.markUninteresting(walk.parseCommit(known));
            }
            RevCommit next = walk.next();
            while (next != null && visitor.test(next.copy())) {
                next = walk.next();
            }
            return true;
        });
    }

    /**
     * Whether the first parents of a commit lead to an earlier one. The walk ends where the line has nothing that the
     * earlier one has not, so that it costs what is new.
     */
    public boolean isOnLine(ObjectId earlier, ObjectId tip) {
        return earlier.equals(tip)
                || walkLight(walk -> {
                    walk.setFirstParent(true);
                    walk.markStart(walk.parseCommit(tip));
                    walk.markUninteresting(walk.parseCommit(earlier));
                    RevCommit last = null;
                    for (RevCommit next = walk.next(); next != null; next = walk.next()) {
                        last = next;
                    }
                    return last != null
                            && last.getParentCount() > 0
                            && last.getParent(0).equals(earlier);
                });
    }

    /** A walk whose commits have their parents and times, and no text. */
    private <T> T walkLight(Question<T> question) {
        return walk(walk -> {
            walk.setRetainBody(false);
            return question.ask(walk);
        });
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
