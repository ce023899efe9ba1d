package cms.platform.tracing;

/** A collector of traces, reached by OTLP over HTTP. */
@FunctionalInterface
public interface Collector {
    /** Posts one message and returns the status of the answer; fails like an outgoing call. */
    int post(String contentType, byte[] message);
}
