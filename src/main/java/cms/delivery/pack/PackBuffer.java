package cms.delivery.pack;

import cms.delivery.build.DeliveredBytes;
import cms.platform.failure.Failure;
import cms.platform.objects.Objects;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Collects the bodies of one object. A few of them wait in the heap; as soon as there are more, all of them lie in the
 * object's file, from where they are read, and only the newest {@link #BATCH_BYTES} are in the heap: so few that the
 * collector finds them young.
 *
 * <p>For one thread at a time, but for {@link #writeBatches}: writing takes longer than making, so the thread that
 * fills a batch writes it while others go on.
 */
public final class PackBuffer implements AutoCloseable {
    /** Bytes up to which bodies stay in the heap; nearly all builds make less. */
    public static final int HEAP_BYTES_MAX = 4 << 20;

    /** Most bytes of an object. Packs are far from it; a preview, which is one object, may come to it. */
    private static final int BYTES_MAX = 1 << 30;

    private static final int BATCH_BYTES = 1 << 20;

    /** At most so many batches wait for the writing thread, so that memory stays bounded where a disk is slow. */
    private static final int WAITING_BATCHES_MAX = 3;

    private final Objects objects;
    private final String key;
    private final int heapBytesMax;
    private final ReentrantLock writing = new ReentrantLock();
    private final Queue<List<DeliveredBytes>> full = new ConcurrentLinkedQueue<>();
    private List<DeliveredBytes> waiting = new ArrayList<>();
    private int waitingBytes;
    private int bytes;
    private boolean empty = true;
    private Objects.@Nullable Incoming incoming;
    private boolean closed;

    /** @param heapBytesMax most bytes of the object in the heap; 0 for an object that is one of several */
    public PackBuffer(Objects objects, String key, int heapBytesMax) {
        this.objects = objects;
        this.key = key;
        this.heapBytesMax = heapBytesMax;
    }

    /** The size of the object so far. */
    public int bytes() {
        return bytes;
    }

    public boolean isEmpty() {
        return empty;
    }

    /**
     * Adds a body without writing; {@link #writeBatches} has to follow.
     *
     * @throws Failure UNPROCESSABLE when the object would have more than 1 GiB
     */
    public void collect(DeliveredBytes body) {
        if (body.size() > BYTES_MAX - bytes) {
            throw Failure.unprocessable(
                    "These files take more than 1 GiB together, which is too much to be shown at once.");
        }
        empty = false;
        waiting.add(body);
        waitingBytes += body.size();
        bytes += body.size();
        if (bytes > heapBytesMax && waitingBytes >= BATCH_BYTES) {
            endBatch();
        }
    }

    /**
     * Moves full batches into the file. Any number of threads may call it, also while another one collects: a thread
     * that is writing already does the work of all, as long as it keeps up.
     */
    public void writeBatches() {
        while (!full.isEmpty() && isMine()) {
            try {
                writeQueued();
            } finally {
                writing.unlock();
            }
        }
    }

    private boolean isMine() {
        if (full.size() <= WAITING_BATCHES_MAX) {
            return writing.tryLock();
        }
        writing.lock();
        return true;
    }

    /** Moves all bodies into the file, when there are more than may stay in the heap. */
    public void spill() {
        if (bytes > heapBytesMax && !waiting.isEmpty()) {
            endBatch();
        }
        writing.lock();
        try {
            writeQueued();
        } finally {
            writing.unlock();
        }
    }

    private void endBatch() {
        full.add(waiting);
        waiting = new ArrayList<>();
        waitingBytes = 0;
    }

    /** Stores the object. */
    public void store() {
        spill();
        if (incoming == null) {
            objects.put(key, contents(waiting));
        } else {
            incoming.finish();
        }
        close();
    }

    /** Drops an object that was not stored; its bodies can be read all the same. */
    @Override
    public void close() {
        writing.lock();
        try {
            closed = true;
            if (incoming != null) {
                incoming.close();
                incoming = null;
            }
            waiting.clear();
            full.clear();
        } finally {
            writing.unlock();
        }
    }

    private void writeQueued() {
        if (closed) {
            full.clear(); // of a thread that goes on where another one of its build has failed
        }
        for (List<DeliveredBytes> batch = full.poll(); batch != null; batch = full.poll()) {
            if (incoming == null) {
                incoming = objects.incoming(key);
            }
            ByteBuffer view = incoming.append(contents(batch));
            int at = 0;
            for (DeliveredBytes body : batch) {
                int size = body.size();
                body.moveTo(view.slice(at, size));
                at += size;
            }
        }
    }

    private static List<ByteBuffer> contents(List<DeliveredBytes> bodies) {
        return bodies.stream().map(DeliveredBytes::content).toList();
    }
}
