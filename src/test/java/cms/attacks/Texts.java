package cms.attacks;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Short pieces that become much when they are repeated. */
final class Texts {
    private Texts() {}

    /** JSON values by name, each ending in a comma. */
    static Map<String, String> json() {
        Map<String, String> pieces = new LinkedHashMap<>();
        pieces.put("lists", "[".repeat(90) + "]".repeat(90) + ",");
        pieces.put("objects of one member", "{\"a\":".repeat(30) + "1" + "}".repeat(30) + ",");
        pieces.put("empty objects", "{},");
        pieces.put("short texts", "\"\",");
        pieces.put("numbers", "1,");
        return pieces;
    }

    /** Frontmatter and bodies of documents by name. */
    static Map<String, String> documents(int length) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("nested lists", repeat("- ".repeat(45) + "a\n", length));
        texts.put("quotes", repeat("> ".repeat(45) + "a\n", length));
        texts.put("tables", "|a".repeat(2_000) + "|\n" + "|-".repeat(2_000) + "|\n" + repeat("|\n", length));
        texts.put("references", "[a]: /" + "b".repeat(50_000) + "\n\n" + repeat("[a] ", length));
        texts.put("emphasis", repeat("*a _b ", length));
        texts.put("carriage returns", repeat("\r", length));
        texts.put("flow of YAML", "---\na: [" + repeat("{},", Math.min(length, 4_000_000)) + "1]\n---\n");
        texts.put("aliases of YAML", aliases());
        return texts;
    }

    static byte[] repeated(String start, String piece, String end, int length) {
        return (start + repeat(piece, length) + end).getBytes(StandardCharsets.UTF_8);
    }

    private static String repeat(String piece, int length) {
        return piece.repeat(length / piece.length());
    }

    /** Each level names the one before nine times. */
    private static String aliases() {
        StringBuilder text = new StringBuilder("---\na0: &a0 [x]\n");
        for (int i = 1; i < 12; i++) {
            text.append('a').append(i).append(": &a").append(i).append(" [");
            text.append(("*a" + (i - 1) + ",").repeat(9)).append("1]\n");
        }
        return text + "---\n";
    }
}
