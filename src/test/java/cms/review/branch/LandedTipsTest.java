package cms.review.branch;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.ContentPaths;
import cms.git.Authorship;
import cms.git.Branch;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.Repositories;
import cms.git.Repository;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shown to fail where what is known is kept by the name of the repository. */
class LandedTipsTest {
    private static final Authorship BO = new Authorship("bo", "bo@example.com", Instant.parse("2026-11-02T08:00:00Z"));

    private final LandedTips landed = new LandedTips();

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
