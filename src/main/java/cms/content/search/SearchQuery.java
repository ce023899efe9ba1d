package cms.content.search;

import cms.platform.failure.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A search query, parsed and folded: an entry must hold every piece. A word also matches as the beginning of a longer
 * one, a phrase in double quotes only in whole words.
 *
 * @param pieces each between a blank and, for a phrase, another one
 */
record SearchQuery(List<String> pieces) {
    static final int CHARS_MAX = 200;
    private static final int PIECES_MAX = 10;
    private static final Pattern PIECE = Pattern.compile("\"([^\"]*)\"?|([^\\s\"]+)");

    /** @throws Failure INVALID for a text that is too long or holds no word */
    static SearchQuery parse(String text) {
        if (text.length() > CHARS_MAX) {
            throw Failure.invalid("`q` may have at most " + CHARS_MAX + " characters.");
        }
        List<String> pieces = new ArrayList<>();
        Matcher matcher = PIECE.matcher(text);
        while (matcher.find() && pieces.size() < PIECES_MAX) {
            String phrase = matcher.group(1);
            String folded = FoldedText.of(phrase == null ? matcher.group(2) : phrase);
            if (!folded.isBlank()) {
                pieces.add(phrase == null ? folded.stripTrailing() : folded);
            }
        }
        if (pieces.isEmpty()) {
            throw Failure.invalid("`q` is required: at least one word or a phrase in double quotes.");
        }
        return new SearchQuery(List.copyOf(pieces));
    }
}
