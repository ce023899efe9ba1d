package cms.platform.pictures.worker;

import cms.platform.files.FileKind;
import cms.platform.pictures.Engine;
import cms.platform.pictures.Fit;
import cms.platform.pictures.PictureFormat;
import cms.platform.pictures.Recipe;
import cms.platform.pictures.WorkResult;
import cms.platform.pictures.worker.colour.StatedColours;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The engine that uses libvips. */
final class VipsStudio implements PictureEngine {
    private static final int MEGAPIXELS_MAX = 100;
    private static final int SMALL = 64;
    private static final int SIDEWAYS = 5;

    /** Number of pixels above which a higher effort of the encoder costs more than its bytes are worth. */
    private static final long LARGE_PIXELS = 4_000_000;

    private static final int EFFORT = 4;
    private static final int LARGE_EFFORT = 2;
    private static final int AVIF_EFFORT = 2;
    private static final int AV1 = 4;

    private final Vips vips;
    private final Optional<Boolean> avif;

    /** @param avif whether this library writes AVIF, when it is known; finding out loads its encoder */
    VipsStudio(Vips vips, Optional<Boolean> avif) {
        this.vips = vips;
        this.avif = avif;
    }

    /** Describes the engine; writes a picture of one colour where it is not known whether it can encode AVIF. */
    @Override
    public Engine engine(String confinement, Path scratch) throws IOException {
        boolean writes = avif.isPresent() ? avif.get() : writesAvif(scratch);
        return new Engine(Engine.VIPS, vips.version(), writes, true, MEGAPIXELS_MAX, confinement);
    }

    @Override
    public List<WorkResult.Made> make(Path source, FileKind kind, List<Recipe> recipes, Path folder)
            throws IOException {
        List<WorkResult.Made> made = new ArrayList<>();
        try (Vips.ImageScope scope = vips.new ImageScope()) {
            Source still = null;
            for (Recipe recipe : recipes) {
                Path file = folder.resolve(Integer.toString(made.size()));
                if (recipe.animated() && recipe.format() == PictureFormat.WEBP && isAnimated(source, kind)) {
                    made.add(animated(source, recipe, file));
                    continue;
                }
                if (still == null) {
                    still = decoded(scope, source, kind, recipes);
                }
                MemorySegment picture = picture(scope, still, recipe);
                write(scope, picture, recipe, false, file);
                made.add(new WorkResult.Made(vips.width(picture), vips.height(picture), false));
            }
        }
        return made;
    }

    @Override
    public Pixels small(Path source, FileKind kind) throws IOException {
        Recipe recipe = new Recipe(PictureFormat.PNG, Fit.INSIDE, SMALL, SMALL, 0.5, 0.5, 100, true, false);
        try (Vips.ImageScope scope = vips.new ImageScope()) {
            Source still = decoded(scope, source, kind, List.of(recipe));
            return vips.pixels(scope.opaque(picture(scope, still, recipe)));
        }
    }

    /**
     * A source decoded once, in the largest size needed.
     *
     * @param width of the upright source in its own size
     */
    private record Source(MemorySegment image, int width, int height) {}

    private Source decoded(Vips.ImageScope scope, Path file, FileKind kind, List<Recipe> recipes) throws IOException {
        MemorySegment head = scope.open(file);
        boolean sideways = vips.orientation(head) >= SIDEWAYS;
        int width = sideways ? vips.frameHeight(head) : vips.width(head);
        int height = sideways ? vips.width(head) : vips.frameHeight(head);
        if ((long) width * height > MEGAPIXELS_MAX * 1_000_000L) {
            throw new IOException("more than " + MEGAPIXELS_MAX + " megapixels");
        }
        double scale = recipes.stream()
                .mapToDouble(recipe -> CropGeometry.of(recipe, width, height).scale())
                .max()
                .orElse(1);
        int toWidth = (int) Math.max(1, Math.round(width * scale));
        int toHeight = (int) Math.max(1, Math.round(height * scale));
        return new Source(
                decoded(scope, file, head, toWidth, toHeight, StatedColours.profile(file, kind)), width, height);
    }

    /** @param stated profile of the colours that the file states */
    private static MemorySegment decoded(
            Vips.ImageScope scope, Path file, MemorySegment head, int width, int height, Optional<byte[]> stated)
            throws IOException {
        if (stated.isEmpty()) {
            return scope.decode(file, head, width, height, "");
        }
        Path profile = Files.createTempFile("stated", ".icc");
        try {
            Files.write(profile, stated.get());
            return scope.decode(file, head, width, height, profile.toString());
        } finally {
            Files.delete(profile);
        }
    }

