package cms.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cms.platform.json.Json;
import cms.testing.Events;
import cms.testing.Eventually;
import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Tag("rows")
@Timeout(240)
class MediaTest {
    private TestApp app;
    private World world;
    private Http ada;
    private String media;

    @BeforeEach
    void start() {
        app = TestApp.start(Map.of("CMS_KEYLESS_MEDIA_RATE_PER_MINUTE", "30", "CMS_MEDIA_RATE_PER_HOUR", "60"));
        world = World.blog(app);
        ada = world.ada().http();
        media = world.p() + "/media";
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void anUploadedPictureHasItsSizesAndEverythingThatIsKnownOfIt() {
        JsonNode asset = Form.of("C:\\fakepath\\sea side.jpg", picture("jpg", 900, 600, Color.BLUE))
                .with("alt", "The sea")
                .with("tags", "summer, sea ,summer")
                .post(ada, media)
                .is(201)
                .json();
        assertThat(asset.get("filename").asString()).isEqualTo("sea side.jpg");
        assertThat(asset.get("contentType").asString()).isEqualTo("image/webp");
        assertThat(asset.get("width").asInt()).isEqualTo(900);
        assertThat(asset.get("height").asInt()).isEqualTo(600);
        assertThat(asset.get("format").asString()).isEqualTo("webp");
        assertThat(asset.get("blurhash").isNull()).isFalse();
        assertThat(asset.get("alt").asString()).isEqualTo("The sea");
        assertThat(texts(asset.get("tags"))).containsExactly("summer", "sea");
        String id = asset.get("id").asString();
        assertThat(asset.get("originalPath").asString()).isEqualTo("media/original/" + id + ".webp");
        assertThat(asset.get("variants").propertyNames()).containsExactlyInAnyOrder("hero", "card", "thumb", "og");
        assertThat(asset.at("/variants/card/path").asString()).isEqualTo("media/card/" + id + ".webp");
        assertThat(asset.at("/variants/og/path").asString()).isEqualTo("media/og/" + id + ".jpg");
        assertThat(asset.at("/variants/og/format").asString()).isEqualTo("jpeg");
        assertThat(asset.at("/variants/thumb/width").asInt()).isEqualTo(300);
        assertThat(asset.at("/variantUrls/card").asString())
                .isEqualTo(app.url() + "/api/cdn/v1/" + world.projectId() + "/media/card/" + id + ".webp?v=1");
        assertThat(asset.get("contentHash").asString()).matches("[0-9a-f]{64}");
        assertThat(asset.get("source").asString()).isEqualTo("upload");
        assertThat(asset.at("/focalPoint/x").asDouble()).isEqualTo(0.5);
        Reply shown = world.dee().http().get(media + "/" + id).is(200);
        assertThat(shown.json()).isEqualTo(asset);
        assertThat(shown.header("ETag")).isNotEmpty();
        Reply preview = world.dee()
                .http()
                .get(media + "/" + id + "/preview?variant=thumb")
                .is(200);
        assertThat(preview.header("Content-Type")).isEqualTo("image/webp");
        assertThat(preview.header("Cache-Control")).isEqualTo("private, max-age=3600");
        assertThat(preview.body()).hasSize(asset.at("/variants/thumb/size").asInt());
        Reply master = ada.get(media + "/" + id + "/master").is(200);
        assertThat(master.header("Content-Type")).isEqualTo("image/jpeg");
        assertThat(master.header("Content-Disposition")).isEqualTo("attachment; filename*=UTF-8''sea%20side.jpg");
        ada.get(media + "/" + id + "/preview?variant=none").is(404);
        ada.get(media + "/" + id + "/preview?variant=master").is(404);
    }

    @Test
    void viewersReadAndEditorsWrite() {
        String id = upload("a.png");
        world.dee().http().get(media).is(200);
        Form.of("b.png", picture("png", 20, 20, Color.RED))
                .post(world.dee().http(), media)
                .is(403);
        world.dee().http().patch(media + "/" + id, Map.of("alt", "x")).is(403);
        world.dee().http().delete(media + "/" + id).is(403);
        world.bo().http().patch(media + "/" + id, Map.of("alt", "x")).is(200);
        world.nobody().http().get(media).is(404);
        world.bo().http().delete(media + "/" + id).is(200);
    }

    @Test
    void whatIsNoFileOfAKindThatIsTakenIsRefused() {
        assertThat(Form.of("a.png", "<html><script>alert(1)</script></html>".getBytes())
                        .post(ada, media)
                        .is(415)
                        .json()
                        .get("code")
                        .asString())
                .isEqualTo("media.type");
        ada.post(media, Map.of("file", "x")).is(415);
        Form.of("a.png", picture("png", 20, 20, Color.RED))
                .with("variants", "poster")
                .post(ada, media)
                .is(400);
        Form.of("a.png", picture("png", 20, 20, Color.RED))
                .with("field", "posts.title")
                .post(ada, media)
                .is(400);
        Form.of("a.png", picture("png", 20, 20, Color.RED))
                .with("field", "posts.cover")
                .post(ada, media)
                .is(201);
        Form.of("a.png", picture("png", 20, 20, Color.RED))
                .with("variants", "{\"wide\":{\"width\":9999}}")
                .post(ada, media)
                .is(400);
        JsonNode own = Form.of("a.png", picture("png", 20, 10, Color.RED))
                .with("variants", "{\"tiny\":{\"width\":10,\"fit\":\"inside\",\"format\":\"png\"}}")
                .post(ada, media)
                .is(201)
                .json();
        assertThat(own.get("variants").propertyNames()).containsExactly("tiny");
    }

    @Test
    void listsAreSearchedFilteredAndSorted() {
        String small = upload("Zebra_1.png", 30, 20, "animal");
        app.advance(Duration.ofSeconds(1));
        String large = upload("apple.png", 300, 200, "fruit,red");
        ada.patch(media + "/" + small, Map.of("alt", "Stripes 100%", "altByLocale", Map.of("de", "Streifen")))
                .is(200);
        assertThat(ids("")).containsExactly(large, small);
        assertThat(ids("?sort=oldest")).containsExactly(small, large);
        assertThat(ids("?sort=name")).containsExactly(small, large);
        assertThat(ids("?search=ZEBRA_")).containsExactly(small);
        assertThat(ids("?search=100%25")).containsExactly(small);
        assertThat(ids("?search=_%25_")).isEmpty();
        ada.patch(media + "/" + large, Map.of("alt", "a long text ".repeat(100)))
                .is(200);
        JsonNode found = ada.get(media + "?limit=1&search=.png").is(200).json();
        assertThat(found.get("assets")).hasSize(1);
        assertThat(found.get("total").asInt()).isEqualTo(2);
        ada.patch(media + "/" + large, Collections.singletonMap("alt", null)).is(200);
        assertThat(ids("?tags=red,none")).containsExactly(large);
        assertThat(ids("?tags=Red,FRUIT,r_d")).as("alike on every database").isEmpty();
        assertThat(ids("?type=image/")).hasSize(2);
        assertThat(ids("?contentType=video/")).isEmpty();
        assertThat(ids("?missingAlt=true")).containsExactly(large);
        assertThat(ids("?missingAlt=de")).containsExactly(large);
        assertThat(ids("?missingAlt=fr")).hasSize(2);
        assertThat(ids("?missingAlt=DE")).hasSize(2);
        assertThat(ids("?limit=1&page=2")).containsExactly(small);
        assertThat(ids("?limit=1000")).hasSize(2);
        ada.get(media + "?sort=random").is(400);
        ada.get(media + "?unused=maybe").is(400);
        ada.get(media + "?unused=").is(400);
        ada.delete(media + "/" + large + "?permanent=").is(400);
        ada.delete(media + "/" + large + "?permanent").is(400);
    }

    @Test
    void theSameBytesShareTheirStorage() {
        byte[] bytes = picture("png", 40, 40, Color.GREEN);
        JsonNode first = Form.of("one.png", bytes).post(ada, media).is(201).json();
        long used = storage();
        app.advance(Duration.ofSeconds(1));
        JsonNode second = Form.of("two.png", bytes).post(ada, media).is(201).json();
        assertThat(texts(second.get("duplicateOf")))
                .containsExactly(first.get("id").asString());
        assertThat(storage()).isEqualTo(used);
        Reply known = Form.of("three.png", bytes)
                .post(ada, media + "?onDuplicate=return")
                .is(200);
        assertThat(known.json().get("id")).isEqualTo(second.get("id"));
        assertThat(ids("?contentHash=" + first.get("contentHash").asString())).hasSize(2);
        ada.delete(media + "/" + first.get("id").asString() + "?permanent=true").is(200);
        ada.get(media + "/" + second.get("id").asString() + "/preview?variant=thumb")
                .is(200);
        assertThat(storage()).isEqualTo(used);
        ada.delete(media + "/" + second.get("id").asString() + "?permanent=true")
                .is(200);
        assertThat(storage()).isZero();
    }

    @Test
    void whatContentUsesIsNotDeletedUnasked() {
        JsonNode asset = Form.of("cover.png", picture("png", 40, 40, Color.GREEN))
                .post(ada, media)
                .is(201)
                .json();
        String id = asset.get("id").asString();
        assertThat(ids("?unused=true")).containsExactly(id);
        ada.post(
                        world.p() + "/content/authors",
                        Map.of(
                                "data",
                                Map.of(
                                        "a1b2c3d4e5f6",
                                        Map.of(
                                                "name",
                                                "Ann",
                                                "email",
                                                "ann@example.com",
                                                "portrait",
                                                asset.get("originalPath").asString()))))
                .is(200);
        JsonNode used = ada.get(media + "/" + id).is(200).json().get("usedIn");
        assertThat(used).hasSizeGreaterThanOrEqualTo(1);
        assertThat(used.at("/0/modelId").asString()).isEqualTo("authors");
        assertThat(used.at("/0/entryId").asString()).isEqualTo("a1b2c3d4e5f6");
        assertThat(used.at("/0/fieldId").asString()).isEqualTo("portrait");
        assertThat(ids("?unused=true")).isEmpty();
        Reply refused = ada.delete(media + "/" + id).is(409);
        assertThat(refused.json().get("code").asString()).isEqualTo("media.in_use");
        assertThat(refused.json().at("/data/usedIn/0/entryId").asString()).isEqualTo("a1b2c3d4e5f6");
        JsonNode results = ada.post(media + "/bulk", Map.of("action", "delete", "assetIds", List.of(id, "none")))
                .is(200)
                .json()
                .get("results");
        assertThat(results.at("/0/success").asBoolean()).isFalse();
        assertThat(results.at("/1/success").asBoolean()).isFalse();
        ada.delete(media + "/" + id + "?force=true").is(200);
        ada.get(media + "/" + id).is(404);
        assertThat(ids("")).isEmpty();
        ada.post(media + "/" + id + "/restore").is(200);
        ada.get(media + "/" + id).is(200);
        ada.delete(media + "/" + id + "?force=true").is(200);
        app.advance(Duration.ofHours(25));
        world.ada();
    }

    @Test
    void whoSeesSomeModelsIsNotToldWhatOthersUse() {
        String id = upload("cover.png", 20, 20, "cover");
        String free = upload("free.png", 20, 20, "free");
        Map<String, Object> ann = Map.of(
                "name",
                "Ann",
                "email",
                "ann@example.com",
                "portrait",
                ada.get(media + "/" + id).is(200).json().get("originalPath").asString());
        ada.post(world.p() + "/content/authors", Map.of("data", Map.of("a1b2c3d4e5f6", ann)))
                .is(200);
        assertThat(ids("?unused=true")).containsExactly(free);
        assertThat(ids(world.bo().http(), "?unused=true")).containsExactly(free);
        world.narrow(world.bo(), "editor", "authors");
        assertThat(ids(world.bo().http(), "?unused=true")).containsExactly(free);
        world.narrow(world.bo(), "editor", "guides");
        assertThat(ids(world.bo().http(), "?unused=true")).containsExactlyInAnyOrder(free, id);
    }

    @Test
    void membersTagSeveralAssetsAndAreToldOfEach() {
        String id = upload("a.png", 20, 20, "old");
        List<String> fifty =
                IntStream.range(0, 50).mapToObj(one -> "tag " + one).toList();
        String full = upload("b.png", 20, 20, String.join(",", fifty));
        Map<String, Object> tag =
                Map.of("action", "tag", "assetIds", List.of(id, full, "none", id), "tags", List.of(" new ", "old"));
        world.dee().http().post(media + "/bulk", tag).is(403);
        JsonNode results =
                world.bo().http().post(media + "/bulk", tag).is(200).json().get("results");
        assertThat(results).hasSize(3);
        assertThat(results.get(0)).isEqualTo(Json.tree(Map.of("id", id, "success", true)));
        assertThat(results.at("/1/success").asBoolean()).isFalse();
        assertThat(results.at("/1/error").asString()).contains("at most 50 tags");
        assertThat(results.at("/2/error").asString()).contains("no such asset");
        assertThat(texts(ada.get(media + "/" + id).is(200).json().get("tags"))).containsExactly("old", "new");
        ada.post(media + "/bulk", Map.of("action", "tag", "assetIds", List.of(id)))
                .is(400);
        ada.post(media + "/bulk", Map.of("action", "rename", "assetIds", List.of(id)))
                .is(400);
    }

    @Test
    void aSaveAndTheHealthNameEachAssetThatIsNotThere() {
        String id = upload("a.png");
        String gone = "11111111-2222-4333-8444-555555555555";
        String there = "media/original/" + id + ".webp";
        String missing = "media/card/" + gone + ".webp";
        defaultLocale("de");
        JsonNode saved = ada.post(
                        world.p() + "/content/posts",
                        Map.of(
                                "data",
                                Map.of(
                                        "aaaabbbbcccc",
                                        Map.of("title", "A", "cover", there),
                                        "aaaabbbbcccd",
                                        Map.of("title", "B", "cover", missing))))
                .is(200)
                .json();
        defaultLocale("en");
        assertThat(saved.at("/validation/valid").asBoolean()).isTrue();
        List<JsonNode> told = saved.at("/validation/errors").valueStream().toList();
        assertThat(told).hasSize(1);
        assertThat(told.getFirst().get("severity").asString()).isEqualTo("warning");
        assertThat(told.getFirst().get("entry").asString()).isEqualTo("aaaabbbbcccd");
        assertThat(told.getFirst().get("locale").asString())
                .as("as it was saved")
                .isEqualTo("en");
        assertThat(told.getFirst().get("field").asString()).isEqualTo("cover");
        assertThat(told.getFirst().get("message").asString()).contains(gone);
        assertThat(missingInHealth()).containsExactly("cover");
        ada.delete(media + "/" + id + "?force=true").is(200);
        assertThat(missingInHealth()).containsExactly("cover", "cover");
        ada.post(media + "/" + id + "/restore", null).is(200);
        ada.post(
                        world.p() + "/content/posts",
                        Map.of("data", Map.of("aaaabbbbcccd", Map.of("title", "B", "cover", there))))
                .is(200);
        assertThat(missingInHealth()).isEmpty();
    }

    private void defaultLocale(String locale) {
        ada.patch(world.p() + "/config", Map.of("locales", Map.of("default", locale, "supported", List.of("en", "de"))))
                .is(200);
    }

    private List<String> missingInHealth() {
        return ada.get(world.p() + "/health")
                .is(200)
                .json()
                .get("warnings")
                .valueStream()
                .filter(item -> item.get("type").asString().equals("missing_asset"))
                .map(item -> item.get("field").asString())
                .toList();
    }

    @Tag("large")
    @Test
    void whoListensHearsAtOnceOfEachAssetThatChanges() {
        try (Events events = world.dee().http().events("GET", world.p() + "/events", null)) {
            String id = upload("a.png");
            ada.patch(media + "/" + id, Map.of("alt", "x")).is(200);
            ada.delete(media + "/" + id).is(200);
            ada.post(media + "/" + id + "/restore").is(200);
            for (int times = 0; times < 4; times++) {
                JsonNode event = events.next().orElseThrow();
                assertThat(event.get("type").asString()).isEqualTo("asset.changed");
                assertThat(event.get("assetId").asString()).isEqualTo(id);
            }
        }
    }

    @Test
    void aFocalPointMakesTheVariantsAnewUnderANewVersion() {
        JsonNode asset = Form.of("a.png", Drawn.halves("png", 400, 200, Color.RED, Color.BLUE))
                .with("variants", "avatar")
                .post(ada, media)
                .is(201)
                .json();
        String id = asset.get("id").asString();
        for (Color side : List.of(Color.BLUE, Color.RED)) {
            int x = side == Color.RED ? 0 : 1;
            ada.patch(media + "/" + id, Map.of("focalPoint", Map.of("x", x, "y", 0.5)))
                    .is(200);
            BufferedImage cut = Drawn.read(
                    ada.get(media + "/" + id + "/preview?variant=large").is(200).body());
            assertThat(cut.getWidth() + "x" + cut.getHeight()).isEqualTo("200x200");
            int middle = cut.getRGB(100, 100);
            assertThat(middle >> 16 & 255).isCloseTo(side.getRed(), within(10));
            assertThat(middle & 255).isCloseTo(side.getBlue(), within(10));
        }
        Reply changed = ada.patch(media + "/" + id, Map.of("focalPoint", Map.of("x", 0, "y", 1)))
                .is(200);
        assertThat(changed.json().at("/variantUrls/large").asString()).endsWith("?v=4");
        assertThat(changed.json().at("/focalPoint/y").asDouble()).isEqualTo(1);
        ada.patch(media + "/" + id, Map.of("focalPoint", Map.of("x", 2, "y", 1)))
                .is(400);
        ada.with("If-Match", "\"77\"")
                .patch(media + "/" + id, Map.of("alt", "late"))
                .is(412);
        ada.with("If-Match", changed.header("ETag"))
                .patch(media + "/" + id, Map.of("alt", "in time"))
                .is(200);
    }

    @Test
    void filesAreDeliveredWithAKeyAndWithoutOneWhereTheProjectSaysSo() {
        JsonNode asset = Form.of("a.jpg", picture("jpg", 400, 200, Color.RED))
                .post(ada, media)
                .is(201)
                .json();
        String original = path(asset.get("url"));
        String thumb = path(asset.at("/variantUrls/thumb"));
        Http visitor = new Http(app.url());
        visitor.get(original).is(401);
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        assertThat(visitor.get(original).status()).isEqualTo(401);
        Http keyed = visitor.bearer(key("delivery"));
        Reply whole = keyed.get(original);
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.header("Content-Type")).isEqualTo("image/webp");
        assertThat(whole.header("Cache-Control")).isEqualTo("private, max-age=31536000, immutable");
        assertThat(whole.header("X-Content-Type-Options")).isEqualTo("nosniff");
        keyed.with("If-None-Match", whole.header("ETag")).get(original).is(304);
        Reply part = keyed.with("Range", "bytes=10-19").get(original).is(206);
        assertThat(part.body()).hasSize(10);
        assertThat(part.header("Content-Range")).isEqualTo("bytes 10-19/" + whole.body().length);
        keyed.with("Range", "bytes=" + whole.body().length + "-").get(original).is(416);
        assertThat(keyed.with("Range", "bytes=0-1")
                        .with("If-Range", "\"other\"")
                        .get(original)
                        .is(200)
                        .body())
                .isEqualTo(whole.body());
        assertThat(keyed.send("HEAD", original, null).is(200).header("Content-Length"))
                .isEqualTo(Integer.toString(whole.body().length));
        assertThat(keyed.get(thumb).is(200).header("Cache-Control")).endsWith("immutable");
        assertThat(keyed.get(thumb.replace("?v=1", "?v=0")).is(200).header("Cache-Control"))
                .isEqualTo("private, max-age=60");
        assertThat(keyed.get(thumb.replace("?v=1", "")).is(200).header("Cache-Control"))
                .isEqualTo("private, max-age=3600");
        visitor.bearer(key("media:read")).get(original).is(200);
        keyed.get(original.replace("original", "other")).is(404);
        keyed.get(original.replace(".webp", ".png")).is(404);
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_public_media", true)).is(200);
        Reply open = visitor.get(original).is(200);
        assertThat(open.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        for (int i = 1; i < 30; i++) {
            visitor.get(original).is(200);
        }
        assertThat(visitor.get(original).is(429).header("Retry-After")).isNotEmpty();
        ada.delete(media + "/" + asset.get("id").asString()).is(200);
        keyed.get(original).is(404);
    }

    @Test
    void whatIsDeliveredTellsOfAssetsAsTheyAreNow() {
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        Http keyed = new Http(app.url()).bearer(key("delivery"));
        String manifest = "/api/cdn/v1/" + world.projectId() + "/_media_manifest.json";
        Eventually.eventually(
                "seen",
                () -> keyed.get("/api/cdn/v1/" + world.projectId() + "/_manifest.json")
                                .status()
                        == 200);
        keyed.get(manifest).is(404);
        JsonNode asset = Form.of("a.png", picture("png", 40, 20, Color.RED))
                .with("alt", "Red")
                .post(ada, media)
                .is(201)
                .json();
        Eventually.eventually("seen", () -> keyed.get(manifest).status() == 200);
        String path = "/assets/" + asset.get("originalPath").asString().replace("/", "~1");
        JsonNode said = keyed.get(manifest).is(200).json().at(path);
        assertThat(said.at("/meta/width").asInt()).isEqualTo(40);
        assertThat(said.at("/meta/alt").asString()).isEqualTo("Red");
        assertThat(said.at("/variants/card")).isEqualTo(asset.at("/variants/card/path"));
        ada.patch(media + "/" + asset.get("id").asString(), Map.of("altByLocale", Map.of("de", "Rot")))
                .is(200);
        Eventually.eventually(
                "seen",
                () -> keyed.get(manifest)
                        .json()
                        .at(path + "/meta/altByLocale/de")
                        .asString("")
                        .equals("Rot"));
        ada.delete(media + "/" + asset.get("id").asString()).is(200);
        Eventually.eventually("seen", () -> keyed.get(manifest).status() == 404);
    }

    @Test
    void programsWorkOnAssetsWithTheirKey() {
        String assets = "/api/media/v1/" + world.projectId() + "/assets";
        Http visitor = new Http(app.url());
        visitor.get(assets).is(401);
        Http reader = visitor.bearer(key("media:read"));
        reader.get(assets).is(403);
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        reader.get(assets).is(200);
        reader.get(assets.replace(world.projectId(), "00000000-0000-4000-8000-000000000000"))
                .is(403);
        visitor.bearer(key("delivery")).get(assets).is(403);
        Form.of("a.png", picture("png", 30, 20, Color.RED)).post(reader, assets).is(403);
        Http writer = visitor.bearer(key("media:read", "media:write"));
        JsonNode made = Form.of("a.png", picture("png", 30, 20, Color.RED))
                .post(writer, assets)
                .is(201)
                .json();
        assertThat(made.get("uploadedBy").asString()).isEqualTo(world.ada().id());
        String id = made.get("id").asString();
        writer.patch(assets + "/" + id, Map.of("alt", "red")).is(200);
        JsonNode tagged = writer.post(
                        assets + "/bulk",
                        Map.of("action", "tag", "assetIds", List.of(id, "none"), "tags", List.of("x")))
                .is(200)
                .json();
        assertThat(tagged.get("affected").asInt()).isEqualTo(1);
        assertThat(tagged.get("skipped").asInt()).isEqualTo(1);
        assertThat(texts(reader.get(assets + "/" + id).is(200).json().get("tags")))
                .containsExactly("x");
        writer.post(assets + "/bulk", Map.of("action", "tag", "assetIds", List.of(id)))
                .is(400);
        writer.post(
                        assets + "/bulk",
                        Map.of("action", "tag", "assetIds", List.of("none"), "tags", List.of("x".repeat(101))))
                .is(400);
        List<String> fifty =
                IntStream.range(0, 50).mapToObj(one -> "tag " + one).toList();
        writer.patch(assets + "/" + id, Map.of("tags", fifty)).is(200);
        JsonNode full = writer.post(
                        assets + "/bulk", Map.of("action", "tag", "assetIds", List.of(id), "tags", List.of("one more")))
                .is(200)
                .json();
        assertThat(full.get("affected").asInt()).isZero();
        assertThat(full.get("skipped").asInt()).isEqualTo(1);
        for (String url : List.of(
                "http://127.0.0.1/a.png",
                "http://localhost/a.png",
                "ftp://example.com/a",
                "nonsense",
                "http://[::ffff:10.0.0.1]/")) {
            assertThat(writer.post(assets, Map.of("url", url))
                            .is(400)
                            .json()
                            .get("code")
                            .asString())
                    .isEqualTo("media.url");
        }
        assertThat(writer.delete(assets + "/" + id)
                        .is(200)
                        .json()
                        .get("deleted")
                        .asBoolean())
                .isTrue();
        writer.delete(assets + "/" + id).is(404);
    }

    /** Before, every key was told ids, slugs and the branches of changes. */
    @Test
    void aKeyThatReadsIsNotToldWhereContentUsesAnAsset() {
        String assets = "/api/media/v1/" + world.projectId() + "/assets";
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        ada.patch(world.p() + "/config", Map.of("workflow", "review")).is(200);
        String id = upload("a.png");
        Map<String, String> author = Map.of("name", "Ann", "portrait", "media/original/" + id + ".webp");
        ada.post(world.p() + "/content/authors", Map.of("data", Map.of("a1b2c3d4e5f6", author)))
                .is(200);
        assertThat(ada.get(media + "/" + id).is(200).text()).contains("a1b2c3d4e5f6");
        Http reader = new Http(app.url()).bearer(key("media:read"));
        Http writer = new Http(app.url()).bearer(key("media:read", "media:write"));
        for (String path : List.of(assets, assets + "/" + id)) {
            assertThat(reader.get(path).is(200).text())
                    .contains("\"usedIn\":[]")
                    .doesNotContain("a1b2c3d4e5f6")
                    .doesNotContain("cr/");
            assertThat(writer.get(path).is(200).text()).contains("a1b2c3d4e5f6");
        }
    }

    @Test
    void ofManyUploadsAtOnceExactlyThoseAreStoredThatThePlanHasRoomFor() throws Exception {
        List<Callable<Integer>> uploads = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            byte[] bytes = picture("png", 60, 60, new Color(i * 20, 0, 0));
            uploads.add(() -> Form.of("a.png", bytes)
                    .with("variants", "icon")
                    .post(ada, media)
                    .status());
        }
        // Four at a time: a picture waits so long for its turn as a slow machine takes for a few, and is 503 after it.
        try (ExecutorService people = Executors.newFixedThreadPool(4)) {
            for (Future<Integer> upload : people.invokeAll(uploads)) {
                assertThat(upload.get()).isEqualTo(201);
            }
        }
        assertThat(ids("?limit=100")).hasSize(12);
        assertThat(storage()).isPositive();
        ada.delete(world.p()).is(200);
        assertThat(storage()).isZero();
    }

