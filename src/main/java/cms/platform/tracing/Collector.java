package cms.platform.tracing;

/** Takes what was traced, as OTLP over HTTP. */
@FunctionalInterface
public interface Collector {
    /** Posts one message and gives the status of the answer; fails like an outgoing call does. */
    int post(String contentType, byte[] message);
}
