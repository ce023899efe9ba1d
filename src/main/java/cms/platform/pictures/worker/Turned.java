package cms.platform.pictures.worker;

import cms.platform.files.Exif;
import cms.platform.files.FileKind;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The orientation of a JPEG file beside its stored pixels (Exif 2.3, tag 0x0112, 1 to 8).
 *
 * <p>A malformed orientation, and that of another kind of file, is ignored.
 */
record Turned(int orientation) {
    private static final Turned UPRIGHT = new Turned(1);
    private static final int SEGMENT = 0xff;
    private static final int EXIF_SEGMENT = 0xe1;
    private static final int START_OF_SCAN = 0xda;
    private static final int EXIF_HEAD = 6;

    static Turned of(Path file, FileKind kind) throws IOException {
        if (kind != FileKind.JPEG) {
            return UPRIGHT;
        }
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            in.readShort();
            while (in.readUnsignedByte() == SEGMENT) {
                int marker = in.readUnsignedByte();
                if (marker == START_OF_SCAN) {
                    return UPRIGHT;
                }
                byte[] segment = in.readNBytes(in.readUnsignedShort() - 2);
                if (marker == EXIF_SEGMENT && segment.length > EXIF_HEAD && segment[0] == 'E' && segment[1] == 'x') {
                    return new Turned(Exif.orientation(Arrays.copyOfRange(segment, EXIF_HEAD, segment.length)));
                }
            }
        } catch (RuntimeException | EOFException malformed) {
            return UPRIGHT;
        }
        return UPRIGHT;
    }

    /** Whether it exchanges width and height. */
    boolean swaps() {
        return orientation > 4;
    }

    Pixels upright(Pixels lying) {
        if (orientation == 1) {
            return lying;
        }
        int w = lying.width();
        int h = lying.height();
        Pixels turned = swaps() ? new Pixels(h, w, lying.alpha()) : new Pixels(w, h, lying.alpha());
        for (int y = 0; y < turned.height(); y++) {
            for (int x = 0; x < turned.width(); x++) {
                int colour = switch (orientation) {
                    case 2 -> lying.at(w - 1 - x, y);
                    case 3 -> lying.at(w - 1 - x, h - 1 - y);
                    case 4 -> lying.at(x, h - 1 - y);
                    case 5 -> lying.at(y, x);
                    case 6 -> lying.at(y, h - 1 - x);
                    case 7 -> lying.at(w - 1 - y, h - 1 - x);
                    default -> lying.at(w - 1 - y, x);
                };
                turned.set(x, y, colour);
            }
        }
        return turned;
    }
}
