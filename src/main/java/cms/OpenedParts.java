package cms;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of an instance in the order of their opening; closes them in reverse, each also when another fails to
 * close. A part that an outage keeps from writing its last counts is only logged: what was acknowledged is durable.
 */
final class OpenedParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenedParts.class);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public void close() {
        IllegalStateException failed = null;
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception one) {
                if (one instanceof Failure outage && outage.kind() == FailureKind.UNAVAILABLE) {
                    LOG.warn("a part did not end in order: {}", outage.message());
                    continue;
                }
                failed = failed == null
                        ? new IllegalStateException("Not everything could be closed: " + one, one)
                        : failed;
                if (failed.getCause() != one) {
                    failed.addSuppressed(one);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
