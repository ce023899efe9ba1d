package cms.review;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners of this process what moved; a listener that fails harms neither the write nor the others. */
final class Movements {
    private static final Logger LOG = LoggerFactory.getLogger(Movements.class);

    private final List<Moved.Listener> listeners = new CopyOnWriteArrayList<>();

    void add(Moved.Listener listener) {
        listeners.add(listener);
    }

    void tell(List<Moved> moves) {
        for (Moved moved : moves) {
            for (Moved.Listener listener : listeners) {
                try {
                    listener.moved(moved);
                } catch (RuntimeException failed) {
                    LOG.error("a listener failed about {} of {}", moved.branch(), moved.project().id(), failed);
                }
            }
        }
    }
}
