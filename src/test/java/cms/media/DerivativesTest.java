package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.crypto.Hashes;
import cms.testing.Eventually;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Tag("rows")
@Timeout(240)
class DerivativesTest {
    private TestApp app;
    private World world;
    private Http ada;
    private Http keyed;
    private Http visitor;
    private String media;

    @BeforeEach
    void start() {
        app = TestApp.start(Map.of("CMS_MEDIA_CACHE_MB", "1"));
        world = World.blog(app);
        ada = world.ada().http();
        media = world.p() + "/media";
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true, "cdn_public_media", true))
                .is(200);
        visitor = new Http(app.url());
        keyed = visitor.bearer(ada.post(world.p() + "/cdn/keys", Map.of("name", "site"))
                .is(200)
                .json()
                .get("key")
                .asString());
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void aKeyGetsEverySizeThatFitsAndNoneIsLargerThanItsSource() {
        String path = picture(900, 600);
        Reply half = keyed.get(path + "?w=450").is(200);
        assertThat(half.header("Content-Type")).isEqualTo("image/webp");
        assertThat(size(half)).isEqualTo("450x300");
        assertThat(half.header("Cache-Control")).isEqualTo("private, max-age=3600");
        assertThat(half.header("Vary")).isEqualTo("Authorization");
        assertThat(keyed.get(path + "?w=0450").is(200).header("ETag")).isEqualTo(half.header("ETag"));
        assertThat(derivatives()).isEqualTo(1);
        assertThat(size(keyed.get(path + "?h=100&format=png").is(200))).isEqualTo("150x100");
        assertThat(size(keyed.get(path + "?w=200&h=200").is(200))).isEqualTo("200x200");
        assertThat(size(keyed.get(path + "?w=200&h=200&fit=inside").is(200))).isEqualTo("200x133");
        assertThat(size(keyed.get(path + "?w=300&ar=3:1").is(200))).isEqualTo("300x100");
        assertThat(size(keyed.get(path + "?w=4000").is(200))).isEqualTo("900x600");
        assertThat(size(keyed.get(path + "?ar=1:1").is(200))).isEqualTo("600x600");
        assertThat(keyed.get(path + "?w=450&v=1").is(200).header("Cache-Control"))
                .isEqualTo("private, max-age=31536000, immutable");
        assertThat(keyed.get(path + "?w=450&v=7").is(200).header("Cache-Control"))
                .isEqualTo("private, max-age=60");
        Reply part = keyed.with("Range", "bytes=0-9").get(path + "?w=450").is(206);
        assertThat(part.body()).isEqualTo(Arrays.copyOf(half.body(), 10));
        keyed.with("If-None-Match", half.header("ETag")).get(path + "?w=450").is(304);
    }

    @Test
    void aCutKeepsWhatTheFocalPointNamesOrTheQueryDoes() {
        JsonNode asset = asset(Drawn.halves("png", 400, 200, Color.RED, Color.BLUE));
        String path = path(asset);
        String cut = path + "?w=100&h=100&format=png";
        assertThat(middle(keyed.get(cut + "&fp=0,0.5"))).isEqualTo(Color.RED);
        assertThat(middle(keyed.get(cut + "&fp=1,0.5"))).isEqualTo(Color.BLUE);
        ada.patch(media + "/" + asset.get("id").asString(), Map.of("focalPoint", Map.of("x", 1, "y", 0.5)))
                .is(200);
        assertThat(middle(keyed.get(cut))).isEqualTo(Color.BLUE);
        ada.patch(media + "/" + asset.get("id").asString(), Map.of("focalPoint", Map.of("x", 0, "y", 0.5)))
                .is(200);
        assertThat(middle(keyed.get(cut))).isEqualTo(Color.RED);
    }

    @Test
    void withoutAKeyThereAreAFewSizesHoweverManyAreAskedFor() {
        String path = picture(900, 600);
        Reply step = visitor.get(path + "?w=200").is(200);
        assertThat(size(step)).isEqualTo("256x171");
        assertThat(step.header("Cache-Control")).isEqualTo("public, max-age=3600");
        for (int width = 129; width <= 256; width += 9) {
            assertThat(visitor.get(path + "?w=" + width).is(200).header("ETag")).isEqualTo(step.header("ETag"));
        }
        assertThat(derivatives()).isEqualTo(1);
        assertThat(size(visitor.get(path + "?w=256&ar=32:18").is(200))).isEqualTo("256x144");
        for (String query : List.of("h=100", "w=100&q=50", "w=100&ar=5:1", "w=4097", "w=0", "w=-1", "w=1e3")) {
            visitor.get(path + "?" + query).is(400);
        }
        for (int i = 0; i < 70; i++) {
            visitor.get(path + "?w=200").is(200);
        }
    }

    @Test
    void whatIsMalformedUnknownOrRepeatedIsRefusedAndMakesNothing() {
        String path = picture(90, 60);
        for (String query : List.of(
                "w=10&w=20",
                "w=10&crop=1",
                "w=",
                "w=%00",
                "w=99999999999",
                "h=4097",
                "q=0",
                "q=101",
                "fit=fill",
                "format=gif",
                "ar=0:1",
                "ar=1",
                "ar=99999:1",
                "fp=2,0",
                "fp=0.5",
                "fp=a,b",
                "w=1&h=1&ar=1:1",
                "width=400",
                "quality=50&utm_source=x",
                "exp=1999999999",
                "w=10&exp=1999999999")) {
            assertThat(keyed.get(path + "?" + query).status()).as(query).isEqualTo(400);
        }
        keyed.get(path.replace("original", "thumb") + "?w=10").is(400);
        assertThat(keyed.get(path + "?utm_source=x").is(200).header("Cache-Control"))
                .endsWith("immutable");
        assertThat(derivatives()).isZero();
    }

    @Test
    void theFormatFollowsWhatTheReaderTakes() {
        String path = picture(900, 600);
        Reply webp = visitor.with("Accept", "image/webp,*/*")
                .get(path + "?w=256&format=auto")
                .is(200);
        assertThat(webp.header("Content-Type")).isEqualTo("image/webp");
        assertThat(webp.header("Vary")).isEqualTo("Accept");
        Reply plain =
                visitor.with("Accept", "*/*").get(path + "?w=256&format=auto").is(200);
        assertThat(plain.header("Content-Type")).isEqualTo("image/jpeg");
        assertThat(keyed.with("Accept", "image/webp;q=0")
                        .get(path + "?w=256&format=auto")
                        .is(200)
                        .header("Vary"))
                .isEqualTo("Authorization, Accept");
        String clear = path(asset(Drawn.circle(100)));
        assertThat(visitor.with("Accept", "*/*")
                        .get(clear + "?w=64&format=auto")
                        .is(200)
                        .header("Content-Type"))
                .isEqualTo("image/png");
        String best = path + "?w=128&format=auto";
        Http modern = visitor.with("Accept", "image/avif,image/webp,*/*");
        Reply first = modern.get(best).is(200);
        assertThat(first.header("Content-Type")).isEqualTo("image/webp");
        if (keyed.get(path + "?w=32&format=avif").status() == 200) {
            assertThat(first.header("Cache-Control")).isEqualTo("public, max-age=60");
            Eventually.eventually(
                    "the better format is there",
                    () -> modern.get(best).is(200).header("Content-Type").equals("image/avif"));
        } else {
            keyed.get(path + "?w=128&format=avif").is(400);
        }
    }

    @Test
    void aSignatureAllowsWhatAKeyAllowsUntilItEndsOrItsKeyDoes() {
        String path = picture(900, 600);
        String inProject = path.substring(path.indexOf("media/original"));
        JsonNode key = ada.post(media + "/signing-keys", Map.of()).is(200).json();
        assertThat(key.get("key").asString()).startsWith("cms_sign_");
        JsonNode second = ada.post(media + "/signing-keys", Map.of()).is(200).json();
        ada.post(media + "/signing-keys", Map.of()).is(409);
        assertThat(ada.get(media + "/signing-keys").is(200).text())
                .doesNotContain(key.get("key").asString());
        assertThat(ada.get(media + "/signing-keys").is(200).json()).hasSize(2);
        for (Person person : List.of(world.bo(), world.dee())) {
            person.http().get(media + "/signing-keys").is(403);
            person.http().post(media + "/signing-keys", Map.of()).is(403);
        }
        String text = key.get("key").asString();
        String query = "h=77&q=50";
        Reply reply = visitor.get(path + "?q=50&h=77&sig=" + signature(text, inProject, query))
                .is(200);
        assertThat(size(reply)).isEqualTo("116x77");
        String encoded = "ar=5:1&w=500";
        assertThat(size(visitor.get(path + "?w=500&ar=5%3A1&sig=" + signature(text, inProject, encoded))
                        .is(200)))
                .isEqualTo("500x100");
        visitor.get(path + "?h=78&q=50&sig=" + signature(text, inProject, query))
                .is(403);
        visitor.get(path + "?h=77&q=50&sig=").is(403);
        visitor.get(path + "?h=77&q=50&sig=x").is(403);
        String other = path(asset(Drawn.halves("png", 50, 50, Color.RED, Color.BLUE)));
        visitor.get(other + "?h=77&q=50&sig=" + signature(text, inProject, query))
                .is(403);
        long end = app.clock().instant().getEpochSecond() + 60;
        String ending = path + "?exp=" + end + "&h=50&sig=" + signature(text, inProject, "exp=" + end + "&h=50");
        visitor.get(ending).is(200);
        app.clock().advance(Duration.ofSeconds(61));
        visitor.get(ending).is(403);
        ada.delete(media + "/signing-keys/" + key.get("id").asString()).is(200);
        visitor.get(path + "?q=50&h=77&sig=" + signature(text, inProject, query))
                .is(403);
        visitor.get(path + "?q=50&h=77&sig=" + signature(second.get("key").asString(), inProject, query))
                .is(200);
    }

    @Tag("large")
    @Test
    void whoAsksForManyNewSizesWithoutAKeyWaitsAndWhatIsThereKeepsComing() {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            paths.add(path(asset(Drawn.halves("png", 40 + i, 30, Color.RED, Color.BLUE))));
        }
        int made = 0;
        List<Integer> answers = new ArrayList<>();
        for (String path : paths) {
            for (int width : List.of(16, 32, 48)) {
                for (String ratio : List.of("1:1", "4:3", "3:2", "16:9", "21:9", "3:4")) {
                    int status =
                            visitor.get(path + "?w=" + width + "&ar=" + ratio).status();
                    answers.add(status);
                    made += status == 200 ? 1 : 0;
                }
            }
        }
        assertThat(made).isEqualTo(60);
        assertThat(answers).contains(429).containsOnly(200, 429);
        visitor.get(paths.getFirst() + "?w=16&ar=1:1").is(200);
        keyed.get(paths.getLast() + "?w=17&ar=1:1").is(200);
    }

    @Tag("large")
    @Test
    void manyWhoAskAtOnceGetTheSameBytesAndOneIsMade() throws Exception {
        String path = picture(1200, 800);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<String>> all = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                all.add(() -> keyed.get(path + "?w=700").is(200).header("ETag"));
            }
            List<String> tags = new ArrayList<>();
            for (Future<String> one : threads.invokeAll(all)) {
                tags.add(one.get());
            }
            assertThat(tags).containsOnly(tags.getFirst());
        }
        assertThat(derivatives()).isEqualTo(1);
    }

    @Tag("large")
    @Test
    void whatIsTooMuchGoesAndIsMadeAgain() {
        String path = path(asset(Drawn.noise(700)));
        for (int width = 500; width < 540; width++) {
            keyed.get(path + "?q=95&w=" + width).is(200);
        }
        long bytes = app.doors()
                .rows()
                .read(tx -> tx.query("SELECT COALESCE(SUM(size), 0) FROM media_derivatives")
                        .mapTo(Long.class)
                        .one());
        assertThat(bytes).isLessThanOrEqualTo(1L << 20);
        assertThat(derivatives()).isBetween(1L, 39L);
        keyed.get(path + "?q=95&w=500").is(200);
    }

    @Test
    void whatWasDeletedIsGoneInEverySize() {
        JsonNode asset = asset(Drawn.halves("png", 50, 50, Color.RED, Color.BLUE));
        String path = path(asset);
        visitor.get(path + "?w=16").is(200);
        ada.delete(media + "/" + asset.get("id").asString()).is(200);
        visitor.get(path + "?w=16").is(404);
        ada.delete(media + "/" + asset.get("id").asString() + "?permanent=true").is(200);
        Eventually.eventually("nothing is left of it", () -> derivatives() == 0);
    }

    private String signature(String key, String path, String query) {
        byte[] text = (world.projectId() + "\n" + path + "\n" + query).getBytes(StandardCharsets.UTF_8);
        byte[] whole = Hashes.hmacSha256(key.getBytes(StandardCharsets.UTF_8), text);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(whole, 16));
    }

    private String picture(int width, int height) {
        return path(asset(Drawn.halves("jpg", width, height, Color.RED, Color.BLUE)));
    }

    private JsonNode asset(byte[] bytes) {
        return Form.of("a.png", bytes).post(ada, media).is(201).json();
    }

    private static String path(JsonNode asset) {
        return asset.get("url").asString().replaceFirst("^https?://[^/]+", "");
    }

    private long derivatives() {
        return app.doors()
                .rows()
                .read(tx -> tx.query("SELECT COUNT(*) FROM media_derivatives")
                        .mapTo(Long.class)
                        .one());
    }

    private static String size(Reply reply) {
        BufferedImage image = Drawn.read(reply.body());
        return image.getWidth() + "x" + image.getHeight();
    }

    private static Color middle(Reply reply) {
        BufferedImage image = Drawn.read(reply.is(200).body());
        return new Color(image.getRGB(image.getWidth() / 2, image.getHeight() / 2));
    }
}
