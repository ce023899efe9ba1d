package cms.platform.pictures.worker;

import cms.platform.files.FileKind;
import java.awt.color.ICC_ColorSpace;
import java.awt.color.ICC_Profile;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.zip.InflaterInputStream;

/** The colour profile that a file carries or names, which its engine does not read; each reads that of a JPEG. */
final class EmbeddedProfile {
    private static final int PROFILE_BYTES_MAX = 4 * 1024 * 1024;
    private static final int PNG_MARK_BYTES = 8;
    private static final int RIFF_HEAD_BYTES = 12;

    /** Of the primaries, the white and the curve that the standard names. */
    private static final String DISPLAY_P3 = "/pictures/display-p3.icc";

    private static final int CODE_OF_DISPLAY_P3 = 12;

    /** The curve of sRGB, and those of television, which are shown as if they were it. */
    private static final Set<Integer> CURVES = Set.of(1, 6, 13);

    private static final int PNG_NUMBERS_BYTES = 4;
    private static final String NCLX = "colrnclx";

    /** What stands before the pixels of an AVIF is some hundred bytes, and a profile. */
    private static final int AVIF_HEAD_BYTES = 256 * 1024;

    private EmbeddedProfile() {}

    /** The profile; empty for a file without one, a malformed one, and one that is not RGB. */
    static Optional<ICC_ColorSpace> of(Path file, FileKind kind) throws IOException {
        if (areCodedAsDisplayP3(file, kind)) {
            return Optional.of(displayP3());
        }
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            byte[] bytes = switch (kind) {
                case PNG -> ofPng(in);
                case WEBP -> ofWebp(in);
                default -> new byte[0];
            };
            return bytes.length == 0
                    ? Optional.empty()
                    : Optional.of(new ICC_ColorSpace(ICC_Profile.getInstance(bytes)))
                            .filter(space -> space.getType() == ICC_ColorSpace.TYPE_RGB);
        } catch (EOFException | IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /**
     * Whether a file says by three numbers instead of a profile that its colours are those of Display P3 (ITU-T H.273):
     * {@code cICP} of a PNG, {@code nclx} of an AVIF. No engine reads them. High dynamic range is left as it is.
     */
    static boolean areCodedAsDisplayP3(Path file, FileKind kind) throws IOException {
        return switch (kind) {
            case PNG -> isP3Png(file);
            case AVIF -> isP3Avif(file);
            default -> false;
        };
    }

    private static boolean isP3Png(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            in.skipNBytes(PNG_MARK_BYTES);
            while (true) {
                long length = Integer.toUnsignedLong(in.readInt());
                String name = new String(in.readNBytes(Integer.BYTES), StandardCharsets.US_ASCII);
                if (name.equals("cICP") && length == PNG_NUMBERS_BYTES) {
                    return in.readUnsignedByte() == CODE_OF_DISPLAY_P3 && CURVES.contains(in.readUnsignedByte());
                }
                if (name.equals("IDAT")) {
                    return false;
                }
                in.skipNBytes(length + Integer.BYTES);
            }
        } catch (EOFException none) {
            return false;
        }
    }

    private static boolean isP3Avif(Path file) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(AVIF_HEAD_BYTES);
        }
        int at = new String(head, StandardCharsets.ISO_8859_1).indexOf(NCLX);
        if (at < 0 || at + NCLX.length() + Integer.BYTES > head.length) {
            return false;
        }
        ByteBuffer numbers = ByteBuffer.wrap(head, at + NCLX.length(), Integer.BYTES);
        return Short.toUnsignedInt(numbers.getShort()) == CODE_OF_DISPLAY_P3
                && CURVES.contains(Short.toUnsignedInt(numbers.getShort()));
    }

    private static ICC_ColorSpace displayP3() throws IOException {
        try (InputStream profile = EmbeddedProfile.class.getResourceAsStream(DISPLAY_P3)) {
            if (profile == null) {
                throw new IOException(DISPLAY_P3 + " is not there");
            }
            return new ICC_ColorSpace(ICC_Profile.getInstance(profile));
        }
    }

    private static byte[] ofPng(DataInputStream in) throws IOException {
        in.skipNBytes(PNG_MARK_BYTES);
        while (true) {
            long length = Integer.toUnsignedLong(in.readInt());
            String name = name(in);
            if (name.equals("IDAT")) {
                return new byte[0];
            }
            if (!name.equals("iCCP") || length > PROFILE_BYTES_MAX) {
                in.skipNBytes(length + Integer.BYTES);
                continue;
            }
            InputStream chunk = new ByteArrayInputStream(in.readNBytes((int) length));
            for (int read = chunk.read(); read > 0; read = chunk.read()) {
                // The name of the profile, up to a zero.
            }
            chunk.skipNBytes(1);
            return new InflaterInputStream(chunk).readNBytes(PROFILE_BYTES_MAX);
        }
    }

    private static byte[] ofWebp(DataInputStream in) throws IOException {
        in.skipNBytes(RIFF_HEAD_BYTES);
        while (true) {
            String name = name(in);
            long length = Integer.toUnsignedLong(Integer.reverseBytes(in.readInt()));
            if (name.equals("ICCP") && length <= PROFILE_BYTES_MAX) {
                return in.readNBytes((int) length);
            }
            in.skipNBytes(length + length % 2);
        }
    }

    private static String name(DataInputStream in) throws IOException {
        byte[] name = new byte[Integer.BYTES];
        in.readFully(name);
        return new String(name, StandardCharsets.US_ASCII);
    }
}
