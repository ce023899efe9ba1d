package cms.platform.compute;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The end of the request that a thread works on: what is given back then. Work that {@link Compute} does for it is part of it. */
public final class RequestEnd {
    private static final ScopedValue<RequestEnd> CURRENT = ScopedValue.newInstance();

    private final Map<Object, Runnable> ends = new IdentityHashMap<>();
    private boolean over;

    private RequestEnd() {}

    /** Works on a request, and gives back in the end what it has taken; nothing within another one. */
    public static <R, X extends Throwable> R within(ScopedValue.CallableOp<? extends R, X> request) throws X {
        if (CURRENT.isBound()) {
            return request.call();
        }
        RequestEnd end = new RequestEnd();
        try {
            return ScopedValue.where(CURRENT, end).call(request);
        } finally {
            end.reached();
        }
    }

    /**
     * Takes something once for this request. Nothing is taken where no request is worked on, nor for one that is over.
     *
     * @param what by its identity
     */
    public static void once(Object what, Runnable take, Runnable giveBack) {
        if (CURRENT.isBound()) {
            CURRENT.get().add(what, take, giveBack);
        }
    }

    /** The same work as a part of this request, on whatever thread. */
    static <T> Supplier<T> ofThis(Supplier<T> work) {
        if (!CURRENT.isBound()) {
            return work;
        }
        RequestEnd end = CURRENT.get();
        return () -> ScopedValue.where(CURRENT, end).call(work::get);
    }

    private synchronized void add(Object what, Runnable take, Runnable giveBack) {
        if (!over && !ends.containsKey(what)) {
            take.run();
            ends.put(what, giveBack);
        }
    }

    private synchronized void reached() {
        over = true;
        ends.values().forEach(Runnable::run);
        ends.clear();
    }
}
