package cms.platform.db;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The tables that a transaction may have changed, as its statements say. */
final class Touched {
    private static final List<String> BEGINNINGS = List.of("UPDATE ", "INSERT INTO ", "DELETE FROM ");

    private final Set<String> tables = new HashSet<>();
    private boolean anything;

    /** A statement that does not say so in its first words, in our way of writing it, may have changed every table. */
    void add(String sql) {
        String text = sql.stripLeading();
        if (text.startsWith("SELECT ")) {
            return;
        }
        String table = table(behind(text));
        if (table.isEmpty()) {
            anything = true;
        } else {
            tables.add(table);
        }
    }

    boolean anyOf(Set<String> names) {
        return anything || tables.stream().anyMatch(names::contains);
    }

    private static String behind(String sql) {
        for (String beginning : BEGINNINGS) {
            if (sql.startsWith(beginning)) {
                return sql.substring(beginning.length());
            }
        }
        return "";
    }

    /** A plain name in small letters with a blank behind it; empty for everything else. */
    private static String table(String text) {
        int end = 0;
        while (end < text.length() && isOfName(text.charAt(end))) {
            end++;
        }
        boolean ends = end == text.length() || Character.isWhitespace(text.charAt(end));
        return ends ? text.substring(0, end) : "";
    }

    private static boolean isOfName(char character) {
        return character >= 'a' && character <= 'z' || character >= '0' && character <= '9' || character == '_';
    }
}
