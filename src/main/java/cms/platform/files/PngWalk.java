package cms.platform.files;

import java.io.IOException;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** PNG: the chunks of pixels and colours, and the frames of an animation. */
final class PngWalk implements Walker {
    private static final Set<String> KEPT = Set.of(
            "IHDR", "PLTE", "tRNS", "IDAT", "IEND", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "pHYs", "acTL", "fcTL",
            "fdAT");
    private static final int SIGNATURE_BYTES = 8;
    private static final int CHUNKS_MAX = 1_000_000;
    private static final int PROFILE_BYTES_MAX = 4 << 20;
    private static final int CRC_BUFFER_BYTES = 64 * 1024;

    private int width;
    private int height;
    private int frames;
    private boolean alpha;
    private boolean hasPixels;

    @Override
    public FileFacts walk(Bytes in, LeanFile out) throws IOException {
        out.copy(0, SIGNATURE_BYTES);
        long at = SIGNATURE_BYTES;
        String name = "";
        for (int chunk = 0; !name.equals("IEND"); chunk++) {
            if (chunk == CHUNKS_MAX) {
                throw FileRefusal.damaged("it has too many parts");
            }
            long length = in.u32(at);
            name = in.name(at + 4);
            in.requireInside(at, 12 + length);
            if (chunk == 0 != name.equals("IHDR")) {
                throw FileRefusal.damaged("its head does not stand first and once");
            }
            if (KEPT.contains(name)) {
                keep(in, out, name, at, length);
            } else if (Character.isUpperCase(name.charAt(0))) {
                throw FileRefusal.damaged("it has a part that nobody knows");
            }
            at += 12 + length;
        }
        if (!hasPixels) {
            throw FileRefusal.damaged("it holds no picture");
        }
        return new FileFacts(FileKind.PNG, width, height, Math.max(1, frames), 1, alpha, true, 0);
    }

    private void keep(Bytes in, LeanFile out, String name, long at, long length) throws IOException {
        requireSum(in, at, length);
        switch (name) {
            case "IHDR" -> head(in, at, length);
            case "tRNS" -> alpha = true;
            case "IDAT" -> hasPixels = true;
            case "fcTL" -> FileRefusal.requireSize(width, height, ++frames);
            case "iCCP" -> {
                if (!isProfile(in, at + 8, length)) {
                    return;
                }
            }
            default -> {}
        }
        out.copy(at, 12 + length);
    }

    private void head(Bytes in, long at, long length) throws IOException {
        if (length != 13) {
            throw FileRefusal.damaged("its head has another length");
        }
        long w = in.u32(at + 8);
        long h = in.u32(at + 12);
        if (w > Integer.MAX_VALUE || h > Integer.MAX_VALUE) {
            throw FileRefusal.pixels();
        }
        width = (int) w;
        height = (int) h;
        FileRefusal.requireSize(width, height, 1);
        int colours = in.u8(at + 17);
        alpha = colours == 4 || colours == 6;
    }

    /** Whether a compressed colour profile stays within the size of real ones. */
    private static boolean isProfile(Bytes in, long at, long length) throws IOException {
        if (length > PROFILE_BYTES_MAX) {
            return false;
        }
        byte[] chunk = in.take(at, (int) length);
        int name = 0;
        while (name < chunk.length && chunk[name] != 0) {
            name++;
        }
        if (name + 2 >= chunk.length) {
            return false;
        }
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(chunk, name + 2, chunk.length - name - 2);
            byte[] some = new byte[CRC_BUFFER_BYTES];
            long size = 0;
            while (!inflater.finished() && size <= PROFILE_BYTES_MAX) {
                int count = inflater.inflate(some);
                if (count == 0) {
                    return false;
                }
                size += count;
            }
            return size <= PROFILE_BYTES_MAX;
        } catch (DataFormatException damaged) {
            return false;
        } finally {
            inflater.end();
        }
    }

    private static void requireSum(Bytes in, long at, long length) throws IOException {
        CRC32 sum = new CRC32();
        long end = at + 8 + length;
        for (long from = at + 4; from < end; ) {
            int count = (int) Math.min(CRC_BUFFER_BYTES, end - from);
            sum.update(in.take(from, count));
            from += count;
        }
        if (sum.getValue() != in.u32(end)) {
            throw FileRefusal.damaged("a sum does not hold");
        }
    }
}
