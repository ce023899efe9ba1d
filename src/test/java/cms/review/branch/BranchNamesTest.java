package cms.review.branch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The names of new changes. */
class BranchNamesTest {
    private static final Instant NOW = Instant.parse("2026-11-02T08:00:00Z");

    /** Shown to fail with random suffixes: some dozens of these names meet. */
    @Test
    void noTwoSavesOfOneSecondHaveOneNameAlsoWhereTheBranchesAreGoneAtOnce() {
        BranchNames names = new BranchNames();

        assertThat(Stream.generate(() -> names.fresh(List.of("content", "posts", "en"), NOW, taken -> false))
                        .limit(3_000))
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("cr/content/posts/en/1793606400-[0-9a-f]{4}"));
    }

    @Test
    void aNameThatIsTakenIsNotGiven() {
        String first = new BranchNames().fresh(List.of("model", "posts"), NOW, taken -> false);
        BranchNames names = new BranchNames();

        assertThat(Stream.generate(() -> names.fresh(List.of("model", "posts"), NOW, first::equals))
                        .limit(70_000))
                .doesNotContain(first);
    }
}
