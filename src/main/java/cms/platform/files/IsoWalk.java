package cms.platform.files;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * AVIF and MP4, which share the box format (ISO/IEC 14496-12). No byte moves, because boxes contain offsets: parts left
 * out are blanked in place.
 */
final class IsoWalk implements Walker {
    private static final Set<String> VIDEO_BRANDS =
            Set.of("mp41", "mp42", "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "avc1", "dash", "M4V ", "mmp4");
    private static final Set<String> TOP =
            Set.of("ftyp", "styp", "moov", "moof", "mdat", "sidx", "ssix", "mfra", "pdin", "prft");
    private static final Set<String> CONTAINERS =
            Set.of("moov", "trak", "edts", "mdia", "minf", "dinf", "stbl", "mvex", "moof", "traf", "mfra");
    private static final Set<String> PRIVATE = Set.of("udta", "meta", "uuid", "free", "skip", "wide", "cprt", "loci");
    private static final Set<String> TRACKS = Set.of("vide", "soun", "pict", "auxv", "subt", "sbtl", "text", "clcp");
    private static final int BOXES_MAX = 100_000;
    private static final int DEPTH_MAX = 10;
    private static final int COMPRESSOR_AT = 50;
    private static final int COMPRESSOR_BYTES = 32;

    private int boxes;
    private int width;
    private int height;
    private long frames = 1;
    private boolean hasVideo;
    private boolean isAvif;

    /** A part of the file: where it begins, where its content begins, and where it ends. */
    record Box(String name, long at, long content, long end) {
        long contentBytes() {
            return end - content;
        }
    }

    @Override
    public FileFacts walk(Bytes in, LeanFile out) throws IOException {
        FileKind kind = kind(in);
        isAvif = kind == FileKind.AVIF;
        out.copy(0, in.size());
        boolean hasMovie = false;
        AvifItems items = null;
        for (long at = 0; at < in.size(); ) {
            Box box = box(in, at, in.size());
            if (box.name().equals("meta") && isAvif && items == null) {
                items = AvifItems.read(in, box, this);
            } else if (!TOP.contains(box.name())) {
                blank(out, box);
            } else if (CONTAINERS.contains(box.name())) {
                hasMovie |= box.name().equals("moov");
                children(in, out, box, 1);
            }
            at = box.end();
        }
        if (isAvif) {
            return avif(in, out, items);
        }
        if (!hasMovie || !hasVideo) {
            throw hasMovie ? FileRefusal.type() : FileRefusal.truncated();
        }
        return FileFacts.of(kind, width, height);
    }

    private FileFacts avif(Bytes in, LeanFile out, @Nullable AvifItems items) throws IOException {
        if (items == null || items.width() == 0) {
            throw FileRefusal.damaged("it holds no picture");
        }
        items.blank(in, out);
        FileRefusal.requireSize(items.width(), items.height(), frames);
        return new FileFacts(FileKind.AVIF, items.width(), items.height(), (int) frames, 1, items.hasAlpha(), false, 0);
    }

    private static FileKind kind(Bytes in) throws IOException {
        long end = Math.min(in.u32(0), 4_096);
        boolean video = false;
        for (long at = 8; at + 4 <= end; at += at == 8 ? 8 : 4) {
            String brand = in.name(at);
            if (brand.equals("avif") || brand.equals("avis")) {
                return FileKind.AVIF;
            }
            video |= VIDEO_BRANDS.contains(brand);
        }
        String major = in.name(8);
        if (!video || major.equals("qt  ") || major.startsWith("M4A") || major.startsWith("hei")) {
            throw FileRefusal.type();
        }
        return FileKind.MP4;
    }

    /** The box that begins at a place and ends within its parent. */
    Box box(Bytes in, long at, long parentEnd) throws IOException {
        if (++boxes > BOXES_MAX) {
            throw FileRefusal.damaged("it has too many parts");
        }
        if (at + 8 > parentEnd) {
            throw FileRefusal.truncated();
        }
        long size = in.u32(at);
        long content = at + 8;
        if (size == 1) {
            size = in.u64(at + 8);
            content = at + 16;
        } else if (size == 0) {
            size = parentEnd - at;
        }
        if (size < content - at || size > parentEnd - at) {
            throw FileRefusal.truncated();
        }
        return new Box(in.name(at + 4), at, content, at + size);
    }

    private void children(Bytes in, LeanFile out, Box parent, int depth) throws IOException {
        if (depth > DEPTH_MAX) {
            throw FileRefusal.damaged("its parts lie too deep in each other");
        }
        for (long at = parent.content(); at < parent.end(); ) {
            Box box = box(in, at, parent.end());
            if (PRIVATE.contains(box.name())) {
                blank(out, box);
            } else if (box.name().equals("trak") && !TRACKS.contains(handler(in, box, depth))) {
                blank(out, box);
            } else if (CONTAINERS.contains(box.name())) {
                children(in, out, box, depth + 1);
            } else {
                leaf(in, out, box);
            }
            at = box.end();
        }
    }

    private void leaf(Bytes in, LeanFile out, Box box) throws IOException {
        switch (box.name()) {
            case "hdlr" -> {
                if (box.contentBytes() > 24) {
                    out.blank(box.content() + 24, box.contentBytes() - 24); // may name the device
                }
            }
            case "tkhd" -> track(in, box);
            case "stsd" -> description(in, out, box);
            case "stsz" -> {
                if (isAvif && box.contentBytes() >= 12) {
                    frames = Math.max(frames, in.u32(box.content() + 8));
                }
            }
            default -> {}
        }
    }

    private void track(Bytes in, Box box) throws IOException {
        long at = box.content() + (in.u8(box.content()) == 1 ? 88 : 76);
        if (at + 8 > box.end()) {
            throw FileRefusal.truncated();
        }
        int w = (int) (in.u32(at) >> 16);
        int h = (int) (in.u32(at + 4) >> 16);
        if ((long) w * h > (long) width * height) {
            width = w;
            height = h;
        }
        hasVideo |= w > 0 && h > 0;
    }

    /** Blanks the name of the encoder in the description of a video. */
    private static void description(Bytes in, LeanFile out, Box box) throws IOException {
        long entry = box.content() + 8;
        boolean video = box.contentBytes() >= 8 + COMPRESSOR_AT + COMPRESSOR_BYTES
                && Set.of("avc1", "avc3", "hvc1", "hev1", "av01", "vp09", "mp4v")
                        .contains(in.name(entry + 4));
        if (video) {
            out.blank(entry + COMPRESSOR_AT, COMPRESSOR_BYTES);
        }
    }

    /** The kind of a track; empty where the file does not state it. */
    private String handler(Bytes in, Box track, int depth) throws IOException {
        for (long at = track.content(); at < track.end(); ) {
            Box box = box(in, at, track.end());
            if (box.name().equals("mdia") && depth < DEPTH_MAX) {
                return handler(in, box, depth + 1);
            }
            if (box.name().equals("hdlr") && box.contentBytes() >= 12) {
                return in.name(box.content() + 8);
            }
            at = box.end();
        }
        return "";
    }

    private static void blank(LeanFile out, Box box) throws IOException {
        out.writeAt(box.at() + 4, (byte) 'f', (byte) 'r', (byte) 'e', (byte) 'e');
        out.blank(box.content(), box.contentBytes());
    }
}
