package cms.platform.pictures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cms.platform.files.FileKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With the libvips of the system; left out where there is none, unless {@code cms.vips.required} is set. */
class VipsEngineTest extends EveryEngine {
    @BeforeAll
    static void isThere() {
        assumeTrue(
                VipsLibrary.find(null).isPresent() || Boolean.getBoolean("cms.vips.required"),
                "no libvips on this machine");
    }

    @Override
    Optional<Path> library() {
        return VipsLibrary.find(null);
    }

    @Test
    void theEngineIsTheFullOne() {
        assertThat(pictures.engineLine()).startsWith("libvips 8.");
        assertThat(pictures.engine().isFull()).isTrue();
        assertThat(pictures.engine().animation()).isTrue();
    }

    @Test
    void avifIsWrittenAndReadAgain() throws IOException {
        Path source = Samples.write(file("jpg"), Samples.quarters(320, 160), "jpeg");
        Picture avif = make(source, FileKind.JPEG, recipe(PictureFormat.AVIF, Fit.INSIDE, 160, 0, 0.5));
        byte[] bytes = Files.readAllBytes(avif.file());
        assertThat(new String(bytes, 4, 8, StandardCharsets.US_ASCII)).isEqualTo("ftypavif");
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("Exif", "xmp");
        var picture = read(make(avif.file(), FileKind.AVIF, recipe(PictureFormat.PNG, Fit.INSIDE, 0, 0, 0.5)));
        assertThat(picture.getWidth()).isEqualTo(160);
        isNear(picture.getRGB(40, 20), Samples.RED);
        isNear(picture.getRGB(120, 60), Samples.YELLOW);
    }

    /** Three frames of 160 x 80, shown for 100, 200 and 300 ms, for ever. */
    @ParameterizedTest
    @EnumSource(names = {"GIF", "WEBP"})
    void anAnimationStaysOneAndIsCutFrameByFrame(FileKind kind) throws IOException {
        Path gif = Samples.animation(file("gif"), 160, 80, Samples.RED, Samples.GREEN, Samples.BLUE);
        Recipe whole = new Recipe(PictureFormat.WEBP, Fit.INSIDE, 0, 0, 0.5, 0.5, 80, true, true);
        Path source =
                kind == FileKind.GIF ? gif : make(gif, FileKind.GIF, whole).file();
        Recipe cut = new Recipe(PictureFormat.WEBP, Fit.COVER, 40, 40, 0, 0.5, 90, false, true);
        Picture made = make(source, kind, cut);
        assertThat(made.animated()).isTrue();
        assertThat(made.width() + "x" + made.height()).isEqualTo("40x40");
        assertThat(Samples.frameDurations(made.file())).containsExactly(100, 200, 300);
        Picture first = make(made.file(), FileKind.WEBP, recipe(PictureFormat.PNG, Fit.INSIDE, 0, 0, 0.5));
        assertThat(first.animated()).isFalse();
        assertThat(first.width() + "x" + first.height()).isEqualTo("40x40");
        isNear(read(first).getRGB(10, 30), Samples.RED);
        // The left edge of each frame is black, which proves that the focus counts in every frame.
        isNear(read(first).getRGB(1, 30), 0xff000000);
    }

    @Test
    void nothingOfAnAnimationIsWrittenBesideItsFrames() throws IOException {
        Path gif = Samples.animation(file("gif"), 160, 80, Samples.RED, Samples.GREEN, Samples.BLUE);
        Recipe whole = new Recipe(PictureFormat.WEBP, Fit.INSIDE, 0, 0, 0.5, 0.5, 80, false, true);
        byte[] bytes = Files.readAllBytes(make(gif, FileKind.GIF, whole).file());
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("EXIF", "Exif", "XMP ", "ICCP");
    }
}
