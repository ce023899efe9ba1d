package cms.git;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MaintenanceTest {
    @TempDir
    Path root;

    private Repositories repositories;
    private Repository repository;

    @BeforeEach
    void open() {
        repositories = Repositories.open(root);
        repository = Sites.create(repositories, "readme.md", "hello\n");
    }

    @AfterEach
    void close() {
        repositories.close();
        RealGit.assertSound(Sites.folder(root));
    }

    private List<Path> files(String folder, String suffix) throws IOException {
        try (Stream<Path> found = Files.walk(Sites.folder(root).resolve(folder))) {
            return found.filter(
                            path -> Files.isRegularFile(path) && path.toString().endsWith(suffix))
                    .toList();
        }
    }

    /** Shown to fail where a run removes what it has replaced at its own end. */
    @Test
    void looseObjectsBecomeOnePackAndStayReadable() throws IOException {
        for (int i = 0; i < 20; i++) {
            Sites.save(repository, "cms", "file" + i % 3 + ".txt", "text " + i + "\n");
        }
        assertThat(files("objects", "").size()).isGreaterThan(40);

        List<Path> before = files("objects", "");
        repository.maintain();

        assertThat(files("objects", ""))
                .as("who has listed the files before can still read them")
                .containsAll(before);
        repository.maintain();
        assertThat(files("objects", "")).hasSize(2);
        reopen();
        assertThat(Sites.log(repository, repository.tip("cms").orElseThrow())).hasSize(21);
        assertThat(Sites.text(repository.tree(repository.tip("cms").orElseThrow()), "file0.txt"))
                .isEqualTo("text 18\n");
    }

    private void reopen() {
        repositories.close();
        repositories = Repositories.open(root);
        repository = repositories.find("ada/site").orElseThrow();
    }

    @Test
    void manyPacksAreMergedAndALargeOneIsLeftAlone() throws IOException {
        ChangeSet.Builder many = ChangeSet.builder();
        for (int i = 0; i < 1_000; i++) {
            many.put("import/" + i, "number " + i * 7919 + "\n");
        }
        repository.write(w -> {
            CommitId tip = w.tip("cms").orElseThrow();
            CommitId commit = w.commit(w.tree(tip), many.build(), List.of(tip), Sites.ADA, "import");
            w.move("cms", tip, commit);
            return commit;
        });
        Path large = files("objects/pack", ".pack").stream()
                .max(Comparator.comparingLong(pack -> pack.toFile().length()))
                .orElseThrow();
        for (int i = 0; i < 12; i++) {
            Sites.save(repository, "cms", "file.txt", "text " + i + "\n");
            repository.maintain();
        }

        assertThat(files("objects/pack", ".pack")).hasSizeLessThanOrEqualTo(11).contains(large);
        assertThat(files("objects/pack", ".idx")).hasSameSizeAs(files("objects/pack", ".pack"));
        assertThat(Sites.log(repository, repository.tip("cms").orElseThrow())).hasSize(14);
    }

    /** Two ends of the process with that mark, and the repository is left alone until the next push. */
    @Test
    void whatBeginsByItselfRunsInAMarkAndNotWhereItIsLeftAlone() throws IOException {
        for (int i = 0; i < 62; i++) {
            Sites.save(repository, "cms", "file.txt", "text " + i + "\n");
        }
        int packs = files("objects/pack", ".pack").size();
        List<String> asked = new CopyOnWriteArrayList<>();
        reopen();
        repositories.readInBackground((name, work) -> !asked.add(name));
        Sites.save(repository, "cms", "file.txt", "left alone\n");
        Eventually.eventually("it is asked for", () -> !asked.isEmpty());
        assertThat(asked).containsOnly("ada/site");
        assertThat(files("objects/pack", ".pack")).hasSize(packs + 1);

        reopen();
        List<String> read = new CopyOnWriteArrayList<>();
        repositories.readInBackground((name, work) -> {
            work.run();
            return read.add(name);
        });
        Sites.save(repository, "cms", "file.txt", "read\n");
        Eventually.eventually("it is done", () -> !read.isEmpty());
        assertThat(files("objects/pack", ".pack").size()).isGreaterThan(packs + 2);
    }

    @Tag("large")
    @Test
    void writesAndReadsGoOnWhileItRuns() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<?> maintaining = threads.submit(() -> {
                while (!done.get()) {
                    repository.maintain();
                }
            });
            Future<?> reading = threads.submit(() -> {
                while (!done.get()) {
                    Tree tree = repository.tree(repository.tip("cms").orElseThrow());
                    tree.walk("", entry -> tree.read(entry.blob(), 1 << 20));
                }
            });
            try {
                for (int i = 0; i < 150; i++) {
                    Sites.save(repository, "cms", "dir" + i % 10 + "/file" + i + ".txt", "text " + i + "\n");
                }
            } finally {
                done.set(true);
            }
            maintaining.get();
            reading.get();
        }
        assertThat(Sites.log(repository, repository.tip("cms").orElseThrow())).hasSize(151);
    }

    @Test
    void aHalfPackOfAKilledRunIsSwept() throws IOException {
        repositories.close();
        Path half = Sites.folder(root).resolve("objects/pack/pack-" + "a".repeat(40) + ".pack");
        Files.writeString(half, "PACK");

        repositories = Repositories.open(root);

        assertThat(half).doesNotExist();
    }
}
