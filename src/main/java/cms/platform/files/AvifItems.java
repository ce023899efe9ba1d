package cms.platform.files;

import cms.platform.files.IsoWalk.Box;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The items of an AVIF file: its picture, and its metadata (Exif, XMP), which is blanked. */
final class AvifItems {
    private static final Set<String> SAID = Set.of("Exif", "mime", "uri ");
    private static final int ITEMS_MAX = 10_000;
    private static final int EXTENTS_MAX = 100_000;
    private static final int FULL_BOX_BYTES = 4;

    private final Set<Long> said = new HashSet<>();
    private final List<Extent> extents = new ArrayList<>();
    private long dataAt;
    private long dataEnd;
    private int width;
    private int height;
    private boolean alpha;

    /** A part of an item: in the file, or in the data stored with the description. */
    private record Extent(long item, boolean inData, long from, long count) {}

    private AvifItems() {}

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    boolean hasAlpha() {
        return alpha;
    }

    static AvifItems read(Bytes in, Box meta, IsoWalk boxes) throws IOException {
        AvifItems items = new AvifItems();
        Box locations = null;
        for (long at = meta.content() + FULL_BOX_BYTES; at < meta.end(); ) {
            Box box = boxes.box(in, at, meta.end());
            switch (box.name()) {
                case "iinf" -> items.infos(in, box, boxes);
                case "iprp" -> items.properties(in, box, boxes, true);
                case "idat" -> {
                    items.dataAt = box.content();
                    items.dataEnd = box.end();
                }
                case "iloc" -> locations = box;
                default -> {}
            }
            at = box.end();
        }
        if (locations == null) {
            throw FileRefusal.damaged("it holds no picture");
        }
        items.locations(in, locations);
        return items;
    }

    /** Blanks the metadata, which is not longer than the file; the picture itself must be in the file. */
    void blank(Bytes in, LeanFile out) throws IOException {
        long left = in.size();
        for (Extent extent : extents) {
            long from = extent.inData() ? dataAt + extent.from() : extent.from();
            in.requireInside(from, extent.count());
            if (extent.inData() && from + extent.count() > dataEnd) {
                throw FileRefusal.truncated();
            }
            if (said.contains(extent.item())) {
                left -= extent.count();
                if (left < 0) {
                    throw FileRefusal.damaged("its parts lie over each other");
                }
                out.blank(from, extent.count());
            }
        }
    }

    private void infos(Bytes in, Box box, IsoWalk boxes) throws IOException {
        boolean wide = in.u8(box.content()) != 0;
        long at = box.content() + FULL_BOX_BYTES + (wide ? 4 : 2);
        while (at < box.end()) {
            Box info = boxes.box(in, at, box.end());
            int version = in.u8(info.content());
            if (info.name().equals("infe") && version >= 2) {
                boolean wideId = version > 2;
                long id = wideId ? in.u32(info.content() + 4) : in.u16(info.content() + 4);
                if (SAID.contains(in.name(info.content() + (wideId ? 10 : 8)))) {
                    said.add(id);
                }
            }
            at = info.end();
        }
    }

    /** @param isOuter whether it may hold the container of properties, which holds no other */
    private void properties(Bytes in, Box box, IsoWalk boxes, boolean isOuter) throws IOException {
        for (long at = box.content(); at < box.end(); ) {
            Box child = boxes.box(in, at, box.end());
            if (isOuter && child.name().equals("ipco")) {
                properties(in, child, boxes, false);
            } else if (child.name().equals("ispe") && child.contentBytes() >= 12) {
                size(in.u32(child.content() + 4), in.u32(child.content() + 8));
            } else if (child.name().equals("auxC")) {
                alpha |= in.text(child.content() + 4, (int) Math.min(100, child.contentBytes() - 4))
                        .contains("alpha");
            }
            at = child.end();
        }
    }

    private void size(long w, long h) {
        if (w > Integer.MAX_VALUE || h > Integer.MAX_VALUE) {
            throw FileRefusal.pixels();
        }
        FileRefusal.requireSize((int) w, (int) h, 1);
        if (w * h > (long) width * height) {
            width = (int) w;
            height = (int) h;
        }
    }

    private void locations(Bytes in, Box box) throws IOException {
        Fields fields = new Fields(in, box);
        int version = (int) fields.number(1);
        fields.number(3);
        int sizes = (int) fields.number(2);
        int offsetBytes = sizes >> 12;
        int lengthBytes = sizes >> 8 & 15;
        int baseBytes = sizes >> 4 & 15;
        int indexBytes = version > 0 ? sizes & 15 : 0;
        long count = fields.number(version < 2 ? 2 : 4);
        if (count > ITEMS_MAX) {
            throw FileRefusal.damaged("it has too many parts");
        }
        for (long i = 0; i < count; i++) {
            long id = fields.number(version < 2 ? 2 : 4);
            int method = version > 0 ? (int) fields.number(2) & 15 : 0;
            fields.number(2);
            long base = fields.number(baseBytes);
            long parts = fields.number(2);
            for (long part = 0; part < parts; part++) {
                fields.number(indexBytes);
                long from = base + fields.number(offsetBytes);
                long bytes = fields.number(lengthBytes);
                if (method > 1 || extents.size() == EXTENTS_MAX) {
                    throw FileRefusal.damaged("its parts lie where nobody finds them");
                }
                extents.add(new Extent(id, method == 1, from, bytes));
            }
        }
    }

    /** Numbers of several lengths, one after the other. */
    private static final class Fields {
        private final Bytes in;
        private final long end;
        private long at;

        Fields(Bytes in, Box box) {
            this.in = in;
            this.at = box.content();
            this.end = box.end();
        }

        long number(int bytes) throws IOException {
            if (bytes > 8 || at + bytes > end) {
                throw FileRefusal.truncated();
            }
            long number = 0;
            for (int i = 0; i < bytes; i++) {
                number = number << 8 | in.u8(at++);
            }
            return number;
        }
    }
}
