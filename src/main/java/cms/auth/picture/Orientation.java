package cms.auth.picture;

import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How a camera was held, as JPEG files of phones say beside pixels that lie (Exif 2.3, tag 0x0112).
 *
 * <p>What is said in a malformed way, or by another kind of file, counts for nothing.
 */
enum Orientation {
    UPRIGHT(false, 0),
    MIRRORED(true, 0),
    TURNED_180(false, 2),
    MIRRORED_180(true, 2),
    MIRRORED_270(true, 3),
    TURNED_90(false, 1),
    MIRRORED_90(true, 1),
    TURNED_270(false, 3);

    private static final int SEGMENT = 0xff;
    private static final int EXIF_SEGMENT = 0xe1;
    private static final int START_OF_SCAN = 0xda;
    private static final long EXIF_MARK = 0x457869660000L;
    private static final short LITTLE_ENDIAN = 0x4949;
    private static final int TAG = 0x0112;
    private static final int ENTRY_BYTES = 12;
    private static final int ENTRY_VALUE_AT = 8;

    private final boolean mirrored;
    private final int quarterTurns;

    Orientation(boolean mirrored, int quarterTurns) {
        this.mirrored = mirrored;
        this.quarterTurns = quarterTurns;
    }

    static Orientation of(byte[] bytes, PictureFormat format) {
        if (format != PictureFormat.JPEG) {
            return UPRIGHT;
        }
        try {
            return ofJpeg(ByteBuffer.wrap(bytes));
        } catch (RuntimeException cutShort) {
            return UPRIGHT;
        }
    }

    /** A square picture as its maker saw it. */
    BufferedImage upright(BufferedImage square) {
        if (this == UPRIGHT) {
            return square;
        }
        int side = square.getWidth();
        AffineTransform turn = AffineTransform.getQuadrantRotateInstance(quarterTurns, side / 2.0, side / 2.0);
        if (mirrored) {
            turn.concatenate(new AffineTransform(-1, 0, 0, 1, side, 0));
        }
        BufferedImage turned = new BufferedImage(side, side, square.getType());
        Graphics2D graphics = turned.createGraphics();
        graphics.drawImage(square, turn, null);
        graphics.dispose();
        return turned;
    }

    private static Orientation ofJpeg(ByteBuffer file) {
        int at = 2;
        while (Byte.toUnsignedInt(file.get(at)) == SEGMENT) {
            int kind = Byte.toUnsignedInt(file.get(at + 1));
            int length = Short.toUnsignedInt(file.getShort(at + 2));
            if (kind == START_OF_SCAN) {
                break;
            }
            if (kind == EXIF_SEGMENT && file.getLong(at + 2) << 16 == EXIF_MARK << 16) {
                return ofTiff(file.slice(at + 10, length - 8));
            }
            at += 2 + length;
        }
        return UPRIGHT;
    }

    private static Orientation ofTiff(ByteBuffer tiff) {
        tiff.order(tiff.getShort(0) == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int directory = tiff.getInt(4);
        int entries = Short.toUnsignedInt(tiff.getShort(directory));
        for (int entry = 0; entry < entries; entry++) {
            int at = directory + 2 + entry * ENTRY_BYTES;
            if (Short.toUnsignedInt(tiff.getShort(at)) == TAG) {
                int value = Short.toUnsignedInt(tiff.getShort(at + ENTRY_VALUE_AT));
                return value >= 1 && value <= values().length ? values()[value - 1] : UPRIGHT;
            }
        }
        return UPRIGHT;
    }
}
