package cms.platform.pictures.worker;

import static cms.platform.pictures.worker.NativeCalls.OPTIONAL;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The functions of libvips that are used here (libvips.org/API). An image is an address; an {@link ImageScope} frees
 * all images that were made for one order.
 */
final class Vips {
    /** Names of the enums of libvips. */
    static final int SIZE_FORCE = 3;

    private static final int FAIL_ON_ERROR = 2;
    private static final int ACCESS_SEQUENTIAL = 1;
    private static final int INTERPRETATION_SRGB = 22;
    private static final int EXTEND_BLACK = 0;
    private static final int ERROR_LENGTH_MAX = 300;

    private static final String WIDTH = "vips_image_get_width";
    private static final String HEIGHT = "vips_image_get_height";
    private static final String BANDS = "vips_image_get_bands";

    /** Metadata fields that turn a tall image into frames. */
    private static final Set<String> OF_ANIMATION = Set.of("page-height", "n-pages", "delay", "loop");

    private final NativeCalls calls;

    /** @throws IllegalStateException for a library that is too old or fails to start */
    Vips(Path library) {
        this.calls = new NativeCalls(library);
        if (!calls.has("vips_block_untrusted_set")) {
            throw new IllegalStateException("libvips 8.13 or newer is needed");
        }
        if (calls.number("vips_init", "cms") != 0) {
            throw new IllegalStateException(error());
        }
        calls.run("vips_block_untrusted_set", 1);
        calls.run("vips_cache_set_max", 0);
        calls.run("vips_concurrency_set", 1);
    }

    String version() {
        return Stream.of(0, 1, 2)
                .map(part -> Integer.toString(calls.number("vips_version", part)))
                .reduce((a, b) -> a + "." + b)
                .orElse("");
    }

    /** The images of one order. */
    final class ImageScope implements AutoCloseable {
        private final List<MemorySegment> images = new ArrayList<>();

        @Override
        public void close() {
            images.reversed().forEach(image -> calls.run("g_object_unref", image));
        }

        /** A square of one colour. */
        MemorySegment black(int side) throws IOException {
            return made(out -> calls.number("vips_black", out, side, side, OPTIONAL, "bands", 3));
        }

        /** A file whose pixels are not read yet. */
        MemorySegment open(Path file) throws IOException {
            return keep(calls.address("vips_image_new_from_file", file.toString(), OPTIONAL, "fail_on", FAIL_ON_ERROR));
        }

        /** All frames of a file, one below the other, to be read once from top to bottom. */
        MemorySegment openFrames(Path file) throws IOException {
            return keep(calls.address(
                    "vips_image_new_from_file",
                    file.toString(),
                    OPTIONAL,
                    "n",
                    -1,
                    "access",
                    ACCESS_SEQUENTIAL,
                    "fail_on",
                    FAIL_ON_ERROR));
        }

        /**
         * Decodes a file into memory: upright, in sRGB, of exactly that size.
         *
         * @param profile colour profile for a file without one of its own; empty text for sRGB
         */
        MemorySegment decode(Path file, MemorySegment head, int width, int height, String profile) throws IOException {
            List<Object> arguments = new ArrayList<>(
                    List.of(width, OPTIONAL, "height", height, "size", SIZE_FORCE, "fail_on", FAIL_ON_ERROR));
            if (!profile.isEmpty()) {
                arguments.addAll(List.of("import_profile", profile));
            }
            if (hasProfile(head) || !profile.isEmpty()) {
                // Without a profile of its own a picture would be converted to another white point.
                arguments.addAll(List.of("export_profile", "srgb"));
            }
            MemorySegment image = made(out -> calls.number(
                    "vips_thumbnail",
                    Stream.concat(Stream.of(file.toString(), out), arguments.stream())
                            .toArray()));
            return inMemory(inSrgb(image));
        }

        /** A copy in memory, computed now. */
        MemorySegment inMemory(MemorySegment image) throws IOException {
            return keep(calls.address("vips_image_copy_memory", image));
        }

        /** The image converted to sRGB, from its profile where it has one. */
        MemorySegment asProfiled(MemorySegment image) throws IOException {
            return inSrgb(
                    hasProfile(image)
                            ? made(out ->
                                    calls.number("vips_icc_transform", image, out, "srgb", OPTIONAL, "embedded", 1))
                            : image);
        }

        MemorySegment inSrgb(MemorySegment image) throws IOException {
            return calls.number("vips_image_get_interpretation", image) == INTERPRETATION_SRGB
                    ? image
                    : made(out -> calls.number("vips_colourspace", image, out, INTERPRETATION_SRGB, OPTIONAL));
        }

        MemorySegment part(MemorySegment image, int x, int y, int width, int height) throws IOException {
            return x == 0 && y == 0 && width == width(image) && height == height(image)
                    ? image
                    : made(out -> calls.number("vips_extract_area", image, out, x, y, width, height, OPTIONAL));
        }

        MemorySegment resized(MemorySegment image, int width, int height) throws IOException {
            return width == width(image) && height == height(image)
                    ? image
                    : made(out -> calls.number(
                            "vips_thumbnail_image", image, out, width, OPTIONAL, "height", height, "size", SIZE_FORCE));
        }

        /** The image in a larger box, whose rest is transparent. */
        MemorySegment within(MemorySegment image, CropGeometry cut) throws IOException {
            if (!cut.isPadded()) {
                return image;
            }
            MemorySegment clear =
                    hasAlpha(image) ? image : made(out -> calls.number("vips_addalpha", image, out, OPTIONAL));
            return made(out -> calls.number(
                    "vips_embed",
                    clear,
                    out,
                    cut.left(),
                    cut.top(),
                    cut.boxWidth(),
                    cut.boxHeight(),
                    OPTIONAL,
                    "extend",
                    EXTEND_BLACK));
        }

