package cms.git.protocol;

import cms.git.graph.Trees;
import cms.git.graph.WritableNames;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.transport.ReceiveCommand;
import org.eclipse.jgit.treewalk.AbstractTreeIterator;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/** Refuses pushes of too deep or too many folders, and of names that no system can write; opens what has changed. */
public final class DeepTrees {
    private DeepTrees() {}

    /** @throws Failure UNPROCESSABLE when a commit of the push has deeper folders, or more files, than are looked at */
    public static void refuse(Repository repository, List<ReceiveCommand> commands) throws IOException {
        try (RevWalk commits = new RevWalk(repository);
                TreeWalk trees = new TreeWalk(repository)) {
            for (ReceiveCommand command : commands) {
                RevCommit after = commit(commits, command.getNewId());
                if (after != null) {
                    look(trees, commit(commits, command.getOldId()), after);
                }
            }
        }
    }

    private static @Nullable RevCommit commit(RevWalk commits, ObjectId id) throws IOException {
        boolean named = !ObjectId.zeroId().equals(id);
        return named && commits.peel(commits.parseAny(id)) instanceof RevCommit commit ? commit : null;
    }

    private static void look(TreeWalk trees, @Nullable RevCommit before, RevCommit after) throws IOException {
        trees.reset();
        if (before == null) {
            trees.addTree(new EmptyTreeIterator());
        } else {
            trees.addTree(before.getTree());
        }
        trees.addTree(after.getTree());
        trees.setFilter(TreeFilter.ANY_DIFF);
        long seen = 0;
        while (trees.next()) {
            Trees.requireFew(++seen);
            if (trees.getRawMode(0) == 0) {
                AbstractTreeIterator added = trees.getTree(1, AbstractTreeIterator.class);
                byte[] name = new byte[added.getNameLength()];
                added.getName(name, 0);
                WritableNames.require(name);
            }
            if (trees.isSubtree()) {
                if (trees.getDepth() >= Trees.DEPTH_MAX) {
                    throw Failure.unprocessable("Folders are nested more than " + Trees.DEPTH_MAX + " levels deep.");
                }
                trees.enterSubtree();
            }
        }
    }
}
