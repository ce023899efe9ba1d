package cms.forms.export;

import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Lines of comma-separated values (RFC 4180), for readers that are spreadsheets too.
 *
 * <p>A text that a spreadsheet would run as a formula gets an apostrophe in front; a number never does.
 */
final class Csv {
    /** Programs of the office kind take a file for another encoding without it. */
    static final String BYTE_ORDER_MARK = "\uFEFF";

    private static final String NEW_LINE = "\r\n";
    private static final String BEGIN_FORMULAS = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

    private Csv() {}

    static String line(List<JsonNode> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", NEW_LINE));
    }

    private static String cell(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        return quoted(value.isString() ? defused(value.stringValue()) : value.toString());
    }

    private static String defused(String text) {
        boolean isFormula = !text.isEmpty() && BEGIN_FORMULAS.indexOf(text.charAt(0)) >= 0;
        return isFormula ? "'" + text : text;
    }

    private static String quoted(String text) {
        boolean isPlain = text.chars().noneMatch(one -> one == ',' || one == '"' || one == '\r' || one == '\n')
                && text.equals(text.strip());
        return isPlain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
