package cms.content.snapshot;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A long text put together from pieces that are printed already: the large ones are taken as they are, not copied. */
final class Chunks {
    private static final int COPIED_BYTES_MAX = 16 * 1024;

    private final List<byte[]> done = new ArrayList<>();
    private final ByteArrayOutputStream small = new ByteArrayOutputStream(1 << 12);

    void add(String text) {
        small.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** {@code piece} is not changed by anybody from now on. */
    void add(byte[] piece) {
        if (piece.length <= COPIED_BYTES_MAX) {
            small.writeBytes(piece);
        } else {
            finishSmall();
            done.add(piece);
        }
    }

    /** The members of a printed object without the brace that it begins with. */
    void addMembers(byte[] object) {
        small.write(object, 1, object.length - 1);
    }

    List<byte[]> all() {
        finishSmall();
        return List.copyOf(done);
    }

    private void finishSmall() {
        if (small.size() > 0) {
            done.add(small.toByteArray());
            small.reset();
        }
    }
}
