package cms.content.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of two entries comes first. Shown to fail with beginnings of words counted as whole words. */
class ScoringTest {
    @ParameterizedTest
    @CsvSource({
        "lor, Other, a lorem, 2",
        "lor, Other, a lor, 3",
        "lor, A lorem, x, 8",
        "lor, A lor, x, 12",
        "lor, Lor a, x, 16",
        "lor ipsum, Lor a, an ipsum, 19",
        "lor ipsum, Lor a, x, 0",
        "'\"two words\"', Other, two  words, 3",
        "'\"two words\"', Other, two wordsmiths, 0"
    })
    void titlesComeBeforeTextsAndWholeWordsBeforeBeginnings(String question, String title, String text, int score) {
        Scoring scoring = new Scoring(SearchQuery.parse(question));
        for (int round = 0; round < 2; round++) {
            scoring.begin(title);
            scoring.look(text);
            assertThat(scoring.score()).isEqualTo(score);
        }
    }
}
