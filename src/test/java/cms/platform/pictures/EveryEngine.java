package cms.platform.pictures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.files.FileKind;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a picture becomes, whatever works on it: pixels are measured, in workers that one class of tests shares. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EveryEngine {
    private static final int NEAR = 10;

    /** 160, 200, 120 of Adobe RGB. */
    private static final int ADOBE_IN_SRGB = 0xff8dc974;

    Path folder;
    Pictures pictures;

    /** Empty for ImageIO. */
    abstract Optional<Path> library();

    @BeforeAll
    void open(@TempDir Path temporary) {
        folder = temporary;
        pictures = Pictures.open(1, library(), folder.resolve("work"), WorkerLimits.STANDARD);
    }

    @AfterAll
    void close() {
        if (pictures != null) {
            pictures.close();
        }
    }

    /** What the cut keeps of ten columns of 40 pixels: the grey at its left and right edge. */
    @ParameterizedTest
    @CsvSource({
        // fit, width, height, focus x, becomes, left, right
        "COVER,  100, 100, 0.5, 100x100, 50, 175",
        "COVER,  100, 100, 0.0, 100x100, 0, 100",
        "COVER,  100, 100, 1.0, 100x100, 125, 225",
        "COVER,  100, 100, 0.3, 100x100, 0, 125",
        "COVER,  800, 800, 0.5, 200x200, 50, 175",
        "COVER,  100,   0, 0.5, 100x50, 0, 225",
        "FILL,   100, 100, 0.5, 100x100, 0, 225",
        "FILL,   800, 200, 0.5, 400x100, 0, 225",
        "INSIDE, 100, 100, 0.5, 100x50, 0, 225",
        "INSIDE, 900, 900, 0.5, 400x200, 0, 225",
        "INSIDE,   0, 100, 0.5, 200x100, 0, 225",
        "INSIDE,   0,   0, 0.5, 400x200, 0, 225",
    })
    void aPictureFitsItsBoxAroundTheFocusAndIsNeverEnlarged(
            Fit fit, int width, int height, double focus, String becomes, int left, int right) throws IOException {
        Path source = Samples.write(file("png"), Samples.columns(400, 200), "png");
        Picture made = make(source, FileKind.PNG, recipe(PictureFormat.PNG, fit, width, height, focus));
        BufferedImage picture = read(made);
        assertThat(made.width() + "x" + made.height()).isEqualTo(becomes);
        assertThat(picture.getWidth() + "x" + picture.getHeight()).isEqualTo(becomes);
        isNear(picture.getRGB(2, made.height() / 2), grey(left));
        isNear(picture.getRGB(made.width() - 3, made.height() / 2), grey(right));
    }

    @Test
    void aContainedPictureLiesInTheMiddleOfItsBox() throws IOException {
        Path source = Samples.write(file("png"), Samples.plain(400, 200, Samples.RED), "png");
        BufferedImage clear = read(make(source, FileKind.PNG, recipe(PictureFormat.PNG, Fit.CONTAIN, 100, 100, 0.5)));
        BufferedImage white = read(make(source, FileKind.PNG, recipe(PictureFormat.JPEG, Fit.CONTAIN, 100, 100, 0.5)));
        BufferedImage large = read(make(source, FileKind.PNG, recipe(PictureFormat.PNG, Fit.CONTAIN, 800, 800, 0.5)));
        assertThat(clear.getRGB(50, 10) >>> 24).isZero();
        isNear(clear.getRGB(50, 50), Samples.RED);
        isNear(white.getRGB(50, 10), 0xffffffff);
        isNear(white.getRGB(50, 50), Samples.RED);
        assertThat(large.getWidth()).isEqualTo(400);
        assertThat(large.getHeight()).isEqualTo(400);
    }

    /** PlatformServices of the upright picture, for each way in which a camera can be held. */
    @ParameterizedTest
    @CsvSource({
        "1, RED GREEN BLUE YELLOW",
        "2, GREEN RED YELLOW BLUE",
        "3, YELLOW BLUE GREEN RED",
        "4, BLUE YELLOW RED GREEN",
        "5, RED BLUE GREEN YELLOW",
        "6, BLUE RED YELLOW GREEN",
        "7, YELLOW GREEN BLUE RED",
        "8, GREEN YELLOW RED BLUE",
    })
    void everyOrientationBecomesUpright(int orientation, String corners) throws IOException {
        Path source = Samples.turned(Samples.write(file("jpg"), Samples.quarters(160, 80), "jpeg"), orientation);
        boolean high = orientation > 4;
        BufferedImage picture = read(make(source, FileKind.JPEG, recipe(PictureFormat.PNG, Fit.INSIDE, 0, 0, 0.5)));
        int w = picture.getWidth();
        int h = picture.getHeight();
        assertThat(w + "x" + h).isEqualTo(high ? "80x160" : "160x80");
        String[] expected = corners.split(" ");
        isNear(picture.getRGB(w / 4, h / 4), colour(expected[0]));
        isNear(picture.getRGB(w * 3 / 4, h / 4), colour(expected[1]));
        isNear(picture.getRGB(w / 4, h * 3 / 4), colour(expected[2]));
        isNear(picture.getRGB(w * 3 / 4, h * 3 / 4), colour(expected[3]));
    }

    @Test
    void theFocusIsAPlaceInTheUprightPicture() throws IOException {
        Path source = Samples.turned(Samples.write(file("jpg"), Samples.quarters(160, 80), "jpeg"), 6);
        Recipe below = new Recipe(PictureFormat.PNG, Fit.COVER, 40, 40, 0.5, 1, 80, false, false);
        BufferedImage picture = read(make(source, FileKind.JPEG, below));
        isNear(picture.getRGB(4, 35), Samples.YELLOW);
        isNear(picture.getRGB(35, 35), Samples.GREEN);
    }

    @Test
    void coloursOfAnotherProfileBecomeThoseOfSrgb() throws IOException {
        byte[] linear = ICC_Profile.getInstance(ColorSpace.CS_LINEAR_RGB).getData();
        Path jpeg = Samples.withProfile(Samples.write(file("jpg"), Samples.plain(64, 64, grey(55)), "jpeg"), linear);
        Path png = Samples.pngWithProfile(Samples.write(file("png"), Samples.plain(64, 64, grey(55)), "png"), linear);
        Recipe recipe = recipe(PictureFormat.PNG, Fit.INSIDE, 32, 32, 0.5);
        isNear(read(make(jpeg, FileKind.JPEG, recipe)).getRGB(10, 10), grey(128));
        isNear(read(make(png, FileKind.PNG, recipe)).getRGB(10, 10), grey(128));
    }

    /**
     * Linear light and a power of 1.8 by their formulas; PQ and HLG by ITU-R BT.2408: the white of a page is at 58 and
     * 75 percent, and becomes three quarters of the light of white.
     */
    @ParameterizedTest
    @CsvSource({
        // the chunk in hexadecimal digits, grey in the file, becomes
        "67414d41 000186a0, 55, 128",
        "67414d41 0000d903, 100, 119",
        "67414d41 0000b18f, 100, 100",
        "63494350 09100001, 148, 225",
        "63494350 09100001, 255, 255",
        "63494350 09120001, 191, 225",
        "63494350 01080001, 55, 128",
        "63494350 02020001, 100, 100",
    })
    void coloursThatAPngStatesByNumbersBecomeThoseOfSrgb(String chunk, int stated, int becomes) throws IOException {
        Path source = Samples.withChunk(
                Samples.write(file("png"), Samples.plain(64, 64, grey(stated)), "png"),
                HexFormat.of().parseHex(chunk.replace(" ", "")));
        Recipe recipe = recipe(PictureFormat.PNG, Fit.INSIDE, 32, 32, 0.5);
        isNear(read(make(source, FileKind.PNG, recipe)).getRGB(10, 10), grey(becomes));
    }

    /** The green of Adobe RGB (1998) in a PNG that states its primaries; measured with the profile of that space. */
    @Test
    void primariesThatAPngStatesAreItsOwn() throws IOException {
        String adobe = "6348524d 00007a26 00008084 0000fa00 000080e8 00005208 00011558 00003a98 00001770";
        Path source = Samples.write(file("png"), Samples.plain(64, 64, 0xffa0c878), "png");
        for (String chunk : List.of(adobe, "67414d41 0000b18f")) {
            Samples.withChunk(source, HexFormat.of().parseHex(chunk.replace(" ", "")));
        }
        Recipe recipe = recipe(PictureFormat.PNG, Fit.INSIDE, 32, 32, 0.5);
        isNear(read(make(source, FileKind.PNG, recipe)).getRGB(10, 10), ADOBE_IN_SRGB);
    }

    @Test
    void greyStaysTheSameGrey() throws IOException {
        BufferedImage grey = new BufferedImage(64, 64, BufferedImage.TYPE_BYTE_GRAY);
        for (int i = 0; i < 64 * 64; i++) {
            grey.getRaster().setSample(i % 64, i / 64, 0, 100);
        }
        Path source = Samples.write(file("png"), grey, "png");
        isNear(
                read(make(source, FileKind.PNG, recipe(PictureFormat.PNG, Fit.INSIDE, 32, 32, 0.5)))
                        .getRGB(10, 10),
                grey(100));
    }

    @ParameterizedTest
    @EnumSource(names = {"WEBP", "PNG"})
    void alphaIsKeptAndLendsNoColourToItsEdge(PictureFormat format) throws IOException {
        Path source = Samples.write(file("png"), Samples.halfTransparent(200, 200), "png");
        BufferedImage picture = read(make(source, FileKind.PNG, recipe(format, Fit.INSIDE, 50, 50, 0.5)));
        isNear(picture.getRGB(10, 25), Samples.RED);
        assertThat(picture.getRGB(40, 25) >>> 24).isZero();
        isNear(picture.getRGB(24, 25) | 0xff000000, Samples.RED);
    }

    @Test
    void aFormatWithoutAlphaGetsAWhiteGround() throws IOException {
        Path source = Samples.write(file("png"), Samples.halfTransparent(200, 200), "png");
        BufferedImage picture = read(make(source, FileKind.PNG, recipe(PictureFormat.JPEG, Fit.INSIDE, 50, 50, 0.5)));
        isNear(picture.getRGB(10, 25), Samples.RED);
        isNear(picture.getRGB(40, 25), 0xffffffff);
    }

    @Test
    void severalPicturesComeFromOneSourceInTheirOrder() throws IOException {
        Path source = Samples.write(file("jpg"), Samples.quarters(640, 480), "jpeg");
        List<Picture> made = pictures.make(
                "p1",
                Urgency.UPLOAD,
                source,
                FileKind.JPEG,
                List.of(
                        recipe(PictureFormat.WEBP, Fit.INSIDE, 320, 0, 0.5),
                        recipe(PictureFormat.JPEG, Fit.COVER, 100, 100, 0.5),
                        recipe(PictureFormat.WEBP, Fit.INSIDE, 0, 60, 0.5)),
                folder);
        assertThat(made).extracting(Picture::width).containsExactly(320, 100, 80);
        assertThat(made)
                .extracting(Picture::format)
                .containsExactly(PictureFormat.WEBP, PictureFormat.JPEG, PictureFormat.WEBP);
        for (Picture each : made) {
            BufferedImage picture = read(each);
            assertThat(Files.size(each.file())).isEqualTo(each.bytes());
            isNear(picture.getRGB(picture.getWidth() / 4, picture.getHeight() / 4), Samples.RED);
            isNear(picture.getRGB(picture.getWidth() * 3 / 4, picture.getHeight() * 3 / 4), Samples.YELLOW);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"WEBP", "JPEG", "PNG"})
    void nothingIsWrittenBesideThePixels(PictureFormat format) throws IOException {
        Path source = Samples.turned(Samples.write(file("jpg"), Samples.quarters(160, 80), "jpeg"), 6);
        byte[] bytes = Files.readAllBytes(make(source, FileKind.JPEG, recipe(format, Fit.INSIDE, 0, 0, 0.5))
                .file());
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
                .doesNotContain("Exif", "EXIF", "SecretCam", "ICC_PROFILE", "ICCP", "iCCP", "XMP", "eXIf", "tEXt");
    }

    @Test
    void losslessKeepsEveryPixel() throws IOException {
        BufferedImage columns = Samples.columns(100, 20);
        Path source = Samples.write(file("png"), columns, "png");
        Recipe lossless = new Recipe(PictureFormat.WEBP, Fit.INSIDE, 0, 0, 0.5, 0.5, 80, true, false);
        BufferedImage picture = read(make(source, FileKind.PNG, lossless));
        for (int x = 0; x < 100; x++) {
            assertThat(picture.getRGB(x, 7)).isEqualTo(columns.getRGB(x, 7));
        }
    }

    @Test
    void aWebpIsReadToo() throws IOException {
        Path source = Samples.write(file("webp"), Samples.quarters(160, 80), "webp");
        BufferedImage picture = read(make(source, FileKind.WEBP, recipe(PictureFormat.PNG, Fit.INSIDE, 80, 0, 0.5)));
        isNear(picture.getRGB(20, 10), Samples.RED);
        isNear(picture.getRGB(60, 30), Samples.YELLOW);
    }

    /** The frame is a part of its canvas; what is beside it is transparent. */
    @Test
    void ofAnAnimatedWebpTheFirstFrameIsReadOnItsCanvas() throws IOException {
        Path still = Samples.lossless(file("webp"), Samples.plain(40, 20, Samples.RED));
        Path other = Samples.lossless(file("webp"), Samples.plain(40, 20, Samples.BLUE));
        Path source = Samples.animatedWebp(file("webp"), 80, 60, 20, 10, still, other);
        BufferedImage picture = read(make(source, FileKind.WEBP, recipe(PictureFormat.PNG, Fit.INSIDE, 0, 0, 0.5)));
        assertThat(picture.getWidth() + "x" + picture.getHeight()).isEqualTo("80x60");
        isNear(picture.getRGB(22, 12), Samples.RED);
        isNear(picture.getRGB(57, 27), Samples.RED);
        assertThat(picture.getRGB(10, 20) >>> 24).isZero();
        assertThat(picture.getRGB(70, 40) >>> 24).isZero();
    }

    @Test
    void aGifIsReadToo() throws IOException {
        Path source = Samples.write(file("gif"), Samples.quarters(160, 80), "gif");
        BufferedImage picture = read(make(source, FileKind.GIF, recipe(PictureFormat.PNG, Fit.INSIDE, 80, 0, 0.5)));
        isNear(picture.getRGB(20, 10), Samples.RED);
        isNear(picture.getRGB(60, 30), Samples.YELLOW);
    }

    @Test
    void theBlurhashOfOneColourIsThatColour() throws IOException {
        Path red = Samples.write(file("png"), Samples.plain(300, 200, Samples.RED), "png");
        Path blue = Samples.write(file("png"), Samples.plain(300, 200, Samples.BLUE), "png");
        String text = pictures.blurhash("p1", red, FileKind.PNG);
        assertThat(text).hasSize(28).startsWith("L");
        assertThat(text.substring(2, 6)).isEqualTo("PJ0%");
        assertThat(pictures.blurhash("p1", blue, FileKind.PNG)).isNotEqualTo(text);
    }

    @Test
    void whatIsNoPictureIsRefusedAndTheNextOneIsMade() throws IOException {
        Path broken = Files.writeString(file("jpg"), "this is no picture at all");
        Path whole = Samples.write(file("jpg"), Samples.quarters(640, 480), "jpeg");
        Path cut = Files.write(file("jpg"), Arrays.copyOf(Files.readAllBytes(whole), (int) Files.size(whole) / 2));
        Recipe recipe = recipe(PictureFormat.WEBP, Fit.INSIDE, 80, 0, 0.5);
        for (Path source : List.of(broken, cut)) {
            assertThatThrownBy(() -> make(source, FileKind.JPEG, recipe))
                    .isInstanceOfSatisfying(Failure.class, refused -> {
                        assertThat(refused.kind()).isEqualTo(FailureKind.UNPROCESSABLE);
                        assertThat(refused.code()).contains("media.pixels");
                    });
        }
        assertThat(make(whole, FileKind.JPEG, recipe).width()).isEqualTo(80);
    }

    /** A bomb: 144 megapixels in some kilobytes. */
    @Test
    void whatBecomesTooLargeIsNotDecoded() throws IOException {
        Path source =
                Samples.write(file("png"), new BufferedImage(12_000, 12_000, BufferedImage.TYPE_BYTE_BINARY), "png");
        assertThatThrownBy(() -> make(source, FileKind.PNG, recipe(PictureFormat.WEBP, Fit.INSIDE, 32, 0, 0.5)))
                .isInstanceOfSatisfying(
                        Failure.class, refused -> assertThat(refused.code()).contains("media.pixels"));
    }

    /** Whatever is wrong in a file, it is made or refused, and never anything else. */
    @ParameterizedTest
    @EnumSource(names = {"JPEG", "PNG", "GIF", "WEBP"})
    void damagedPicturesAreMadeOrRefused(FileKind kind) throws IOException {
        String format = kind == FileKind.JPEG ? "jpeg" : kind.extension();
        byte[] whole = Files.readAllBytes(Samples.write(file("x"), Samples.quarters(64, 48), format));
        Random random = new Random(19);
        Path source = file("x");
        int outcomes = 0;
        for (int i = 0; i < 40; i++) {
            byte[] damaged = whole.clone();
            for (int k = 0; k < 4; k++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            Files.write(source, damaged);
            try {
                outcomes += make(source, kind, recipe(PictureFormat.WEBP, Fit.INSIDE, 32, 0, 0.5))
                                        .width()
                                > 0
                        ? 1
                        : 0;
            } catch (Failure refused) {
                assertThat(refused.code()).contains("media.pixels");
                outcomes++;
            }
        }
        assertThat(outcomes).isEqualTo(40);
    }

    Picture make(Path source, FileKind kind, Recipe recipe) {
        return pictures.make("p1", Urgency.WAITED_FOR, source, kind, List.of(recipe), folder)
                .getFirst();
    }

    Path file(String extension) throws IOException {
        return Files.createTempFile(folder, "sample", "." + extension);
    }

    static Recipe recipe(PictureFormat format, Fit fit, int width, int height, double focusX) {
        return new Recipe(format, fit, width, height, focusX, 0.5, 90, false, false);
    }

    static BufferedImage read(Picture made) throws IOException {
        return ImageIO.read(made.file().toFile());
    }

    static int grey(int value) {
        return 0xff000000 | value << 16 | value << 8 | value;
    }

    static void isNear(int found, int expected) {
        for (int shift : new int[] {24, 16, 8, 0}) {
            assertThat(Math.abs((found >> shift & 255) - (expected >> shift & 255)))
                    .as("%08x beside %08x", found, expected)
                    .isLessThanOrEqualTo(NEAR);
        }
    }

    private static int colour(String name) {
        return switch (name) {
            case "RED" -> Samples.RED;
            case "GREEN" -> Samples.GREEN;
            case "BLUE" -> Samples.BLUE;
            default -> Samples.YELLOW;
        };
    }
}
