package cms.platform.pictures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.files.FileKind;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where the system has no libvips. */
class JdkEngineTest extends EveryEngine {
    @Override
    Optional<Path> library() {
        return Optional.empty();
    }

    @Test
    void theEngineSaysWhatToInstall() {
        assertThat(pictures.state())
                .startsWith("ImageIO; libvips was not found")
                .contains("40 megapixels", "apt-get install libvips42");
        assertThat(pictures.engine().isFull()).isFalse();
        assertThat(pictures.engineLine())
                .contains("ImageIO", "libvips was not found", "40 megapixels", "apt-get install libvips42");
    }

    @Test
    void avifIsRefused() throws IOException {
        Path source = Samples.write(file("png"), Samples.quarters(64, 64), "png");
        assertThatThrownBy(() -> make(source, FileKind.PNG, recipe(PictureFormat.AVIF, Fit.INSIDE, 32, 0, 0.5)))
                .isInstanceOf(Failure.class);
    }

    @Test
    void moreThanFortyMegapixelsAreRefused() throws IOException {
        BufferedImage large = new BufferedImage(6_400, 6_400, BufferedImage.TYPE_BYTE_BINARY);
        Path source = Samples.write(file("png"), large, "png");
        assertThatThrownBy(() -> make(source, FileKind.PNG, recipe(PictureFormat.WEBP, Fit.INSIDE, 32, 0, 0.5)))
                .isInstanceOf(Failure.class);
    }
}
