package cms.git;

import cms.git.graph.GitNames;

/** A branch without its {@code refs/heads/} and the commit that it points to. */
public record Branch(String name, CommitId tip) {
    /** Whether Git and this service allow a branch of that name. */
    public static boolean isName(String name) {
        return GitNames.isBranch(name);
    }
}
