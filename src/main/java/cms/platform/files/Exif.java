package cms.platform.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads and writes the only part of Exif that a decoder needs: the orientation. */
public final class Exif {
    private static final int ORIENTATION = 0x0112;
    private static final int TURNS_MAX = 8;
    private static final int ENTRY_BYTES = 12;
    private static final int ENTRIES_MAX = 1_000;

    private Exif() {}

    /** The orientation that a TIFF structure states; 1 where it states none or is damaged. */
    public static int orientation(byte[] tiff) {
        if (tiff.length < 8 || tiff[0] != tiff[1] || tiff[0] != 'I' && tiff[0] != 'M') {
            return 1;
        }
        ByteBuffer bytes = ByteBuffer.wrap(tiff).order(tiff[0] == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        long at = bytes.getInt(4) & 0xffffffffL;
        if (at + 2 > tiff.length) {
            return 1;
        }
        int entries = Math.min(ENTRIES_MAX, bytes.getShort((int) at) & 0xffff);
        for (int i = 0; i < entries; i++) {
            long entry = at + 2 + (long) i * ENTRY_BYTES;
            if (entry + ENTRY_BYTES > tiff.length) {
                return 1;
            }
            if ((bytes.getShort((int) entry) & 0xffff) == ORIENTATION) {
                int value = bytes.getShort((int) entry + 8) & 0xffff;
                return value >= 1 && value <= TURNS_MAX ? value : 1;
            }
        }
        return 1;
    }

    /** A TIFF structure that states an orientation and nothing else. */
    static byte[] stating(int orientation) {
        return ByteBuffer.allocate(26)
                .put((byte) 'M')
                .put((byte) 'M')
                .putShort((short) 42)
                .putInt(8)
                .putShort((short) 1)
                .putShort((short) ORIENTATION)
                .putShort((short) 3)
                .putInt(1)
                .putShort((short) orientation)
                .putShort((short) 0)
                .putInt(0)
                .array();
    }
}
