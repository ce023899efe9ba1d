package cms.review.branch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.format.ContentPaths;
import cms.git.Authorship;
import cms.git.Branch;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.Repositories;
import cms.git.Repository;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shown to fail where what is known is kept by the name of the repository, and where a trunk is noted before its tips
 * are read.
 */
class LandedTipsTest {
    private static final Authorship BO = new Authorship("bo", "bo@example.com", Instant.parse("2026-11-02T08:00:00Z"));

    private final LandedTips landed = new LandedTips();

    private int commits;

    @TempDir
    private Path folder;

    @Test
    void aRepositoryThatGetsTheNameOfAnotherIsReadByItself() {
        try (Repositories repositories = Repositories.open(folder)) {
            Repository first = withChanges(repositories, "first");
            assertThat(merged(first)).containsExactly("cr/landed");
            repositories.rename("ada/site", "ada/elsewhere");

            assertThat(merged(withChanges(repositories, "second"))).containsExactly("cr/landed");
        }
    }

    /** The history is long, so that what has come to {@code cms} is read without its beginning. */
    @Test
    void whatCouldNotBeReadIsReadByTheNextCall() throws IOException {
        try (Repositories repositories = Repositories.open(folder)) {
            Repository repository = repositories.create("ada/site", "main");
            CommitId first = commit(repository, List.of(), "cr/landed");
            CommitId tip = first;
            for (int i = 0; i < 20; i++) {
                tip = commit(repository, List.of(tip), "cms");
            }
            CommitId open = commit(repository, List.of(tip), "cr/open");
            assertThat(merged(repository)).containsExactly("cr/landed");
            CommitId before = tip;
            repository.write(writing -> {
                writing.move("cms", before, open);
                return true;
            });
            Path file = folder.resolve("ada/site.git/objects")
                    .resolve(first.sha().substring(0, 2))
                    .resolve(first.sha().substring(2));
            Path away = folder.resolve("away");
            Files.move(file, away);
            repository.forgetRead();
            assertThatThrownBy(() -> merged(repository)).isInstanceOf(Failure.class);
            Files.move(away, file);

            assertThat(merged(repository)).containsExactly("cr/landed", "cr/open");
        }
    }

    /** Points a branch to a new commit, a second younger than the one before. */
    private CommitId commit(Repository repository, List<CommitId> parents, String branch) {
        Authorship bo = new Authorship("bo", "bo@example.com", BO.time().plusSeconds(++commits));
        return repository.write(writing -> {
            CommitId commit = writing.commit(writing.emptyTree(), ChangeSet.none(), parents, bo, branch);
            writing.tip(branch)
                    .ifPresentOrElse(tip -> writing.move(branch, tip, commit), () -> writing.create(branch, commit));
            return commit;
        });
    }

    private List<String> merged(Repository repository) {
        return new OpenChanges(repository, "main", ContentPaths.under(""), landed)
                .merged().stream().map(Branch::name).toList();
    }

    /** A repository with one change that has landed and one that is open. */
    private static Repository withChanges(Repositories repositories, String text) {
        Repository repository = repositories.create("ada/site", "main");
        return repository.write(writing -> {
            CommitId base = writing.commit(writing.emptyTree(), ChangeSet.none(), List.of(), BO, text);
            CommitId open = writing.commit(writing.emptyTree(), ChangeSet.none(), List.of(base), BO, text);
            writing.create("cms", base);
            writing.create("cr/landed", base);
            writing.create("cr/open", open);
            return repository;
        });
    }
}
