package cms.content.search;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The place of a text that matches a query.
 *
 * @param field the path of the field; null for the text of a dictionary key, and when only the key of an entry fits
 * @param text some words around the place, as they were written
 */
record Snippet(@Nullable String field, String text) {
    private static final int AROUND_CHARS = 60;
    private static final int LOOKED_AT_CHARS_MAX = 100_000;
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}\\p{M}'’]+");

    static Snippet of(SearchQuery question, Map<String, String> texts) {
        Map<String, String> folded = new LinkedHashMap<>();
        texts.forEach((path, text) ->
                folded.put(path, FoldedText.of(text.substring(0, Math.min(text.length(), LOOKED_AT_CHARS_MAX)))));
        for (String piece : question.pieces()) {
            for (Map.Entry<String, String> text : folded.entrySet()) {
                if (text.getValue().contains(piece)) {
                    String written = texts.getOrDefault(text.getKey(), "");
                    return new Snippet(text.getKey().isEmpty() ? null : text.getKey(), around(written, piece));
                }
            }
        }
        return new Snippet(null, "");
    }

    /** The part of a text from the first word with which it holds the beginning of the piece. */
    private static String around(String written, String piece) {
        String first = piece.strip().split(" ")[0];
        Matcher words = WORD.matcher(written);
        int at = 0;
        while (words.find() && words.start() < LOOKED_AT_CHARS_MAX) {
            if (FoldedText.of(words.group()).contains(" " + first)) {
                at = words.start();
                break;
            }
        }
        int from = boundary(written, Math.max(0, at - AROUND_CHARS));
        int to = boundary(written, Math.min(written.length(), at + piece.length() + AROUND_CHARS));
        String cut = written.substring(from, to).replaceAll("\\s+", " ").strip();
        return (from > 0 ? "…" : "") + cut + (to < written.length() ? "…" : "");
    }

    /** The nearest position that is not between the halves of one character. */
    private static int boundary(String text, int at) {
        return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
    }
}
