package cms.platform.json;

import tools.jackson.core.exc.StreamConstraintsException;

/** Thrown for a text that exceeds its {@link ValueBudget}; readers handle it themselves. */
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
