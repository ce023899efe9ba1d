package cms.git.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A commit says what JGit reads in it. */
class CommitObjectTest {
    private static final String TREE = "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n";
    private static final String ONE = "parent 1111111111111111111111111111111111111111\n";
    private static final String TWO = "parent 2222222222222222222222222222222222222222\n";
    private static final String WHO =
            "author Ada <ada@example.com> 1700000000 +0130\n" + "committer Bo <bo@example.com> 1700000001 -0800\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                TREE + WHO + "\nfirst\n",
                TREE + ONE + WHO + "\nwith one parent\n\nand a body\n",
                TREE + ONE + TWO + WHO + "\nparent 3333333333333333333333333333333333333333\n",
                TREE + ONE + WHO + "encoding ISO-8859-1\n\ncaf\u00e9\n",
                TREE + ONE + WHO + "encoding no-such-one\n\ncaf\u00e9\n",
                TREE + WHO + "gpgsig -----BEGIN-----\n \n -----END-----\n\nsigned",
                TREE + WHO + "\n",
                TREE + WHO,
            })
    void everyPartIsWhatJGitReads(String text) {
        Charset charset = text.contains("8859") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
        RevCommit expected = RevCommit.parse(text.getBytes(charset));

        CommitObject commit = CommitObject.parse(expected, text.getBytes(charset));

        assertThat(commit.id()).isEqualTo(expected.copy());
        assertThat(commit.tree()).isEqualTo(expected.getTree().copy());
        assertThat(commit.parents())
                .isEqualTo(Arrays.stream(expected.getParents())
                        .map(RevCommit::copy)
                        .toList());
        assertThat(commit.author()).isEqualTo(expected.getAuthorIdent());
        assertThat(commit.message()).isEqualTo(expected.getFullMessage());
        assertThat(CommitObject.of(expected).message()).isEqualTo(commit.message());
    }

    @Test
    void aCommitThatNamesNobodyHasAnAuthorWithoutAName() {
        CommitObject commit =
                CommitObject.parse(ObjectId.zeroId(), (TREE + "\nmade by a tool\n").getBytes(StandardCharsets.UTF_8));

        assertThat(commit.author().getName()).isEmpty();
        assertThat(commit.author().getWhenAsInstant()).isEqualTo(Instant.EPOCH);
    }

    /**
     * Git and its check of objects take these numbers: the first is of milliseconds, the second beyond what Java reads.
     */
    @ParameterizedTest
    @CsvSource({
        "1764345600000, 9999-12-31T23:59:59Z",
        "99999999999999999, 9999-12-31T23:59:59Z",
        "253402300799, 9999-12-31T23:59:59Z",
        "253402300798, 9999-12-31T23:59:58Z",
        "-5, 1969-12-31T23:59:55Z",
        "-62167219201, 0000-01-01T00:00:00Z",
    })
    void aTimeBeyondTheYearsOfFourDigitsIsTheNearestOfThem(String seconds, Instant time) {
        String text = TREE + WHO.replace("1700000000", seconds) + "\n";

        CommitObject commit = CommitObject.parse(ObjectId.zeroId(), text.getBytes(StandardCharsets.UTF_8));

        assertThat(commit.author().getWhenAsInstant()).isEqualTo(time);
        assertThat(commit.author().getName()).isEqualTo("Ada");
        assertThat(commit.author().getEmailAddress()).isEqualTo("ada@example.com");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tree 4b825dc6", "blob\n", "tree zzzz5dc642cb6eb9a060e54bf8d69288fbee4904\n"})
    void whatIsNoCommitIsRefused(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> CommitObject.parse(ObjectId.zeroId(), bytes))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
