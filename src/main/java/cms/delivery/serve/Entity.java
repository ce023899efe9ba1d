package cms.delivery.serve;

import cms.delivery.build.DeliveredBytes;
import cms.delivery.serve.PackPosition.Piece;
import cms.delivery.wire.Coding;
import cms.delivery.wire.Compression;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One delivered file, ready to be sent: its bytes as they are and compressed, each with its own entity tag.
 *
 * <p>The precompressed variants are made before the release is current, except those that take too long, which are made
 * when it has stayed for a moment (decision 40).
 */
public final class Entity {
    private static final int VARIANT_BYTES_MIN = 512;

    /** Longer bodies are sent as they are: compressing takes several times their bytes of the heap. */
    static final int VARIANT_BYTES_MAX = 32 << 20;

    /** Longer bodies are compressed one at a time in the process, so that what that takes does not add up. */
    private static final int BESIDE_BYTES_MAX = 4 << 20;

    private static final ReentrantLock ONE_LARGE = new ReentrantLock();
    private static final int TAG_CHARS = 32;

    private final DeliveredBytes body;
    private final List<Piece> pieces;
    private final Representation plain;
    private volatile @Nullable Variants variants;

    public Entity(DeliveredBytes body, PackPosition place) {
        this(body, List.of(new Piece(place, body.size())));
    }

    /** @param pieces the places of its stored bytes, in order */
    public Entity(DeliveredBytes body, List<Piece> pieces) {
        this(body, pieces, ReadHeaders.JSON);
    }

    private Entity(DeliveredBytes body, List<Piece> pieces, String contentType) {
        this.body = body;
        this.pieces = pieces;
        this.plain = new Representation(tag(Coding.IDENTITY, body), Coding.IDENTITY, body, contentType);
    }

    /** Bytes that were made for one answer and are stored nowhere. */
    public static Entity computed(byte[] bytes) {
        return new Entity(DeliveredBytes.of(bytes), PackPosition.NOWHERE);
    }

    /** An entity with a body that is not JSON, made for one answer. */
    public static Entity computed(byte[] bytes, String contentType) {
        DeliveredBytes body = DeliveredBytes.of(bytes);
        return new Entity(body, List.of(new Piece(PackPosition.NOWHERE, body.size())), contentType);
    }

    /** The compressed forms; one that would not be smaller is the plain form. */
    private record Variants(Representation gzip, Representation brotli) {}

    public DeliveredBytes body() {
        return body;
    }

    /** The places of its bytes in packs, in order; one piece without a pack where it is composed of other files. */
    public List<Piece> pieces() {
        return pieces;
    }

    /** Whether it is stored nowhere, because it consists of other files. */
    public boolean isComposed() {
        return pieces.getFirst().place().isNowhere();
    }

    /** The packs that hold its bytes. */
    public Stream<String> packs() {
        return isComposed()
                ? Stream.empty()
                : pieces.stream().map(piece -> piece.place().pack());
    }

    /** The places where these bytes of it are stored. */
    public List<Piece> pieces(int from, int to) {
        List<Piece> some = new ArrayList<>();
        int at = 0;
        for (Piece piece : pieces) {
            int first = Math.max(from, at);
            int last = Math.min(to, at + piece.bytes());
            if (first < last) {
                some.add(piece.part(first - at, last - at));
            }
            at += piece.bytes();
        }
        return some;
    }

    Representation plain() {
        return plain;
    }

    /** The form of the body for a client that prefers a coding. */
    Representation form(Coding coding) {
        Variants known = coding == Coding.IDENTITY ? null : variants;
        if (known == null) {
            return plain;
        }
        return switch (coding) {
            case IDENTITY -> plain;
            case GZIP -> known.gzip();
            case BROTLI -> known.brotli();
        };
    }

    /** Whether its variants are made, or it has none. */
    boolean isCompressed() {
        return variants != null || body.size() < VARIANT_BYTES_MIN || body.size() > VARIANT_BYTES_MAX;
    }

    /** Makes the precompressed variants. Safe to repeat. */
    void compress() {
        if (body.size() <= BESIDE_BYTES_MAX) {
            makeVariants();
            return;
        }
        ONE_LARGE.lock();
        try {
            makeVariants();
        } finally {
            ONE_LARGE.unlock();
        }
    }

    private void makeVariants() {
        if (!isCompressed()) {
            byte[] bytes = body.bytes();
            Representation gzip = variant(Coding.GZIP, Compression.gzip(bytes), plain);
            variants = new Variants(gzip, variant(Coding.BROTLI, Compression.brotli(bytes), gzip));
        }
    }

    /** Prepares all that makes sending cheap: the variants, and every form out of the heap. Safe to repeat. */
    void prepare() {
        compress();
        body.moveOffHeap();
        Variants known = variants;
        if (known != null) {
            known.gzip().body().moveOffHeap();
            known.brotli().body().moveOffHeap();
        }
    }

    /** The variant, or {@code otherwise} when that is as small. */
    private Representation variant(Coding coding, byte @Nullable [] compressed, Representation otherwise) {
        if (compressed == null || compressed.length >= otherwise.size()) {
            return otherwise;
        }
        return form(coding, DeliveredBytes.stored(body.hash(), ByteBuffer.wrap(compressed)));
    }

    private Representation form(Coding coding, DeliveredBytes content) {
        return new Representation(tag(coding, body), coding, content);
    }

    private static String tag(Coding coding, DeliveredBytes body) {
        return '"' + body.hash().substring(0, TAG_CHARS) + coding.tagSuffix() + '"';
    }
}
