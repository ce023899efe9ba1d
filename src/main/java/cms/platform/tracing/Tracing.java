package cms.platform.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tracing by W3C Trace Context: requests join the trace of their {@code traceparent}, and calls to services of the
 * settings continue it. With a collector requests and calls are exported as spans; without one no span is made.
 */
public final class Tracing implements AutoCloseable {
    private static final ContextKey<Tracer> TRACER = ContextKey.named("cms.tracer");
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";

    private final @Nullable SpanExporter export;

    private Tracing(@Nullable SpanExporter export) {
        this.export = export;
    }

    /** Passes traces of others on and exports nothing. */
    public static Tracing off() {
        return new Tracing(null);
    }

    /** @param version of this service */
    public static Tracing to(Collector collector, String version) {
        return new Tracing(new SpanExporter(collector, version));
    }

    /**
     * Begins the scope of a request; closed by the calling thread.
     *
     * @param route as mounted, with the names of its parameters
     * @param parent the {@code traceparent} of the request; a malformed one is ignored
     */
    public TraceScope serve(String method, String route, @Nullable String parent, @Nullable String state) {
        if (parent == null && export == null) {
            return TraceScope.none();
        }
        Context from = from(parent, state);
        if (export == null) {
            return Span.fromContext(from).getSpanContext().isValid() ? TraceScope.within(from) : TraceScope.none();
        }
        Tracer tracer = export.tracer();
        Span span = tracer.spanBuilder(method + " " + route)
                .setParent(from)
                .setSpanKind(SpanKind.SERVER)
                .setAttribute("http.request.method", method)
                .setAttribute("http.route", route)
                .startSpan();
        return TraceScope.of(from.with(TRACER, tracer), span);
    }

    /** Begins the scope of a call to another service for the present request; closed by the same thread. */
    public static TraceScope call(String method, URI url) {
        Context here = Context.current();
        SpanContext around = Span.fromContext(here).getSpanContext();
        if (!around.isValid()) {
            return TraceScope.none();
        }
        Tracer tracer = here.get(TRACER);
        if (tracer == null) {
            return TraceScope.within(here);
        }
        Span span = tracer.spanBuilder(method)
                .setParent(here)
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute("http.request.method", method)
                .setAttribute("server.address", String.valueOf(url.getHost()))
                .setAttribute("server.port", (long) port(url))
                .startSpan();
        return TraceScope.of(here, span);
    }

    private static int port(URI url) {
        if (url.getPort() >= 0) {
            return url.getPort();
        }
        return "https".equals(url.getScheme()) ? 443 : 80;
    }

    private static Context from(@Nullable String parent, @Nullable String state) {
        if (parent == null) {
            return Context.root();
        }
        Map<String, String> headers = new HashMap<>();
        headers.put(PARENT, parent);
        if (state != null) {
            headers.put(STATE, state);
        }
        return W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, Headers.READ);
    }

    /** Reads headers from a map. */
    private enum Headers implements TextMapGetter<Map<String, String>> {
        READ;

        @Override
        public Iterable<String> keys(Map<String, String> headers) {
            return List.copyOf(headers.keySet());
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> headers, String name) {
            return headers == null ? null : headers.get(name);
        }
    }

    /** Sends the remaining spans, for three seconds at most. */
    @Override
    public void close() {
        if (export != null) {
            export.close();
        }
    }
}