        /** The image on a white background, without transparency. */
        MemorySegment opaque(MemorySegment image) throws IOException {
            if (!hasAlpha(image)) {
                return image;
            }
            try (Arena arena = Arena.ofConfined()) {
                double[] white = {255, 255, 255};
                MemorySegment ground = calls.address(
                        "vips_array_double_new", arena.allocateFrom(ValueLayout.JAVA_DOUBLE, white), white.length);
                try {
                    return made(out -> calls.number("vips_flatten", image, out, OPTIONAL, "background", ground));
                } finally {
                    calls.run("vips_area_unref", ground);
                }
            }
        }

        /** An animation of frames one below the other, with the timing and the loops of {@code source}. */
        MemorySegment animation(List<MemorySegment> frames, MemorySegment source) throws IOException {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment all = arena.allocate(ValueLayout.ADDRESS, frames.size());
                for (int i = 0; i < frames.size(); i++) {
                    all.setAtIndex(ValueLayout.ADDRESS, i, frames.get(i));
                }
                MemorySegment joined =
                        made(out -> calls.number("vips_arrayjoin", all, out, frames.size(), OPTIONAL, "across", 1));
                calls.run("vips_image_set_int", joined, "page-height", height(frames.getFirst()));
                return joined;
            }
        }

        private interface VipsOperation {
            int into(MemorySegment out);
        }

        private MemorySegment made(VipsOperation operation) throws IOException {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment out = arena.allocate(ValueLayout.ADDRESS);
                if (operation.into(out) != 0) {
                    throw new IOException(error());
                }
                return keep(out.get(ValueLayout.ADDRESS, 0));
            }
        }

        private MemorySegment keep(MemorySegment image) throws IOException {
            if (image.equals(MemorySegment.NULL)) {
                throw new IOException(error());
            }
            images.add(image);
            return image;
        }
    }

    int width(MemorySegment image) {
        return calls.number(WIDTH, image);
    }

    int height(MemorySegment image) {
        return calls.number(HEIGHT, image);
    }

    int frameHeight(MemorySegment image) {
        return calls.number("vips_image_get_page_height", image);
    }

    /** The orientation, 1 to 8 (Exif 2.3). */
    int orientation(MemorySegment image) {
        return calls.number("vips_image_get_orientation", image);
    }

    /** Number of frames of a file, however many were read. */
    int frames(MemorySegment image) {
        return calls.number("vips_image_get_n_pages", image);
    }

    private boolean hasProfile(MemorySegment image) {
        return !calls.address("vips_image_get_typeof", image, "icc-profile-data")
                .equals(MemorySegment.NULL);
    }

    boolean hasAlpha(MemorySegment image) {
        return calls.number("vips_image_hasalpha", image) != 0;
    }

    /** Removes every metadata field that a saver might write; those of an animation stay when {@code animated}. */
    void forgetFields(MemorySegment image, boolean animated) {
        MemorySegment names = calls.address("vips_image_get_fields", image);
        MemorySegment all = NativeCalls.bytes(names, Long.MAX_VALUE);
        for (long i = 0; !all.getAtIndex(ValueLayout.ADDRESS, i).equals(MemorySegment.NULL); i++) {
            String name = NativeCalls.text(all.getAtIndex(ValueLayout.ADDRESS, i));
            if (!(animated && OF_ANIMATION.contains(name))) {
                // Fields that every image has, such as its width, cannot be removed.
                calls.number("vips_image_remove", image, name);
            }
        }
        calls.run("g_strfreev", names);
    }

    /**
     * @param saver such as {@code vips_webpsave}
     * @param options names and values
     */
    void save(String saver, MemorySegment image, Path file, Object... options) throws IOException {
        Object[] arguments = Stream.concat(
                        Stream.of(image, file.toString(), OPTIONAL, "strip", 1), Arrays.stream(options))
                .toArray();
        if (calls.number(saver, arguments) != 0) {
            throw new IOException(error());
        }
    }

    /** The pixels of a small image without transparency. */
    Pixels pixels(MemorySegment image) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment length = arena.allocate(ValueLayout.JAVA_LONG);
            MemorySegment bytes = calls.address("vips_image_write_to_memory", image, length);
            if (bytes.equals(MemorySegment.NULL)) {
                throw new IOException(error());
            }
            MemorySegment all = NativeCalls.bytes(bytes, length.get(ValueLayout.JAVA_LONG, 0));
            int bands = calls.number(BANDS, image);
            Pixels pixels = new Pixels(width(image), height(image), false);
            for (int i = 0; i < pixels.argb().length; i++) {
                int r = all.get(ValueLayout.JAVA_BYTE, (long) i * bands) & 255;
                int g = all.get(ValueLayout.JAVA_BYTE, (long) i * bands + 1) & 255;
                int b = all.get(ValueLayout.JAVA_BYTE, (long) i * bands + 2) & 255;
                pixels.argb()[i] = 0xff000000 | r << 16 | g << 8 | b;
            }
            calls.run("g_free", bytes);
            return pixels;
        }
    }

    private String error() {
        String text = NativeCalls.text(calls.address("vips_error_buffer")).strip();
        calls.run("vips_error_clear");
        return text.substring(0, Math.min(text.length(), ERROR_LENGTH_MAX));
    }
}
