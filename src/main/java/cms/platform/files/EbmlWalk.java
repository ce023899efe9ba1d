package cms.platform.files;

import java.io.IOException;

/** WebM (EBML): tags, attachments and titles are overwritten as void elements in place; no byte moves. */
final class EbmlWalk implements Walker {
    private static final long DOC_TYPE = 0x4282;
    private static final long SEGMENT = 0x18538067L;
    private static final long INFO = 0x1549a966L;
    private static final long TRACKS = 0x1654ae6bL;
    private static final long TRACK = 0xae;
    private static final long VIDEO = 0xe0;
    private static final long PIXEL_WIDTH = 0xb0;
    private static final long PIXEL_HEIGHT = 0xba;
    private static final long CLUSTER = 0x1f43b675L;
    private static final long TAGS = 0x1254c367L;
    private static final long ATTACHMENTS = 0x1941a469L;
    private static final long CHAPTERS = 0x1043a770L;
    private static final int VOID = 0xec;
    private static final int ELEMENTS_MAX = 2_000_000;
    private static final int DEPTH_MAX = 8;

    private int elements;
    private int width;
    private int height;
    private boolean hasTracks;

    /**
     * @param unknown whether its length is not stated, so that it extends to the end of the file or the next of its
     *     kind
     */
    private record Element(long id, long at, long content, long end, boolean unknown) {}

    @Override
    public FileFacts walk(Bytes in, LeanFile out) throws IOException {
        Element head = element(in, 0, in.size());
        requireWebm(in, head);
        Element segment = element(in, head.end(), in.size());
        if (segment.id() != SEGMENT) {
            throw FileRefusal.damaged("it has no segment");
        }
        out.copy(0, segment.end());
        segment(in, out, segment);
        if (!hasTracks || width == 0) {
            throw hasTracks ? FileRefusal.type() : FileRefusal.truncated();
        }
        return FileFacts.of(FileKind.WEBM, width, height);
    }

    private void requireWebm(Bytes in, Element head) throws IOException {
        for (long at = head.content(); at < head.end(); ) {
            Element child = element(in, at, head.end());
            if (child.id() == DOC_TYPE
                    && child.end() - child.content() <= 16
                    && in.text(child.content(), (int) (child.end() - child.content()))
                            .replace("\0", "")
                            .equals("webm")) {
                return;
            }
            at = child.end();
        }
        throw FileRefusal.type();
    }

    private void segment(Bytes in, LeanFile out, Element segment) throws IOException {
        for (long at = segment.content(); at < segment.end(); ) {
            Element child = element(in, at, segment.end());
            if (child.id() == TAGS || child.id() == ATTACHMENTS || child.id() == CHAPTERS || child.id() == VOID) {
                blank(out, child);
            } else if (child.id() == INFO) {
                texts(in, out, child, 1);
            } else if (child.id() == TRACKS) {
                hasTracks = true;
                texts(in, out, child, 1);
            }
            // A cluster of unknown length is walked through like its parent.
            at = child.unknown() && child.id() == CLUSTER ? child.content() : child.end();
        }
    }

    /** Blanks names of titles, devices and programs; reads the size of the video. */
    private void texts(Bytes in, LeanFile out, Element parent, int depth) throws IOException {
        if (depth > DEPTH_MAX) {
            throw FileRefusal.damaged("its parts lie too deep in each other");
        }
        for (long at = parent.content(); at < parent.end(); ) {
            Element child = element(in, at, parent.end());
            switch ((int) child.id()) {
                case 0x7ba9, 0x4d80, 0x5741, 0x7384, 0x4461, 0x536e, 0x73a4 ->
                    out.blank(child.content(), child.end() - child.content());
                case (int) TRACK, (int) VIDEO -> texts(in, out, child, depth + 1);
                case (int) PIXEL_WIDTH -> width = Math.max(width, number(in, child));
                case (int) PIXEL_HEIGHT -> height = Math.max(height, number(in, child));
                default -> {}
            }
            at = child.end();
        }
    }

    private static int number(Bytes in, Element element) throws IOException {
        if (element.end() - element.content() > 3) {
            throw FileRefusal.damaged("it states no size");
        }
        int number = 0;
        for (long at = element.content(); at < element.end(); at++) {
            number = number << 8 | in.u8(at);
        }
        return number;
    }

    private Element element(Bytes in, long at, long parentEnd) throws IOException {
        if (++elements > ELEMENTS_MAX) {
            throw FileRefusal.damaged("it has too many parts");
        }
        int idBytes = Integer.numberOfLeadingZeros(in.u8(at)) - 23;
        if (idBytes > 4) {
            throw FileRefusal.damaged("a part of it has no name");
        }
        long id = 0;
        for (int i = 0; i < idBytes; i++) {
            id = id << 8 | in.u8(at + i);
        }
        long sizeAt = at + idBytes;
        int sizeBytes = Integer.numberOfLeadingZeros(in.u8(sizeAt)) - 23;
        if (sizeBytes > 8) {
            throw FileRefusal.damaged("a part of it has no length");
        }
        long size = in.u8(sizeAt) & (0xff >> sizeBytes);
        for (int i = 1; i < sizeBytes; i++) {
            size = size << 8 | in.u8(sizeAt + i);
        }
        long content = sizeAt + sizeBytes;
        boolean unknown = size == (1L << 7 * sizeBytes) - 1;
        long end = unknown ? parentEnd : content + size;
        boolean mayBeUnknown = id == SEGMENT || id == CLUSTER;
        if (unknown && !mayBeUnknown || end < content || end > parentEnd) {
            throw FileRefusal.truncated();
        }
        return new Element(id, at, content, end, unknown);
    }

    /** Turns an element into a void one of the same length. */
    private static void blank(LeanFile out, Element element) throws IOException {
        long total = element.end() - element.at();
        byte[] head;
        if (total >= 9) {
            long size = total - 9;
            head = new byte[9];
            head[0] = (byte) VOID;
            head[1] = 1;
            for (int i = 0; i < 7; i++) {
                head[8 - i] = (byte) (size >> 8 * i);
            }
        } else {
            head = new byte[] {(byte) VOID, (byte) (0x80 | (total - 2))};
        }
        out.blank(element.at(), total);
        out.writeAt(element.at(), head);
    }
}
