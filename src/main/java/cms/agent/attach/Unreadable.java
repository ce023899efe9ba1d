package cms.agent.attach;

/** A file that cannot be read; the message is a sentence for the person. */
final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
        super(message);
    }

    String message() {
        String text = getMessage();
        return text == null ? "" : text;
    }
}
