package cms.platform.pictures.worker;

import cms.platform.files.FileKind;
import cms.platform.pictures.worker.colour.StatedColours;
import java.awt.color.ICC_ColorSpace;
import java.awt.color.ICC_Profile;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.InflaterInputStream;

/** Reads the colour profile of a file where its engine does not; every engine reads that of a JPEG. */
final class EmbeddedProfile {
    private static final int PROFILE_BYTES_MAX = 4 * 1024 * 1024;
    private static final int PNG_MARK_BYTES = 8;
    private static final int RIFF_HEAD_BYTES = 12;

    private EmbeddedProfile() {}

    /** The profile; empty for a file without one, a malformed one, and one that is not RGB. */
    static Optional<ICC_ColorSpace> of(Path file, FileKind kind) throws IOException {
        Optional<ICC_ColorSpace> stated =
                StatedColours.profile(file, kind).map(ICC_Profile::getInstance).map(ICC_ColorSpace::new);
        if (stated.isPresent()) {
            return ofColours(stated.get());
        }
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            byte[] bytes = switch (kind) {
                case PNG -> ofPng(in);
                case WEBP -> ofWebp(in);
                default -> new byte[0];
            };
            return bytes.length == 0 ? Optional.empty() : ofColours(new ICC_ColorSpace(ICC_Profile.getInstance(bytes)));
        } catch (EOFException | IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static Optional<ICC_ColorSpace> ofColours(ICC_ColorSpace space) {
        return Optional.of(space).filter(each -> each.getType() == ICC_ColorSpace.TYPE_RGB);
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
