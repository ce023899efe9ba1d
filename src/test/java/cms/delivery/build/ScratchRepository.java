package cms.delivery.build;

import cms.git.Authorship;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.Repositories;
import cms.git.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A real repository in a folder of the test, with one branch. */
public final class ScratchRepository implements AutoCloseable {
    private final Repositories repositories;
    private final Repository repository;

    public ScratchRepository(Path folder) {
        this.repositories = Repositories.open(folder);
        this.repository = repositories.create("ada/site", "main");
    }

    public Repository repository() {
        return repository;
    }

    public Repositories repositories() {
        return repositories;
    }

    /** Commits changes on top of {@code main}. */
    public CommitId commit(ChangeSet changes) {
        return repository.write(writing -> {
            Optional<CommitId> tip = writing.tip("main");
            Authorship author = new Authorship("ada", "ada@example.com", Instant.parse("2026-11-01T00:00:00Z"));
            CommitId commit = writing.commit(
                    tip.map(writing::tree).orElseGet(writing::emptyTree),
                    changes,
                    tip.map(List::of).orElseGet(List::of),
                    author,
                    "change\n");
            tip.ifPresentOrElse(before -> writing.move("main", before, commit), () -> writing.create("main", commit));
            return commit;
        });
    }

    /** Commits every file below a folder. */
    public CommitId commitFolder(Path folder) throws IOException {
        ChangeSet.Builder changes = ChangeSet.builder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                changes.put(folder.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return commit(changes.build());
    }

    @Override
    public void close() {
        repositories.close();
    }
}
