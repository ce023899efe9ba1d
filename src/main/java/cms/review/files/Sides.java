package cms.review.files;

import cms.git.Tree;

/** The three trees of a merge: the base, ours (the trunk), and theirs (the change). */
record Sides(Tree base, Tree ours, Tree theirs) {
    /** Ours, or theirs. */
    Tree side(boolean ofOurs) {
        return ofOurs ? ours : theirs;
    }

    /** A copy with another tree for ours, or for theirs. */
    Sides with(boolean ofOurs, Tree tree) {
        return ofOurs ? new Sides(base, tree, theirs) : new Sides(base, ours, tree);
    }
}
