package cms.platform.json;

import tools.jackson.core.exc.StreamConstraintsException;

/** A text that would become more than its {@link ValueBudget}; never leaves a reader. */
public final class TooManyValues extends StreamConstraintsException {
    private static final long serialVersionUID = 1L;

    private final String message;

    TooManyValues(String message) {
        super(message);
        this.message = message;
    }

    /** Completes the sentence "The file holds …". */
    public String message() {
        return message;
    }
}
