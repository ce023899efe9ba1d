package cms.delivery.pack;

import cms.delivery.build.Body;
import cms.platform.objects.Objects;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bodies on their way into one object. A few of them wait in the heap; as soon as there are more, all of them lie in the
 * object's file, from where they are read, and only the newest {@link #BATCH_BYTES} are in the heap: so few that the
 * collector finds them young. For one thread at a time.
 */
public final class Pile implements AutoCloseable {
    /** What nearly all builds make at most; such bodies stay in memory. */
    public static final int HEAP_BYTES_MAX = 4 << 20;

    private static final int BATCH_BYTES = 1 << 20;

    private final Objects objects;
    private final String key;
    private final int heapBytesMax;
    private final List<Body> waiting = new ArrayList<>();
    private int waitingBytes;
    private int bytes;
    private boolean empty = true;
    private Objects.@Nullable Incoming incoming;

    /** @param heapBytesMax what of the object may lie in the heap; none of an object that is one of several */
    public Pile(Objects objects, String key, int heapBytesMax) {
        this.objects = objects;
        this.key = key;
        this.heapBytesMax = heapBytesMax;
    }

    /** Of the object so far. */
    public int bytes() {
        return bytes;
    }

    public boolean isEmpty() {
        return empty;
    }

    /** @param body whose content may lie elsewhere as soon as this method returns */
    public void add(Body body) {
        empty = false;
        waiting.add(body);
        waitingBytes = Math.addExact(waitingBytes, body.size());
        bytes = Math.addExact(bytes, body.size());
        if (bytes > heapBytesMax && waitingBytes >= BATCH_BYTES) {
            lay();
        }
    }

    /** Moves what waits into the file, when there are more than may stay. */
    public void settle() {
        if (bytes > heapBytesMax && !waiting.isEmpty()) {
            lay();
        }
    }

    /** Stores the object. */
    public void store() {
        settle();
        if (incoming == null) {
            objects.put(key, contents());
        } else {
            incoming.finish();
        }
        close();
    }

    /** Drops an object that was not stored; its bodies can be read all the same. */
    @Override
    public void close() {
        if (incoming != null) {
            incoming.close();
            incoming = null;
        }
        waiting.clear();
    }

    private void lay() {
        if (incoming == null) {
            incoming = objects.incoming(key);
        }
        ByteBuffer view = incoming.append(contents());
        int at = 0;
        for (Body body : waiting) {
            int size = body.size();
            body.moveTo(view.slice(at, size));
            at += size;
        }
        waiting.clear();
        waitingBytes = 0;
    }

    private List<ByteBuffer> contents() {
        return waiting.stream().map(Body::content).toList();
    }
}
