package cms.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Pictures in the colours of other screens look the same after their upload, in sRGB and without a profile. The files
 * in {@code pictures/profiles} were made by sharp 0.35.5: four quarters of sRGB, turned into Display P3 and into a
 * space of gamma 2.2 with the primaries of Adobe RGB, whose profile each carries; {@code coded} are in Display P3 as
 * well, and say so by the numbers of {@code cICP} and {@code nclx}. Read as sRGB, a quarter is off by 18 to 74.
 *
 * <p>Shown to fail with files in which the mark of each profile is another word.
 */
@Tag("large")
@Timeout(120)
class ColourProfilesTest {
    private static final List<Color> QUARTERS = List.of(
            new Color(0xdc, 0x1e, 0x1e),
            new Color(0x1e, 0xb4, 0x1e),
            new Color(0x1e, 0x1e, 0xdc),
            new Color(0xe6, 0xe6, 0x1e));

    /** What encoders lose. */
    private static final int NEAR = 8;

    private static final List<String> WITHOUT_THE_LIBRARY =
            List.of("p3.jpg", "p3.png", "p3.webp", "adobe.jpg", "adobe.png", "adobe.webp", "coded.png");

    private static final String ANIMATED = "p3-animated.webp";
    private static final List<String> WITH_IT = List.of("p3.avif", "adobe.avif", "coded.avif", ANIMATED);

    private static final String NO_LIBRARY = "pom.xml";

    @Test
    void aPictureAndItsSizesShowTheColoursThatItsProfileMeans() {
        try (TestApp app = TestApp.start()) {
            boolean vips = state(app).equals("libvips");
            looksTheSame(app, vips ? List.of(WITHOUT_THE_LIBRARY, WITH_IT) : List.of(WITHOUT_THE_LIBRARY));
        }
    }

    @Test
    void theyDoSoWithoutTheLibraryToo() {
        try (TestApp app = TestApp.start(Map.of("CMS_VIPS_LIBRARY", NO_LIBRARY))) {
            looksTheSame(app, List.of(WITHOUT_THE_LIBRARY));
            assertThat(state(app)).contains("ImageIO");
        }
    }

    private static String state(TestApp app) {
        return new Http(app.url())
                .get("/api/health/ready")
                .is(200)
                .json()
                .get("pictures")
                .asString();
    }

    private static void looksTheSame(TestApp app, List<List<String>> names) {
        World world = World.blog(app);
        Http ada = world.ada().http();
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        Http site = new Http(app.url())
                .bearer(ada.post(world.p() + "/cdn/keys", Map.of("name", "site"))
                        .is(200)
                        .json()
                        .get("key")
                        .asString());
        for (String name : names.stream().flatMap(List::stream).toList()) {
            String path = uploaded(ada, world, name, bytes(name));
            if (name.equals(ANIMATED)) {
                // Frames without a profile are read as what they are.
                Reply frames = site.get(path).is(200);
                assertPlain(name, frames);
                assertColours(name, site.get(uploaded(ada, world, "again.webp", frames.body()) + "?w=32&format=png"));
                continue;
            }
            assertColours(name, site.get(path));
            for (String size : List.of("format=webp", "format=jpeg&q=95", "format=png")) {
                assertColours(name, site.get(path + "?w=32&" + size));
            }
            if (names.contains(WITH_IT)) {
                Reply avif = site.get(path + "?w=32&format=avif&q=90").is(200);
                assertPlain(name, avif);
                // Without a profile its numbers are those of sRGB.
                assertColours(name + " as AVIF", site.get(uploaded(ada, world, "a.avif", avif.body())));
            }
        }
    }

    private static void assertColours(String name, Reply reply) {
        assertPlain(name, reply.is(200));
        BufferedImage picture = Drawn.read(reply.body());
        for (int quarter = 0; quarter < QUARTERS.size(); quarter++) {
            int x = picture.getWidth() * (1 + 2 * (quarter % 2)) / 4;
            int y = picture.getHeight() * (1 + 2 * (quarter / 2)) / 4;
            Color is = new Color(picture.getRGB(x, y));
            Color means = QUARTERS.get(quarter);
            String which = name + " as " + reply.header("Content-Type") + ", quarter " + quarter + ": " + is;
            assertThat(is.getRed()).as(which).isCloseTo(means.getRed(), within(NEAR));
            assertThat(is.getGreen()).as(which).isCloseTo(means.getGreen(), within(NEAR));
            assertThat(is.getBlue()).as(which).isCloseTo(means.getBlue(), within(NEAR));
        }
    }

    private static void assertPlain(String name, Reply reply) {
        assertThat(new String(reply.body(), StandardCharsets.ISO_8859_1))
                .as(name)
                .doesNotContain("ICC_PROFILE", "ICCP", "iCCP", "acsp");
    }

    private static String uploaded(Http ada, World world, String name, byte[] bytes) {
        String url = Form.of(name, bytes)
                .post(ada, world.p() + "/media")
                .is(201)
                .json()
                .get("url")
                .asString();
        return url.replaceFirst("^https?://[^/]+", "");
    }

    /** A file of {@code pictures/profiles}. */
    static byte[] bytes(String name) {
        try (InputStream file = ColourProfilesTest.class.getResourceAsStream("/pictures/profiles/" + name)) {
            return file.readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
