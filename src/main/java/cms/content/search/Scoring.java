package cms.content.search;

import java.util.Arrays;
import java.util.List;

/**
 * Scores how well one entry after the other matches a query: titles before other text, whole words before beginnings.
 * Texts are folded when they are looked at and forgotten; once nothing better can be found the rest is not looked at.
 * Not for use by several threads.
 */
final class Scoring {
    private static final int TITLE_WHOLE = 12;
    private static final int TITLE_BEGINNING = 8;
    private static final int TITLE_STARTS = 4;
    private static final int TEXT_WHOLE = 3;
    private static final int TEXT_BEGINNING = 2;

    private final List<String> pieces;
    private final List<String> wholes;
    private final int[] scores;
    private long charsLookedAt;

    Scoring(SearchQuery question) {
        this.pieces = question.pieces();
        this.wholes = pieces.stream()
                .map(piece -> piece.endsWith(" ") ? piece : piece + " ")
                .toList();
        this.scores = new int[pieces.size()];
    }

    void begin(String title) {
        Arrays.fill(scores, 0);
        String folded = folded(title);
        for (int at = 0; at < scores.length; at++) {
            if (folded.contains(pieces.get(at))) {
                scores[at] = folded.contains(wholes.get(at)) ? TITLE_WHOLE : TITLE_BEGINNING;
                scores[at] += folded.startsWith(pieces.get(at)) ? TITLE_STARTS : 0;
            }
        }
    }

    /** Looks at a text; returns whether another one could still raise the score. */
    boolean look(String text) {
        String folded = isOpen() ? folded(text) : "";
        for (int at = 0; at < scores.length; at++) {
            if (scores[at] < TEXT_WHOLE && folded.contains(pieces.get(at))) {
                scores[at] = folded.contains(wholes.get(at)) ? TEXT_WHOLE : TEXT_BEGINNING;
            }
        }
        return isOpen();
    }

    /** The score of the entry; 0 when a piece was found nowhere. */
    int score() {
        int sum = 0;
        for (int score : scores) {
            if (score == 0) {
                return 0;
            }
            sum += score;
        }
        return sum;
    }

    /** Characters that were looked at since the last call. */
    long takeCharsLookedAt() {
        long taken = charsLookedAt;
        charsLookedAt = 0;
        return taken;
    }

    private boolean isOpen() {
        for (int score : scores) {
            if (score < TEXT_WHOLE) {
                return true;
            }
        }
        return false;
    }

    private String folded(String text) {
        charsLookedAt += text.length();
        return FoldedText.of(text);
    }
}
