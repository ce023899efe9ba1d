package cms.platform.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** JPEG: tables, frames and scans, the colour profile, Adobe's transform, and the orientation. */
final class JpegWalk implements Walker {
    private static final int SOF0 = 0xc0;
    private static final int SOF2 = 0xc2;
    private static final int DHT = 0xc4;
    private static final int SOF15 = 0xcf;
    private static final int JPG = 0xc8;
    private static final int DAC = 0xcc;
    private static final int RST0 = 0xd0;
    private static final int RST7 = 0xd7;
    private static final int EOI = 0xd9;
    private static final int SOS = 0xda;
    private static final int DQT = 0xdb;
    private static final int DRI = 0xdd;
    private static final int APP0 = 0xe0;
    private static final int APP1 = 0xe1;
    private static final int APP2 = 0xe2;
    private static final int APP14 = 0xee;
    private static final int APP15 = 0xef;
    private static final int COM = 0xfe;

    /**
     * Most scans of a picture, more than any camera or encoder writes; each scan of a progressive picture costs a pass
     * over all of it.
     */
    private static final int SCANS_MAX = 200;

    private static final int EXIF_BYTES_MAX = 65_536;
    private static final byte[] EXIF = "Exif\0\0".getBytes(StandardCharsets.US_ASCII);

    private int width;
    private int height;
    private int scans;
    private int orientation = 1;
    private boolean saidOrientation;

    @Override
    public FileFacts walk(Bytes in, LeanFile out) throws IOException {
        out.copy(0, 2);
        long at = 2;
        while (true) {
            if (in.u8(at) != 0xff) {
                throw FileRefusal.damaged("a part of it begins with no marker");
            }
            while (in.u8(at + 1) == 0xff) {
                at++;
            }
            int marker = in.u8(at + 1);
            if (marker == EOI) {
                out.write((byte) 0xff, (byte) EOI);
                break;
            }
            at = part(in, out, marker, at);
        }
        if (width == 0 || scans == 0) {
            throw FileRefusal.damaged("it holds no picture");
        }
        return new FileFacts(FileKind.JPEG, width, height, 1, orientation, false, false, 0);
    }

    /** Copies or skips the segment that begins with the marker; returns the offset of the next one. */
    private long part(Bytes in, LeanFile out, int marker, long at) throws IOException {
        if (marker == 0 || marker == 1 || marker >= RST0 && marker <= EOI) {
            throw FileRefusal.damaged("a marker stands where none can");
        }
        int length = in.u16(at + 2);
        if (length < 2) {
            throw FileRefusal.damaged("a part of it has no length");
        }
        long end = at + 2 + length;
        in.requireInside(at, 2L + length);
        if (isFrame(marker)) {
            frame(in, marker, at);
        }
        if (marker == APP1) {
            exif(in, out, at, length);
        } else if (isRetained(in, marker, at, length)) {
            out.copy(at, 2L + length);
        }
        return marker == SOS ? scan(in, out, end) : end;
    }

    private static boolean isFrame(int marker) {
        return marker >= SOF0 && marker <= SOF15 && marker != DHT && marker != JPG && marker != DAC;
    }

    private void frame(Bytes in, int marker, long at) throws IOException {
        if (marker > SOF2) {
            throw FileRefusal.type(); // lossless, hierarchical and arithmetic coding, which browsers do not show
        }
        if (width != 0) {
            throw FileRefusal.damaged("it holds two pictures");
        }
        int components = in.u8(at + 9);
        if (in.u8(at + 4) != 8 || components != 1 && components != 3 && components != 4) {
            throw FileRefusal.type();
        }
        height = in.u16(at + 5);
        width = in.u16(at + 7);
        FileRefusal.requireSize(width, height, 1);
    }

    private static boolean isRetained(Bytes in, int marker, long at, int length) throws IOException {
        return switch (marker) {
            case DQT, DHT, DRI, SOS, SOF0, SOF0 + 1, SOF2 -> true;
            case APP0 -> hasName(in, at, length, "JFIF\0");
            case APP2 -> hasName(in, at, length, "ICC_PROFILE\0");
            case APP14 -> hasName(in, at, length, "Adobe");
            default -> {
                if (marker < APP0 || marker > APP15 && marker != COM) {
                    throw FileRefusal.damaged("it has a part that nobody knows");
                }
                yield false;
            }
        };
    }

    private static boolean hasName(Bytes in, long at, int length, String name) throws IOException {
        return length >= 2 + name.length() && in.startsWith(at + 4, name.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void exif(Bytes in, LeanFile out, long at, int length) throws IOException {
        if (saidOrientation || length < 2 + EXIF.length || !in.startsWith(at + 4, EXIF)) {
            return;
        }
        int size = Math.min(EXIF_BYTES_MAX, length - 2 - EXIF.length);
        orientation = Exif.orientation(in.take(at + 4 + EXIF.length, size));
        saidOrientation = true;
        if (orientation != 1) {
            byte[] stated = Exif.stating(orientation);
            int written = 2 + EXIF.length + stated.length;
            out.write((byte) 0xff, (byte) APP1, (byte) (written >> 8), (byte) written);
            out.write(EXIF);
            out.write(stated);
        }
    }

    /** Copies the coded pixels after the head of a scan; returns the offset of the next marker. */
    private long scan(Bytes in, LeanFile out, long from) throws IOException {
        if (width == 0 || ++scans > SCANS_MAX) {
            throw FileRefusal.damaged("its scans make no picture");
        }
        long at = from;
        while (true) {
            at = in.find(0xff, at);
            int next = in.u8(at + 1);
            boolean coded = next == 0 || next >= RST0 && next <= RST7;
            if (!coded && next != 0xff) {
                out.copy(from, at - from);
                return at;
            }
            at += next == 0xff ? 1 : 2;
        }
    }
}
