package cms.content.check;

import cms.content.api.Finding.Severity;
import java.util.Collection;

/** One value inside an entry, to which findings point; the path reads like {@code blocks[0].title}. */
record ValuePath(ValidationRun run, String path) {
    ValuePath item(int index) {
        return new ValuePath(run, path + "[" + index + "]");
    }

    ValuePath member(String name) {
        return new ValuePath(run, path.isEmpty() ? name : path + "." + name);
    }

    void error(String message) {
        run.add(Severity.ERROR, path, message);
    }

    void warning(String message) {
        run.add(Severity.WARNING, path, message);
    }

    /** A value for use in a message: short and on one line. */
    static String quoted(String text) {
        String start = text.length() <= CheckLimits.QUOTED_CHARS_MAX
                ? text
                : text.substring(0, CheckLimits.QUOTED_CHARS_MAX) + "…";
        return "'" + start.replaceAll("\\p{Cntrl}", " ") + "'";
    }

    /** A list of values for use in a message, as short; as many of them are joined as are shown. */
    static String quoted(Collection<String> texts) {
        StringBuilder joined = new StringBuilder();
        for (String text : texts) {
            if (joined.length() > CheckLimits.QUOTED_CHARS_MAX) {
                break;
            }
            joined.append(joined.isEmpty() ? "" : ", ").append(text);
        }
        return quoted(joined.toString());
    }
}
