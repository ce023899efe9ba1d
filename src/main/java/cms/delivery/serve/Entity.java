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
 * <p>The compressed twin comes a moment after the release, prepared once; until then readers get the plain bytes.
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
        this.plain = new Representation('"' + body.hash().substring(0, TAG_CHARS) + '"', false, body.content());
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

    /** Prepares the compressed twin where that saves something; safe to repeat. */
    void compress() {
        if (compressed != null || body.size() < TWIN_BYTES_MIN) {
            return;
        }
        byte[] bytes = gzip(body.bytes());
        compressed = bytes.length < body.size()
                ? new Representation(
                        '"' + body.hash().substring(0, TAG_CHARS) + "-gz\"", true, Body.stored(body.hash(), bytes).content())
                : plain;
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
