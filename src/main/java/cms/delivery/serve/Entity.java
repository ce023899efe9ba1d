package cms.delivery.serve;

import cms.delivery.build.Body;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * One delivered file, ready to be sent: its bytes as they are and compressed, each with its own entity tag.
 *
 * <p>The compressed twin comes when the release has stayed for a moment; until then readers get the plain bytes.
 */
public final class Entity {
    private static final int TWIN_BYTES_MIN = 512;
    private static final int TAG_CHARS = 32;

    private final Body body;
    private final Place place;
    private final Representation plain;
    private volatile @Nullable Representation compressed;

    public Entity(Body body, Place place) {
        this.body = body;
        this.place = place;
        this.plain = new Representation('"' + body.hash().substring(0, TAG_CHARS) + '"', false, body);
    }

    public Body body() {
        return body;
    }

    public Place place() {
        return place;
    }

    Representation plain() {
        return plain;
    }

    /** What is sent to a client that takes gzip. */
    Representation compressed() {
        Representation twin = compressed;
        return twin == null ? plain : twin;
    }

    /** Prepares what makes sending cheap: content out of the heap, and the compressed twin. Safe to repeat. */
    void settle() {
        body.settle();
        if (compressed == null && body.size() >= TWIN_BYTES_MIN) {
            byte[] bytes = gzip(body.bytes());
            compressed = bytes.length < body.size() ? twin(bytes) : plain;
        }
    }

    private Representation twin(byte[] gzip) {
        Body twin = Body.stored(body.hash(), gzip);
        twin.settle();
        return new Representation('"' + body.hash().substring(0, TAG_CHARS) + "-gz\"", true, twin);
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 3);
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }
}
