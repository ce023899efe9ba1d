package cms.review;

import cms.format.ContentBranches;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Repository;
import cms.git.Writing;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.review.branch.BranchNames;
import cms.review.files.SeenCommits;
import cms.review.history.CommitProof;
import cms.review.history.Trailers;
import cms.review.submit.Tip;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The commits that a caller with a list of models is told of, and so may name: those that changed anything that the
 * caller sees, and those of changes that the caller sees. Any other one answers as a commit that is not there.
 */
final class VisibleCommits {
    private static final CommitId MISSING = new CommitId("0".repeat(39) + "1");

    private final TrunkWriter writer;
    private final CommitProof proof;
    private final HostLooks looks;
    private final SeenCommits seen = new SeenCommits();

    VisibleCommits(TrunkWriter writer, CommitProof proof, HostLooks looks) {
        this.writer = writer;
        this.proof = proof;
        this.looks = looks;
    }

    /** The commits of one project that one caller is told of. */
    record By(VisibleCommits commits, Project project, AllowedModels allowed) {
        /** As {@link VisibleCommits#newest}, of a tip that a write may have made just now. */
        CommitId newest(Writing writing, CommitId tip) {
            return commits.seen.newest(project, writing, tip, allowed);
        }

        /** The commit that the caller is told of where this one is an answer: itself where the caller may know it. */
        CommitId inPlaceOf(CommitId commit) {
            return commits.isVisible(project, commit, allowed) ? commit : commits.newest(project, commit, allowed);
        }
    }

    By by(Project project, AllowedModels allowed) {
        return new By(this, project, allowed);
    }

    /** As {@link Changes#at}. */
    Tip at(Project project, String name, AllowedModels allowed) {
        boolean may = CommitId.parse(name)
                .map(commit -> mayName(project, commit, allowed))
                .orElseGet(() -> BranchNames.isVisible(name, allowed));
        CommitId commit = Optional.of(name)
                .filter(_ -> may)
                .flatMap(at ->
                        writer.opened(project).resolve(at, branch -> BranchNames.isVisible(branch.name(), allowed)))
                .orElseThrow(VisibleCommits::absent);
        return new Tip(commit, writer.repository(project).tree(commit));
    }

    /** The failure for an unknown branch or commit, and for one that the caller may not see: both look the same. */
    static Failure absent() {
        return Failure.notFound("The project has no branch and no commit of this name.");
    }

    /** As {@link Changes#newestSeen}. */
    CommitId newest(Project project, CommitId commit, AllowedModels allowed) {
        return seen.newest(project, writer.repository(project), commit, allowed);
    }

    /** The cached answer of {@link #newest}; empty when there is none. */
    Optional<CommitId> findNewest(Project project, CommitId commit, AllowedModels allowed) {
        return seen.find(project, commit, allowed);
    }

    /**
     * Whether a caller may name a commit: a visible one, or one that stood for a long line when they were told of it,
     * by another instance or before a start.
     */
    boolean mayName(Project project, CommitId commit, AllowedModels allowed) {
        return isVisible(project, commit, allowed) || isNewest(project, commit, allowed);
    }

    /** As {@link Changes#isBehind}. */
    boolean isBehind(Project project, CommitId commit, AllowedModels allowed) {
        if (writer.repository(project).remote().isEmpty() || shows(project, commit, allowed)) {
            return false;
        }
        return !looks.look(project.repoFullName()) && !shows(project, commit, allowed);
    }

    /**
     * Whether a branch that the caller reads has a commit. Objects are stored before branches move, so a stored commit
     * may be one that nobody is shown yet. A hidden commit is looked up as an absent one is.
     */
    private boolean shows(Project project, CommitId commit, AllowedModels allowed) {
        if (!mayName(project, commit, allowed)) {
            return false;
        }
        Repository repository = writer.repository(project);
        return find(repository, commit).isPresent()
                && (Stream.of(ContentBranches.TRUNK, project.defaultBranch())
                                .flatMap(branch -> repository.tip(branch).stream())
                                .anyMatch(tip -> repository.isAncestor(commit, tip))
                        || writer.opened(project)
                                .isWaiting(commit, branch -> BranchNames.isVisible(branch.name(), allowed)));
    }

    private boolean isNewest(Project project, CommitId commit, AllowedModels allowed) {
        try {
            boolean isNewest = commit.equals(newest(project, commit, allowed));
            if (!isNewest) {
                find(writer.repository(project), MISSING); // an absent one is looked for in vain here
            }
            return isNewest;
        } catch (Failure unknown) {
            if (unknown.kind() != FailureKind.NOT_FOUND) {
                throw unknown;
            }
            return false;
        }
    }

    /**
     * Whether a commit is one that the caller is told of now. An absent and a hidden commit cost the same look-ups, so
     * that the time of an answer does not tell them apart.
     */
    boolean isVisible(Project project, CommitId commit, AllowedModels allowed) {
        if (allowed.isAll()) {
            return true;
        }
        Repository repository = writer.repository(project);
        Optional<Commit> there = find(repository, commit);
        Optional<Commit> looked = there.or(() -> writer.opened(project).trunk().map(repository::commit));
        if (looked.isEmpty()) {
            return false;
        }
        boolean isMadeThere = isMadeOnVisibleChange(looked.get(), allowed);
        boolean isSeen = seen.isNewest(project, repository, looked.get().id(), allowed);
        if (there.isPresent() && (isMadeThere || isSeen)) {
            return true;
        }
        boolean isWaiting = writer.opened(project)
                .isWaiting(looked.get().id(), branch -> BranchNames.isVisible(branch.name(), allowed));
        boolean isVisible = there.isPresent() && isWaiting;
        if (there.isPresent() && !isVisible) {
            find(repository, MISSING);
        }
        return isVisible;
    }

    private static Optional<Commit> find(Repository repository, CommitId commit) {
        try {
            return Optional.of(repository.commit(commit));
        } catch (Failure unknown) {
            if (unknown.kind() != FailureKind.NOT_FOUND) {
                throw unknown;
            }
            return Optional.empty();
        }
    }

    /** A commit that brought an open change up to date may have changed nothing that its author sees. */
    private boolean isMadeOnVisibleChange(Commit commit, AllowedModels allowed) {
        String branch = proof.trailers(commit).value(Trailers.BRANCH);
        return branch.startsWith(ContentBranches.CHANGES) && BranchNames.isVisible(branch, allowed);
    }
}
