package cms.platform.pictures.worker.colour;

import cms.platform.files.FileKind;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Colours that a file states by numbers instead of a profile: {@code cICP}, {@code gAMA} and {@code cHRM} of a PNG (PNG
 * 11.3.2, the earlier of them takes precedence), {@code nclx} of an AVIF (ITU-T H.273). No engine reads them.
 */
public final class StatedColours {
    private static final int PNG_MARK_BYTES = 8;
    private static final int CHUNK_BYTES_MAX = 64;
    private static final int COLOUR_TYPE_AT = 9;
    private static final int COLOUR = 2;
    private static final double PARTS = 100_000;

    /** Exponent that programs write into {@code gAMA} for sRGB, within the usual rounding. */
    private static final double GAMMA_OF_SRGB = 2.2;

    private static final double GAMMA_NEAR = 0.05;

    private static final String NCLX = "colrnclx";

    /** Bytes of an AVIF that are searched: the metadata before the pixels is some hundred bytes, and a profile. */
    private static final int AVIF_HEAD_BYTES = 256 * 1024;

    private StatedColours() {}

    /**
     * The stated colours as an ICC profile; empty where none are stated, where they are sRGB, or where the file has a
     * profile.
     */
    public static Optional<byte[]> profile(Path file, FileKind kind) throws IOException {
        return switch (kind) {
            case PNG -> ofPng(file);
            case AVIF -> ofAvif(file);
            default -> Optional.empty();
        };
    }

    private static Optional<byte[]> ofPng(Path file) throws IOException {
        Map<String, byte[]> chunks = chunks(file);
        byte[] head = chunks.getOrDefault("IHDR", new byte[0]);
        if (head.length <= COLOUR_TYPE_AT) {
            return Optional.empty();
        }
        boolean grey = (head[COLOUR_TYPE_AT] & COLOUR) == 0;
        byte[] codes = chunks.get("cICP");
        if (codes != null && codes.length == 4) {
            return coded(codes[0] & 255, codes[1] & 255, grey);
        }
        byte[] gamma = chunks.get("gAMA");
        boolean others = chunks.containsKey("iCCP") || chunks.containsKey("sRGB");
        return others || gamma == null || gamma.length != Integer.BYTES
                ? Optional.empty()
                : withGamma(ByteBuffer.wrap(gamma).getInt(), chunks.get("cHRM"), grey);
    }

    /** The chunks before the pixels by name; of a long one the first bytes. */
    private static Map<String, byte[]> chunks(Path file) throws IOException {
        Map<String, byte[]> chunks = new HashMap<>();
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            in.skipNBytes(PNG_MARK_BYTES);
            while (true) {
                long length = Integer.toUnsignedLong(in.readInt());
                String name = new String(in.readNBytes(Integer.BYTES), StandardCharsets.US_ASCII);
                if (name.equals("IDAT")) {
                    return chunks;
                }
                byte[] content = in.readNBytes((int) Math.min(length, CHUNK_BYTES_MAX));
                in.skipNBytes(length - content.length + Integer.BYTES);
                chunks.put(name, content);
            }
        } catch (EOFException none) {
            return chunks;
        }
    }

    private static Optional<byte[]> withGamma(int stated, byte @Nullable [] points, boolean grey) {
        double exponent = PARTS / Math.max(1, stated);
        Primaries primaries = points == null ? Primaries.SRGB : primaries(points);
        boolean usual = Math.abs(exponent - GAMMA_OF_SRGB) < GAMMA_NEAR && (grey || primaries.isNear(Primaries.SRGB));
        return usual ? Optional.empty() : ToneCurve.power(exponent).map(curve -> profile(primaries, curve, grey));
    }

    /** Reads {@code cHRM}: white, red, green, blue; the primaries of sRGB where the three make no triangle. */
    private static Primaries primaries(byte[] points) {
        if (points.length != 8 * Integer.BYTES) {
            return Primaries.SRGB;
        }
        ByteBuffer in = ByteBuffer.wrap(points);
        double[] all = new double[8];
        for (int i = 0; i < all.length; i++) {
            all[i] = in.getInt() / PARTS;
        }
        Primaries stated = new Primaries(all[2], all[3], all[4], all[5], all[6], all[7], all[0], all[1]);
        return stated.isPossible() ? stated : Primaries.SRGB;
    }

    private static Optional<byte[]> ofAvif(Path file) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(AVIF_HEAD_BYTES);
        }
        int at = new String(head, StandardCharsets.ISO_8859_1).indexOf(NCLX);
        if (at < 0 || at + NCLX.length() + Integer.BYTES > head.length) {
            return Optional.empty();
        }
        ByteBuffer codes = ByteBuffer.wrap(head, at + NCLX.length(), Integer.BYTES);
        return coded(Short.toUnsignedInt(codes.getShort()), Short.toUnsignedInt(codes.getShort()), false);
    }

    private static Optional<byte[]> coded(int primariesCode, int curveCode, boolean grey) {
        Optional<Primaries> primaries = Primaries.coded(primariesCode);
        Optional<ToneCurve> curve = ToneCurve.coded(curveCode);
        boolean srgb = (grey || primaries.equals(Optional.of(Primaries.SRGB)))
                && curve.filter(ToneCurve::isOfSrgb).isPresent();
        return srgb ? Optional.empty() : primaries.flatMap(known -> curve.map(of -> profile(known, of, grey)));
    }

    private static byte[] profile(Primaries primaries, ToneCurve curve, boolean grey) {
        return grey ? IccProfile.grey(curve) : IccProfile.colours(primaries, curve);
    }
}
