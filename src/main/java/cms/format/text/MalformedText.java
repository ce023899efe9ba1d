package cms.format.text;

/** Thrown for a text that is not well-formed; caught at the edge of the room and turned into a value. */
public final class MalformedText extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;

    public MalformedText(int line, String message) {
        super(message);
        this.line = line;
    }

    /** The line of the error, counted from 1; 0 when no line is to blame. */
    public int line() {
        return line;
    }

    /** The fault in a sentence that is safe to show. */
    public String message() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
