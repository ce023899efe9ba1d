package cms.review.files;

import cms.git.Tree;

/** What a merge is made of: what both sides began with, what is merged into, and what lands. */
record Sides(Tree base, Tree ours, Tree theirs) {}
