package cms.platform.idempotency;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The identity of a request with an {@code Idempotency-Key}, bound to the thread that answers it.
 *
 * <p>A write that is not recorded in a row (a commit) carries {@link #next}. Each write of a request gets a mark of its
 * own, in their order, so that a repeat of an interrupted request continues where it stopped.
 */
public final class IdempotencyMark {
    private static final ScopedValue<IdempotencyMark> CURRENT = ScopedValue.newInstance();

    private final String request;
    private final Supplier<String> content;
    private final AtomicInteger writes = new AtomicInteger();

    /**
     * The mark of one write.
     *
     * @param write hash of the caller, the route, the key and the number of the write within the request
     * @param content hash of the body, to recognise another body
     */
    public record Write(String write, String content) {
        /** The mark of a second write that belongs to the same call, such as closing a change that it has emptied. */
        public Write following() {
            return new Write(write + "-following", content);
        }
    }

    IdempotencyMark(String request, Supplier<String> content) {
        this.request = request;
        this.content = content;
    }

    /** The mark of the next write of the request that this thread answers; empty without a key. */
    public static Optional<Write> next() {
        if (!CURRENT.isBound()) {
            return Optional.empty();
        }
        IdempotencyMark mark = CURRENT.get();
        return Optional.of(new Write(mark.request + "-" + mark.writes.getAndIncrement(), mark.content.get()));
    }

    /** Whether a write carries the mark, by which it can be found. */
    boolean isCarried() {
        return writes.get() > 0;
    }

    <T> T during(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }
}
