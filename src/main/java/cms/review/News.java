package cms.review;

import cms.format.ContentPaths;
import cms.git.CommitId;
import cms.git.Repository;
import cms.githost.Hosting;
import cms.platform.failure.Failure;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.review.branch.BranchNames;
import cms.review.branch.LandedTips;
import cms.review.branch.OpenChanges;
import cms.review.history.CommitProof;
import cms.review.journal.Cursor;
import cms.review.journal.Fact;
import cms.review.journal.Facts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What has happened in a project, read from its commits from any place on; the same place gives the same news. */
public final class News {
    /** Whoever has missed more than this reads everything anew. */
    private static final int COMMITS_MAX = 1_000;

    private final Hosting hosting;
    private final CommitProof proof;

    News(Hosting hosting, CommitProof proof) {
        this.hosting = hosting;
        this.proof = proof;
    }

    /** Where a project stands now, for {@link #since}. */
    public String place(Project project) {
        return Cursor.now(hosting.repository(project.repoFullName()), project.defaultBranch())
                .text();
    }

    /** What has happened since a place, oldest first; empty when the project does not know the place. */
    public Optional<List<BranchNews.Told>> since(Project project, String place) {
        Repository repository = hosting.repository(project.repoFullName());
        return Cursor.parse(place).flatMap(from -> {
            try {
                requireOwn(repository, from);
                Facts facts = new Facts(repository, proof, project.id(), project.defaultBranch());
                return Optional.of(facts.since(from, COMMITS_MAX).stream()
                        .filter(fact -> fact.kind() != Fact.Kind.MAIN)
                        .map(fact -> new BranchNews.Told(
                                BranchNews.of(project, fact), fact.then().text()))
                        .toList());
            } catch (Failure unknown) {
                return Optional.empty();
            }
        });
    }

    /** A place on a line that has not begun here is only known when its commit is: it may be one of another project. */
    private static void requireOwn(Repository repository, Cursor from) {
        Stream.of(from.trunk(), from.journal())
                .filter(sha -> !sha.isEmpty())
                .forEach(sha -> repository.commit(new CommitId(sha)));
    }

    /** Whether a caller with a list of models may hear of it: of changes about them, and of content of theirs. */
    public boolean shows(Project project, BranchNews news, AllowedModels allowed) {
        if (allowed.isAll()) {
            return true;
        }
        if (news instanceof BranchNews.ContentChanged content
                && content.about().by().model().isEmpty()) {
            return new OpenChanges(
                            hosting.repository(project.repoFullName()),
                            project.defaultBranch(),
                            ContentPaths.under(project.contentRoot()),
                            new LandedTips())
                    .touches(content.before(), content.sha(), allowed);
        }
        String model = news.about().by().model();
        return model.isEmpty()
                ? BranchNames.model(news.branch()).filter(allowed::allows).isPresent()
                : allowed.allows(model);
    }
}
