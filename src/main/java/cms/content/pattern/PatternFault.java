package cms.content.pattern;

/** Ends the parsing of a pattern that is not a regular expression; never leaves {@link EcmaPattern}. */
final class PatternFault extends Exception {
    private static final long serialVersionUID = 1L;

    PatternFault(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
