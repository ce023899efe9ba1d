package cms.platform.json;

/** JSON without invisible characters: an equal value, for readers that see its text. */
public final class VisibleJson {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private VisibleJson() {}

    /**
     * The JSON of a value, with every character that is invisible or changes the direction of text (bidirectional,
     * zero-width, tags, variation selectors, private use, line separators) as an escape; parsed, it is equal to the
     * value.
     */
    public static String text(Object value) {
        return escaped(Json.text(value));
    }

    /** A JSON text with these escapes; such characters can only be in its strings. */
    public static String escaped(String json) {
        StringBuilder text = new StringBuilder(json.length());
        json.codePoints().forEach(c -> {
            if (isVisible(c)) {
                text.appendCodePoint(c);
            } else {
                for (char unit : Character.toChars(c)) {
                    text.append("\\u").append(HEX[unit >> 12]).append(HEX[unit >> 8 & 15]);
                    text.append(HEX[unit >> 4 & 15]).append(HEX[unit & 15]);
                }
            }
        });
        return text.toString();
    }

    private static boolean isVisible(int c) {
        if (c < 0x7F) {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> !(c >= 0xFE00 && c <= 0xFE0F) && !(c >= 0xE0100 && c <= 0xE01EF);
        };
    }
}
