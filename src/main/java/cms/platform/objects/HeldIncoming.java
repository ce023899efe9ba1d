package cms.platform.objects;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** An object being written whose pieces are kept outside of the heap, for stores without a way of their own. */
record HeldIncoming(Objects objects, String key, List<ByteBuffer> held) implements Objects.Incoming {
    HeldIncoming(Objects objects, String key) {
        this(objects, key, new ArrayList<>());
    }

    @Override
    public ByteBuffer append(List<ByteBuffer> pieces) {
        int size =
                Math.toIntExact(pieces.stream().mapToLong(ByteBuffer::remaining).sum());
        ByteBuffer together = ByteBuffer.allocateDirect(size);
        pieces.forEach(piece -> together.put(piece.duplicate()));
        held.add(together.flip().asReadOnlyBuffer());
        return held.getLast();
    }

    @Override
    public void finish() {
        objects.put(key, held);
    }

    @Override
    public void close() {
        held.clear();
    }
}