    private String upload(String name) {
        return upload(name, 20, 20, "");
    }

    private String upload(String name, int width, int height, String tags) {
        return Form.of(name, picture("png", width, height, Color.RED))
                .with("tags", tags)
                .post(ada, media)
                .is(201)
                .json()
                .get("id")
                .asString();
    }

    private List<String> ids(String query) {
        return ids(ada, query);
    }

    private List<String> ids(Http member, String query) {
        List<String> ids = new ArrayList<>();
        member.get(media + query)
                .is(200)
                .json()
                .get("assets")
                .forEach(asset -> ids.add(asset.get("id").asString()));
        return ids;
    }

    private String key(String... scopes) {
        return ada.post(world.p() + "/cdn/keys", Map.of("name", "k", "scopes", List.of(scopes)))
                .is(200)
                .json()
                .get("key")
                .asString();
    }

    private long storage() {
        return app.doors()
                .rows()
                .read(tx -> tx.query("SELECT COALESCE(SUM(size), 0) FROM media_blobs")
                        .mapTo(Long.class)
                        .one());
    }

    private static String path(JsonNode url) {
        return url.asString().replaceFirst("^https?://[^/]+", "");
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    private static byte[] picture(String format, int width, int height, Color colour) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(colour);
        graphics.fillRect(0, 0, width, height);
        graphics.setColor(Color.WHITE);
        graphics.fillOval(width / 4, height / 4, width / 2, height / 2);
        graphics.dispose();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, format, out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }
}
