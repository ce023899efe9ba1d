package cms.content.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import cms.content.pattern.EcmaPattern.SearchResult;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Random patterns on random texts: nothing throws, and the two searches, which share no code, agree. */
class PatternPropertyTest {
    private static final List<String> PIECES = List.of(
            "a", "b", "ab", "|", "(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", ")", ")", ")", "*", "+", "?", "{2}",
            "{0,2}", "{1,}", "*?", "[ab]", "[^a]", "[", "]", "^", "$", ".", "\\d", "\\w", "\\b", "\\B", "\\1", "\\k<n>",
            "\\", "{", "}", "-", "\\u0061", "\ud83d");
    private static final List<String> UNITS = List.of("a", "b", "1", " ", "\n", "-", "\ud83d", "\ude00");

    @Property(tries = 20_000, afterFailure = AfterFailureMode.SAMPLE_FIRST, seed = "2026")
    void bothSearchesAgree(@ForAll long seed) {
        agree(seed);
    }

    @Test
    void theRandomPatternsAreOftenValid() {
        AtomicInteger compared = new AtomicInteger();
        for (long seed = 0; seed < 2_000; seed++) {
            compared.addAndGet(agree(seed) ? 1 : 0);
        }
        assertThat(compared).hasValueGreaterThan(200);
    }

    /** False when the pattern cannot be compared. */
    private static boolean agree(long seed) {
        Random random = new Random(seed);
        String source = joined(random, PIECES, 10);
        String text = joined(random, UNITS, 8);
        Budget budget = new Budget(200_000);
        if (!(EcmaPattern.parse(source) instanceof EcmaPattern.Valid valid)) {
            return false;
        }
        SearchResult verdict = valid.pattern().search(text, budget);
        SearchResult backtracked = backtracked(source, text);
        if (verdict == SearchResult.UNDECIDED || backtracked == SearchResult.UNDECIDED) {
            return false;
        }
        assertThat(verdict).as("/%s/ on <%s>", source, text).isEqualTo(backtracked);
        return true;
    }

    private static SearchResult backtracked(String source, String text) {
        try {
            PatternText cursor = new PatternText(source);
            PatternNode node = PatternParser.parse(cursor);
            return new BacktrackingSearch(node, cursor.groups()).search(text, new Budget(200_000));
        } catch (PatternFault impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String joined(Random random, List<String> pieces, int max) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(max + 1); i > 0; i--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        return text.toString();
    }
}
