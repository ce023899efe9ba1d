package cms.content.health;

import static org.assertj.core.api.Assertions.assertThat;

import cms.content.check.ProjectHealth;
import cms.content.recent.RecentSnapshots;
import cms.content.recent.SnapshotReader;
import cms.content.snapshot.ParsedFiles;
import cms.format.ContentPaths;
import cms.git.Authorship;
import cms.git.ChangeSet;
import cms.git.CommitId;
import cms.git.Repositories;
import cms.git.Repository;
import cms.platform.heap.HeapPool;
import cms.platform.heap.Reservations;
import cms.review.submit.Tip;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is remembered of the findings of earlier commits. */
class HealthCacheTest {
    private static final ContentPaths PATHS = ContentPaths.under("");
    private static final Authorship BO = new Authorship("bo", "bo@example.com", Instant.parse("2026-11-02T08:00:00Z"));
    private static final int FIELDS = 200;

    @TempDir
    private Path root;

    private final SnapshotReader reader =
            new SnapshotReader(new ParsedFiles(), PATHS, new Reservations(new HeapPool(1L << 40)), "w");
    private final RecentSnapshots snapshots = new RecentSnapshots(reader, () -> {}, () -> {});
    private final AtomicInteger grown = new AtomicInteger();
    private Repositories repositories;
    private Repository repository;

    @BeforeEach
    void open() {
        repositories = Repositories.open(root);
        repository = repositories.create("ada/site", "main");
    }

    @AfterEach
    void close() {
        repositories.close();
    }

    /** Shown to fail where eight commits are remembered however much their findings take. */
    @Test
    void commitsWhoseFindingsTakeMoreThanTheirShareTogetherAreForgottenTheOldestFirst() {
        List<CommitId> commits = IntStream.range(0, 4).mapToObj(this::commit).toList();
        long one = new HealthCacheOf(Long.MAX_VALUE).check(commits.getFirst());
        assertThat(one).isGreaterThan(FIELDS * 100L);

        HealthCacheOf two = new HealthCacheOf(2 * one + one / 2);
        commits.forEach(two::check);
        assertThat(two.cache.bytes()).isBetween(one, 3 * one);
        assertThat(commits).map(commit -> two.cache.find(commit).isPresent()).containsExactly(false, false, true, true);
        assertThat(grown).as("told each time").hasValue(5);

        HealthCacheOf none = new HealthCacheOf(one / 2);
        commits.forEach(none::check);
        assertThat(none.cache.bytes()).isZero();
        assertThat(none.of(commits.getLast()).items())
                .isEqualTo(two.of(commits.getLast()).items());
    }

    @Test
    void openChangesHaveAsMuchBesideWhatHasLanded() {
        CommitId commit = commit(1);
        HealthCacheOf all = new HealthCacheOf(Long.MAX_VALUE);
        long one = all.check(commit);
        Tip tip = tip(commit);
        all.cache.earlier(repository, tip, commit, snapshots.of(tip.tree()));
        assertThat(all.cache.bytes()).isEqualTo(2 * one);
    }

    private final class HealthCacheOf {
        private final HealthCache cache;

        HealthCacheOf(long bytesMax) {
            cache = new HealthCache(reader, grown::incrementAndGet, bytesMax);
        }

        ProjectHealth of(CommitId commit) {
            Tip tip = tip(commit);
            return cache.of(repository, tip, commit, snapshots.of(tip.tree()));
        }

        long check(CommitId commit) {
            of(commit);
            return cache.bytes();
        }
    }

    private Tip tip(CommitId commit) {
        return new Tip(commit, repository.tree(commit));
    }

    /** A commit in whose only entry each of {@link #FIELDS} fields has a value of another type. */
    private CommitId commit(int number) {
        String fields = members("{\"type\":\"string\"}");
        ChangeSet change = ChangeSet.builder()
                .put(
                        PATHS.models() + "notes.json",
                        "{\"domain\":\"blog\",\"fields\":{" + fields + "},\"i18n\":false,\"id\":\"notes\","
                                + "\"kind\":\"singleton\",\"name\":\"Notes " + number + "\"}\n")
                .put(PATHS.home() + "content/blog/notes/data.json", "{" + members("1") + "}\n")
                .build();
        return repository.write(
                writing -> writing.commit(writing.emptyTree(), change, List.of(), BO, "commit " + number));
    }

    private static String members(String value) {
        return IntStream.range(0, FIELDS)
                .mapToObj(number -> "\"field_%03d\":%s".formatted(number, value))
                .collect(Collectors.joining(","));
    }
}
