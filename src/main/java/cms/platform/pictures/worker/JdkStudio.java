package cms.platform.pictures.worker;

import cms.platform.files.FileKind;
import cms.platform.pictures.Engine;
import cms.platform.pictures.Fit;
import cms.platform.pictures.PictureFormat;
import cms.platform.pictures.Recipe;
import cms.platform.pictures.WorkResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The engine without libvips: ImageIO of the JDK, with a WebP library. */
final class JdkStudio implements PictureEngine {
    private static final int MEGAPIXELS_MAX = Engine.IMAGE_IO_MEGAPIXELS_MAX;
    private static final int SMALL = 64;
    private static final Recipe SMALL_RECIPE =
            new Recipe(PictureFormat.PNG, Fit.INSIDE, SMALL, SMALL, 0.5, 0.5, 100, true, false);

    @Override
    public Engine engine(String confinement, Path scratch) {
        return new Engine(Engine.IMAGE_IO, Runtime.version().feature() + "", false, false, MEGAPIXELS_MAX, confinement);
    }

    @Override
    public List<WorkResult.Made> make(Path source, FileKind kind, List<Recipe> recipes, Path folder)
            throws IOException {
        for (Recipe recipe : recipes) {
            if (recipe.format() == PictureFormat.AVIF) {
                throw new IOException("ImageIO does not write AVIF");
            }
        }
        Source decoded = decoded(source, kind, recipes);
        List<WorkResult.Made> made = new ArrayList<>();
        for (Recipe recipe : recipes) {
            Pixels picture = decoded.picture(recipe);
            JdkWriting.write(picture, recipe, folder.resolve(Integer.toString(made.size())));
            made.add(new WorkResult.Made(picture.width(), picture.height(), false));
        }
        return made;
    }

    @Override
    public Pixels small(Path source, FileKind kind) throws IOException {
        return decoded(source, kind, List.of(SMALL_RECIPE))
                .picture(SMALL_RECIPE)
                .opaque();
    }

    /**
     * A source decoded once, in the largest size needed.
     *
     * @param width of the upright source in its own size
     */
    private record Source(Pixels pixels, int width, int height) {
        Pixels picture(Recipe recipe) {
            CropGeometry cut = CropGeometry.of(recipe, width, height)
                    .scaled((double) pixels.width() / width, (double) pixels.height() / height);
            return AreaScaling.scaled(pixels, cut).within(cut);
        }
    }

    private static Source decoded(Path file, FileKind kind, List<Recipe> recipes) throws IOException {
        Turned turned = Turned.of(file, kind);
        try (JdkReading reading = new JdkReading(file, kind)) {
            if ((long) reading.width() * reading.height() > MEGAPIXELS_MAX * 1_000_000L) {
                throw new IOException("more than " + MEGAPIXELS_MAX + " megapixels");
            }
            PixelRows rows = reading.read();
            int width = turned.swaps() ? rows.height() : rows.width();
            int height = turned.swaps() ? rows.width() : rows.height();
            double scale = recipes.stream()
                    .mapToDouble(
                            recipe -> CropGeometry.of(recipe, width, height).scale())
                    .max()
                    .orElse(1);
            int toWidth = (int) Math.max(1, Math.round(rows.width() * scale));
            int toHeight = (int) Math.max(1, Math.round(rows.height() * scale));
            CropGeometry all =
                    new CropGeometry(0, 0, rows.width(), rows.height(), toWidth, toHeight, 0, 0, toWidth, toHeight);
            return new Source(turned.upright(AreaScaling.scaled(rows, all)), width, height);
        }
    }
}
