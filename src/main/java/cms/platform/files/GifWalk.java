package cms.platform.files;

import java.io.IOException;

/** GIF: frames, palettes, and how often an animation repeats. */
final class GifWalk implements Walker {
    private static final int HEAD_BYTES = 13;
    private static final int IMAGE = 0x2c;
    private static final int EXTENSION = 0x21;
    private static final int END = 0x3b;
    private static final int CONTROL = 0xf9;
    private static final int APPLICATION = 0xff;

    private int width;
    private int height;
    private int frames;
    private boolean alpha;
    private long controlAt = -1;

    @Override
    public FileFacts walk(Bytes in, LeanFile out) throws IOException {
        width = in.u16le(6);
        height = in.u16le(8);
        FileRefusal.requireSize(width, height, 1);
        long at = (long) HEAD_BYTES + paletteBytes(in.u8(10));
        out.copy(0, at);
        while (true) {
            int block = in.u8(at);
            if (block == END) {
                break;
            }
            at = switch (block) {
                case IMAGE -> image(in, out, at);
                case EXTENSION -> extension(in, out, at);
                default -> throw FileRefusal.damaged("it has a part that nobody knows");
            };
        }
        if (frames == 0) {
            throw FileRefusal.damaged("it holds no picture");
        }
        out.write((byte) END);
        return new FileFacts(FileKind.GIF, width, height, frames, 1, alpha, frames == 1, 0);
    }

    private long image(Bytes in, LeanFile out, long at) throws IOException {
        int right = in.u16le(at + 1) + in.u16le(at + 5);
        int bottom = in.u16le(at + 3) + in.u16le(at + 7);
        if (right > width || bottom > height) {
            throw FileRefusal.damaged("a frame is larger than the picture");
        }
        FileRefusal.requireSize(width, height, ++frames);
        if (controlAt >= 0) {
            out.copy(controlAt, 8);
            controlAt = -1;
        }
        long end = skip(in, at + 10 + paletteBytes(in.u8(at + 9)) + 1);
        out.copy(at, end - at);
        return end;
    }

    private long extension(Bytes in, LeanFile out, long at) throws IOException {
        int label = in.u8(at + 1);
        long end = skip(in, at + 2);
        if (label == CONTROL) {
            if (end - at != 8) {
                throw FileRefusal.damaged("the control of a frame has another length");
            }
            alpha |= (in.u8(at + 3) & 1) == 1;
            controlAt = at;
        } else if (label == APPLICATION && in.u8(at + 2) == 11 && end - at == 19) {
            String name = in.text(at + 3, 11);
            if (name.equals("NETSCAPE2.0") || name.equals("ANIMEXTS1.0")) {
                out.copy(at, end - at);
            }
        }
        return end;
    }

    /** The offset after a sequence of blocks that ends with an empty one. */
    private static long skip(Bytes in, long from) throws IOException {
        long at = from;
        int length = in.u8(at);
        while (length != 0) {
            at += 1 + length;
            length = in.u8(at);
        }
        return at + 1;
    }

    private static int paletteBytes(int flags) {
        return (flags & 0x80) == 0 ? 0 : 3 * (2 << (flags & 7));
    }
}
