package cms;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The parts of an instance in the order of their opening; closes them in reverse, each also when another fails to
 * close.
 */
final class OpenedParts implements AutoCloseable {
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
