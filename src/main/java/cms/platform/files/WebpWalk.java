package cms.platform.files;

import java.io.IOException;

/** WebP: the picture or its frames, transparency and the colour profile. */
final class WebpWalk implements Walker {
    private static final int HEAD_BYTES = 12;
    private static final int EXIF_AND_XMP = 0x0c;
    private static final int FRAME_HEAD_BYTES = 16;
    private static final int SHORT_EDGE = 0x3fff;

    private int width;
    private int height;
    private int frames;
    private boolean alpha;
    private boolean lossless;
    private boolean hasPicture;

    @Override
    public FileFacts walk(Bytes in, LeanFile out) throws IOException {
        long end = 8 + in.u32le(4);
        in.requireInside(0, end);
        out.copy(0, HEAD_BYTES);
        long at = HEAD_BYTES;
        while (at < end) {
            String name = in.name(at);
            long length = in.u32le(at + 4);
            long padded = length + (length & 1);
            if (length > end - at - 8) {
                throw FileRefusal.truncated();
            }
            keep(in, out, name, at, length);
            at += 8 + padded;
        }
        if (!hasPicture) {
            throw FileRefusal.damaged("it holds no picture");
        }
        long size = out.written() - 8;
        out.writeAt(4, (byte) size, (byte) (size >> 8), (byte) (size >> 16), (byte) (size >> 24));
        return new FileFacts(FileKind.WEBP, width, height, Math.max(1, frames), 1, alpha, lossless, 0);
    }

    private void keep(Bytes in, LeanFile out, String name, long at, long length) throws IOException {
        switch (name) {
            case "VP8X" -> extended(in, out, at, length);
            case "VP8 ", "VP8L" -> {
                still(in, name, at, length);
                copy(out, at, length);
            }
            case "ALPH" -> {
                alpha = true;
                copy(out, at, length);
            }
            case "ANIM", "ICCP" -> copy(out, at, length);
            case "ANMF" -> frame(in, out, at, length);
            default -> {}
        }
    }

    private static void copy(LeanFile out, long at, long length) throws IOException {
        out.copy(at, 8 + length);
        if ((length & 1) == 1) {
            out.write((byte) 0);
        }
    }

    private void extended(Bytes in, LeanFile out, long at, long length) throws IOException {
        if (length != 10 || width != 0) {
            throw FileRefusal.damaged("its head has another length");
        }
        int flags = in.u8(at + 8);
        alpha = (flags & 0x10) != 0;
        width = in.u24le(at + 12) + 1;
        height = in.u24le(at + 15) + 1;
        FileRefusal.requireSize(width, height, 1);
        long from = out.written();
        copy(out, at, length);
        out.writeAt(from + 8, (byte) (flags & ~EXIF_AND_XMP), (byte) 0, (byte) 0, (byte) 0);
    }

    private void still(Bytes in, String name, long at, long length) throws IOException {
        if (hasPicture) {
            throw FileRefusal.damaged("it holds two pictures");
        }
        int[] size = size(in, name, at, length);
        if (width == 0) {
            width = size[0];
            height = size[1];
        } else if (width != size[0] || height != size[1]) {
            throw FileRefusal.damaged("it states two sizes");
        }
        FileRefusal.requireSize(width, height, 1);
        lossless = name.equals("VP8L");
        hasPicture = true;
    }

    /** Width and height of a coded picture. */
    private static int[] size(Bytes in, String name, long at, long length) throws IOException {
        if (length < 10) {
            throw FileRefusal.truncated();
        }
        if (name.equals("VP8 ")) {
            if (in.u24le(at + 11) != 0x2a019d) {
                throw FileRefusal.damaged("its picture has no beginning");
            }
            return new int[] {in.u16le(at + 14) & SHORT_EDGE, in.u16le(at + 16) & SHORT_EDGE};
        }
        if (in.u8(at + 8) != 0x2f) {
            throw FileRefusal.damaged("its picture has no beginning");
        }
        long bits = in.u32le(at + 9);
        return new int[] {(int) (bits & SHORT_EDGE) + 1, (int) (bits >> 14 & SHORT_EDGE) + 1};
    }

    /** Copies a frame: its position and its picture; other parts of it are left out. */
    private void frame(Bytes in, LeanFile out, long at, long length) throws IOException {
        if (width == 0 || length < FRAME_HEAD_BYTES) {
            throw FileRefusal.damaged("a frame stands where none can");
        }
        FileRefusal.requireSize(width, height, ++frames);
        long right = 2L * in.u24le(at + 8) + in.u24le(at + 14) + 1;
        long bottom = 2L * in.u24le(at + 11) + in.u24le(at + 17) + 1;
        if (right > width || bottom > height) {
            throw FileRefusal.damaged("a frame is larger than the picture");
        }
        long head = out.written();
        out.copy(at, 8 + FRAME_HEAD_BYTES);
        long end = at + 8 + length;
        boolean coded = false;
        for (long inner = at + 8 + FRAME_HEAD_BYTES; inner < end; ) {
            long innerLength = in.u32le(inner + 4);
            if (innerLength > end - inner - 8) {
                throw FileRefusal.truncated();
            }
            String name = in.name(inner);
            boolean picture = name.equals("VP8 ") || name.equals("VP8L");
            if (picture) {
                size(in, name, inner, innerLength);
                coded = true;
            }
            if (picture || name.equals("ALPH")) {
                copy(out, inner, innerLength);
            }
            inner += 8 + innerLength + (innerLength & 1);
        }
        if (!coded) {
            throw FileRefusal.damaged("a frame holds no picture");
        }
        hasPicture = true;
        long size = out.written() - head - 8;
        out.writeAt(head + 4, (byte) size, (byte) (size >> 8), (byte) (size >> 16), (byte) (size >> 24));
    }
}
