package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Files that were damaged at random, always in the same way: whatever comes is stored or refused with a reason, nothing
 * of a refused one stays, and nothing that was put into one is delivered. {@code -Dcms.damaged=5000} damages more of
 * them.
 */
@Tag("large")
@Timeout(600)
class DamagedFilesTest {
    private static final int FILES = Integer.getInteger("cms.damaged", 150);

    /** What is put into some of them, and never delivered. */
    private static final String FOREIGN = "<script>foreign()";

    private static final List<Integer> EXPECTED = List.of(201, 415, 422);

    private TestApp app;
    private World world;
    private Http ada;

    @BeforeEach
    void start() {
        app = TestApp.start(Map.of("CMS_KEYLESS_MEDIA_RATE_PER_MINUTE", "100000"));
        world = World.blog(app);
        ada = world.ada().http();
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true, "cdn_public_media", true))
                .is(200);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    private Reply upload(byte[] bytes) {
        return Form.of("m", bytes).post(ada, world.p() + "/media");
    }

    @Test
    void everyDamagedFileIsStoredOrRefusedAndNothingElse() {
        List<byte[]> whole = seeds();
        Random random = new Random(7);
        Map<Integer, Integer> statuses = new TreeMap<>();
        for (int i = 0; i < FILES; i++) {
            byte[] damaged = damaged(whole.get(i % whole.size()), random);
            Reply reply = upload(damaged);
            assertThat(reply.status()).as("file %d: %s", i, reply.text()).isIn(EXPECTED);
            statuses.merge(reply.status(), 1, Integer::sum);
            if (reply.status() == 201) {
                String path = reply.json().get("url").asString().replaceFirst("^https?://[^/]+", "");
                Reply delivered = new Http(app.url()).get(path).is(200);
                assertThat(delivered.header("X-Content-Type-Options")).isEqualTo("nosniff");
                assertThat(delivered.header("Content-Type")).matches("(image|video)/.*|application/pdf");
                assertThat(new String(delivered.body(), StandardCharsets.ISO_8859_1))
                        .as("file %d", i)
                        .doesNotContain(FOREIGN);
            } else {
                assertThat(reply.json().get("code").asString()).startsWith("media.");
            }
        }
        System.out.println(FILES + " damaged files of " + whole.size() + " kinds by status: " + statuses);
        assertThat(statuses.keySet()).as("some of each").containsAll(EXPECTED);
        long reserved = app.doors()
                .rows()
                .read(tx -> tx.query("SELECT COUNT(*) FROM media_reservations")
                        .mapTo(Long.class)
                        .one());
        assertThat(reserved).isZero();
    }

    private List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        seeds.add(Drawn.halves("png", 60, 40, Color.RED, Color.BLUE));
        seeds.add(Drawn.halves("jpg", 60, 40, Color.RED, Color.BLUE));
        seeds.add(Drawn.halves("gif", 60, 40, Color.RED, Color.BLUE));
        String original = upload(seeds.getFirst()).is(201).json().get("url").asString();
        seeds.add(new Http(app.url())
                .get(original.replaceFirst("^https?://[^/]+", ""))
                .is(200)
                .body());
        for (String name : List.of("p3.jpg", "adobe.png", "p3.webp", "adobe.avif")) {
            seeds.add(ColourProfilesTest.bytes(name));
        }
        seeds.add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect width=\"5\" height=\"5\"/></svg>"
                        .getBytes(StandardCharsets.UTF_8));
        return seeds;
    }

    private static byte[] damaged(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        int times = List.of(1, 1, 2, 5, 20).get(random.nextInt(5));
        for (int i = 0; i < times; i++) {
            switch (random.nextInt(4)) {
                case 0, 1 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                case 2 -> bytes = Arrays.copyOf(bytes, Math.max(1, random.nextInt(bytes.length + 1)));
                default -> {
                    byte[] foreign = (random.nextBoolean() ? FOREIGN + "</script>" : "\0\0\0")
                            .getBytes(StandardCharsets.US_ASCII);
                    int at = random.nextInt(4) == 0 ? bytes.length : random.nextInt(bytes.length + 1);
                    byte[] more = new byte[bytes.length + foreign.length];
                    System.arraycopy(bytes, 0, more, 0, at);
                    System.arraycopy(foreign, 0, more, at, foreign.length);
                    System.arraycopy(bytes, at, more, at + foreign.length, bytes.length - at);
                    bytes = more;
                }
            }
        }
        return bytes;
    }
}
