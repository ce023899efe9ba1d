package cms.platform.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request or a call that belongs to a trace, from its beginning until it is closed on the same thread. */
public final class TraceScope implements AutoCloseable {
    private static final TraceScope NONE = new TraceScope(null, null, null);

    private final @Nullable Context context;
    private final @Nullable Scope scope;
    private final @Nullable Span span;

    private TraceScope(@Nullable Context context, @Nullable Scope scope, @Nullable Span span) {
        this.context = context;
        this.scope = scope;
        this.span = span;
    }

    /** A scope that belongs to no trace. */
    public static TraceScope none() {
        return NONE;
    }

    /** A scope whose trace is passed on to called services and not exported by this one. */
    @SuppressWarnings("MustBeClosedChecker") // closed with the work
    static TraceScope within(Context context) {
        return new TraceScope(context, context.makeCurrent(), null);
    }

    @SuppressWarnings("MustBeClosedChecker") // closed with the work
    static TraceScope of(Context outer, Span span) {
        Context inner = outer.with(span);
        return new TraceScope(inner, inner.makeCurrent(), span);
    }

    /** The trace id of 32 hexadecimal digits; null without a trace. */
    public @Nullable String traceId() {
        return context == null
                ? null
                : Span.fromContext(context).getSpanContext().getTraceId();
    }

    /** {@code traceparent} and {@code tracestate} for a called service; empty without a trace. */
    public Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        if (context != null) {
            W3CTraceContextPropagator.getInstance().inject(context, headers, (map, name, value) -> {
                if (map != null) {
                    map.put(name, value);
                }
            });
        }
        return headers;
    }

    /** @param errorFrom lowest status that counts as an error: 500 for answers of this process, 400 for calls by it */
    public void answered(int status, int errorFrom) {
        if (span != null) {
            span.setAttribute("http.response.status_code", status);
            if (status >= errorFrom) {
                span.setAttribute("error.type", Integer.toString(status));
                span.setStatus(StatusCode.ERROR);
            }
        }
    }

    public void failed(Throwable failure) {
        if (span != null) {
            span.setAttribute("error.type", failure.getClass().getName());
            span.setStatus(StatusCode.ERROR);
        }
    }

    @Override
    public void close() {
        if (scope != null) {
            scope.close();
        }
        if (span != null) {
            span.end();
        }
    }
}
