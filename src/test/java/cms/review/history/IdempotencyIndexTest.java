package cms.review.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.git.Authorship;
import cms.git.Commit;
import cms.git.CommitId;
import cms.git.Repositories;
import cms.git.Repository;
import cms.platform.crypto.Proofs;
import cms.platform.failure.Failure;
import cms.platform.idempotency.IdempotencyMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shown to fail where what is known is kept by the name of the repository, where it is kept for ever, and where tips
 * are noted before they are read.
 */
class IdempotencyIndexTest {
    private static final Instant BEGIN = Instant.parse("2026-11-02T08:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final String NAME = "ada/site";

    private final CommitProof proof =
            new CommitProof(new Proofs("commit", "a secret of forty characters for a test run", List.of()));
    private final IdempotencyIndex index = new IdempotencyIndex(proof);

    @TempDir
    private Path folder;

    private Repositories repositories;
    private Repository repository;

    @BeforeEach
    void open() {
        repositories = Repositories.open(folder);
        repository = repositories.create(NAME, "main");
    }

    @AfterEach
    void close() {
        repositories.close();
    }

    @Test
    void aRepositoryThatGetsTheNameOfAnotherIsReadByItself() {
        CommitId first = save("cms", "first", BEGIN);
        assertThat(made("first", BEGIN)).contains(first);
        repositories.rename(NAME, "ada/elsewhere");
        repository = repositories.create(NAME, "main");
        CommitId second = save("cms", "second", BEGIN);

        assertThat(made("first", BEGIN)).isEmpty();
        assertThat(made("second", BEGIN)).contains(second);
        repository = repositories.find("ada/elsewhere").orElseThrow();
        assertThat(made("first", BEGIN)).contains(first);
    }

    @Test
    void aWriteIsKnownForADayAndNotForEver() {
        CommitId first = save("cms", "first", BEGIN);
        assertThat(made("first", BEGIN)).contains(first);
        CommitId second = save("cms", "second", BEGIN.plus(DAY));
        for (int hours = 24; hours <= 48; hours++) {
            assertThat(made("second", BEGIN.plus(Duration.ofHours(hours)))).contains(second);
        }

        assertThat(made("first", BEGIN.plus(DAY.multipliedBy(3)))).isEmpty();
    }

    @Test
    void aChangeThatCouldNotBeReadIsReadByTheNextQuery() throws IOException {
        save("cms", "landed", BEGIN);
        CommitId open = save("cr/open", "open", BEGIN);
        Path file = folder.resolve(NAME + ".git/objects")
                .resolve(open.sha().substring(0, 2))
                .resolve(open.sha().substring(2));
        Path away = folder.resolve("away");
        Files.move(file, away);
        repository.forgetRead();
        assertThatThrownBy(() -> made("open", BEGIN)).isInstanceOf(Failure.class);
        Files.move(away, file);

        assertThat(made("open", BEGIN)).contains(open);
    }

    private Optional<CommitId> made(String key, Instant now) {
        return index.made(repository, mark(key), now).map(Commit::id);
    }

    private static Optional<IdempotencyMark.Write> mark(String key) {
        return Optional.of(new IdempotencyMark.Write(key, "content"));
    }

    /** Commits with a key, on a branch that it makes where there is none. */
    private CommitId save(String branch, String key, Instant now) {
        return repository.write(writing -> {
            List<CommitId> parents = writing.tip(branch).stream().toList();
            CommitId commit = proof.commit(
                    writing,
                    writing.emptyTree(),
                    parents,
                    new Authorship("bo", "bo@example.com", now),
                    key,
                    Trailers.addRepeat(new TrailerLines(), mark(key)));
            if (parents.isEmpty()) {
                writing.create(branch, commit);
            } else {
                writing.move(branch, parents.getFirst(), commit);
            }
            return commit;
        });
    }
}
