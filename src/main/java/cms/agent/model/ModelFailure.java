package cms.agent.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The failure of a request to a model. The message is one sentence that is safe to show. */
public final class ModelFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final boolean again;
    private final @Nullable Duration retryAfter;

    /** The kind of failure. */
    public enum Kind {
        /** The request was refused: key, model, size, content. */
        REFUSED,
        /** The server is overloaded, or limits the rate. */
        BUSY,
        /** The server does not answer, or the reply broke off. */
        BROKEN,
        /** The request was stopped here. */
        STOPPED
    }

    public ModelFailure(Kind kind, String message, boolean again, @Nullable Duration retryAfter) {
        super(message);
        this.kind = kind;
        this.again = again;
        this.retryAfter = retryAfter;
    }

    public static ModelFailure refused(String message) {
        return new ModelFailure(Kind.REFUSED, message, false, null);
    }

    public static ModelFailure broken(String message) {
        return new ModelFailure(Kind.BROKEN, message, true, null);
    }

    public static ModelFailure busy(@Nullable Duration retryAfter) {
        return new ModelFailure(Kind.BUSY, "The model has too much to do just now; try again soon.", true, retryAfter);
    }

    public static ModelFailure stopped() {
        return new ModelFailure(Kind.STOPPED, "It was stopped.", false, null);
    }

    public Kind kind() {
        return kind;
    }

    /** Whether another try may succeed. */
    public boolean mayEndOtherwise() {
        return again;
    }

    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