    private MemorySegment picture(Vips.ImageScope scope, Source source, Recipe recipe) throws IOException {
        int width = vips.width(source.image());
        int height = vips.height(source.image());
        CropGeometry cut = CropGeometry.of(recipe, source.width(), source.height())
                .scaled((double) width / source.width(), (double) height / source.height());
        return scope.within(cut(scope, source.image(), cut, 0, height), cut);
    }

    /** The part in the nearest whole pixels, scaled to its size. */
    private static MemorySegment cut(Vips.ImageScope scope, MemorySegment image, CropGeometry cut, int top, int height)
            throws IOException {
        int partWidth = (int) Math.max(1, Math.round(cut.width()));
        int partHeight = Math.clamp(Math.round(cut.height()), 1, height);
        int x = (int) Math.round(cut.x());
        int y = Math.clamp(Math.round(cut.y()), 0, height - partHeight);
        return scope.resized(scope.part(image, x, top + y, partWidth, partHeight), cut.toWidth(), cut.toHeight());
    }

    private boolean isAnimated(Path source, FileKind kind) throws IOException {
        if (kind != FileKind.GIF && kind != FileKind.WEBP) {
            return false;
        }
        try (Vips.ImageScope scope = vips.new ImageScope()) {
            return vips.frames(scope.open(source)) > 1;
        }
    }

    /** Makes an animation frame by frame: three hundred frames scaled at the same time take most of a gigabyte. */
    private WorkResult.Made animated(Path file, Recipe recipe, Path target) throws IOException {
        try (Vips.ImageScope scope = vips.new ImageScope()) {
            MemorySegment source = scope.openFrames(file);
            MemorySegment strip = scope.asProfiled(source);
            int height = vips.frameHeight(source);
            if ((long) vips.width(source) * vips.height(source) > MEGAPIXELS_MAX * 1_000_000L) {
                throw new IOException("more than " + MEGAPIXELS_MAX + " megapixels");
            }
            CropGeometry cut = CropGeometry.of(recipe, vips.width(source), height);
            List<MemorySegment> frames = new ArrayList<>();
            for (int i = 0; i < vips.height(source) / height; i++) {
                frames.add(frame(scope, strip, cut, i * height, height));
            }
            write(scope, scope.animation(frames, source), recipe, true, target);
            return new WorkResult.Made(cut.boxWidth(), cut.boxHeight(), true);
        }
    }

    private MemorySegment frame(Vips.ImageScope scope, MemorySegment strip, CropGeometry cut, int top, int height)
            throws IOException {
        if (cut.toWidth() == cut.width() && cut.toHeight() == cut.height()) {
            return scope.within(cut(scope, strip, cut, top, height), cut);
        }
        try (Vips.ImageScope once = vips.new ImageScope()) {
            return scope.inMemory(once.within(cut(once, strip, cut, top, height), cut));
        }
    }

    private void write(Vips.ImageScope scope, MemorySegment picture, Recipe recipe, boolean animated, Path file)
            throws IOException {
        MemorySegment written = recipe.format() == PictureFormat.JPEG ? scope.opaque(picture) : picture;
        vips.forgetFields(written, animated);
        switch (recipe.format()) {
            case WEBP -> {
                vips.save("vips_webpsave", written, file, webp(recipe, written));
                WebpTail.cut(file);
            }
            case AVIF -> vips.save("vips_heifsave", written, file, avif(recipe));
            case JPEG -> vips.save("vips_jpegsave", written, file, "Q", recipe.quality(), "interlace", 1);
            case PNG -> vips.save("vips_pngsave", written, file);
        }
    }

    private Object[] webp(Recipe recipe, MemorySegment picture) {
        boolean large = (long) vips.width(picture) * vips.height(picture) > LARGE_PIXELS;
        return new Object[] {
            "Q", recipe.quality(), "lossless", recipe.lossless() ? 1 : 0, "effort", large ? LARGE_EFFORT : EFFORT
        };
    }

    private static Object[] avif(Recipe recipe) {
        return new Object[] {
            "Q", recipe.quality(), "lossless", recipe.lossless() ? 1 : 0, "compression", AV1, "effort", AVIF_EFFORT
        };
    }

    private boolean writesAvif(Path scratch) throws IOException {
        Path file = scratch.resolve("avif");
        try (Vips.ImageScope scope = vips.new ImageScope()) {
            vips.save("vips_heifsave", scope.black(SMALL), file, "compression", AV1, "effort", 0);
            return true;
        } catch (IOException none) {
            return false;
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
