package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import java.awt.Color;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@Tag("rows")
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UploadRequestsTest {
    private static final long PLAN_BYTES = 100L << 30;

    private TestApp app;
    private World world;
    private Http ada;
    private String media;

    @BeforeAll
    void start() {
        app = TestApp.start(Map.of());
        world = World.blog(app);
        ada = world.ada().http();
        media = world.p() + "/media";
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
    }

    @AfterAll
    void stop() {
        app.close();
    }

    @Test
    void noFileIsRefusedForItsName() {
        byte[] picture = Drawn.halves("png", 20, 10, Color.RED, Color.RED);
        Map<String, String> names = Map.of(
                "a\u0001\u0000b\u007f.png", "a  b .png",
                "../../etc/pass\u001bwd", "pass wd",
                "C:\\temp\\\u202egnp.exe", "gnp.exe",
                "..", "file",
                "größe \u00e9.png", "größe \u00e9.png");
        names.forEach((sent, stored) -> assertThat(Form.of(sent, picture)
                        .with("alt", "control \u0001 characters of values stay")
                        .post(ada, media)
                        .is(201)
                        .json()
                        .get("filename")
                        .asString())
                .isEqualTo(stored));
    }

    /** Shown to fail before: it was 201, and the second file was gone. */
    @Test
    void aFormWithTwoFilesStoresNone() {
        byte[] picture = Drawn.halves("png", 20, 10, Color.RED, Color.RED);
        Form two = Form.of("one.png", picture).with("two.png", picture);
        String before = ada.get(media + "?search=one.png").is(200).text();

        assertThat(two.post(ada, media).is(400).json().get("message").asString())
                .contains("Send one file in a request");
        assertThat(ada.get(media + "?search=one.png").is(200).text()).isEqualTo(before);
    }

    /** No database keeps a NUL in a text on PostgreSQL; a shape that is no text was a fault of the service. */
    @Test
    void aNulAndAMemberOfAnotherTypeAreRefusedByName() {
        byte[] picture = Drawn.halves("png", 20, 10, Color.RED, Color.RED);
        assertThat(Form.of("a.png", picture)
                        .with("alt", "a\0b")
                        .post(ada, media)
                        .is(400)
                        .json()
                        .get("message")
                        .asString())
                .contains("`alt`");
        for (String member : List.of("fit", "format")) {
            String variants = "{\"a\":{\"width\":1,\"" + member + "\":{}}}";
            assertThat(Form.of("a.png", picture)
                            .with("variants", variants)
                            .post(ada, media)
                            .is(400)
                            .json()
                            .get("message")
                            .asString())
                    .contains("`" + member + "`");
        }
        String text = Base64.getEncoder().encodeToString("a\0b".getBytes(StandardCharsets.UTF_8));
        ada.with("Upload-Length", "5")
                .with("Tus-Resumable", "1.0.0")
                .with("Upload-Metadata", "alt " + text)
                .post(media + "/uploads", Map.of())
                .is(400);
    }

    /** Shown to fail where the new variants were counted before the old ones went. */
    @Test
    void aFullStorageLetsAPictureBeCutAroundAnotherPoint() {
        byte[] picture = Drawn.halves("png", 40, 20, Color.RED, Color.BLUE);
        String id = Form.of("full.png", picture)
                .with("variants", "avatar")
                .post(ada, media)
                .is(201)
                .json()
                .get("id")
                .asString();
        fill(100); // far less than the variants take, more than one cut differs from another
        Form.of("more.png", Drawn.halves("png", 60, 20, Color.RED, Color.BLUE))
                .post(ada, media)
                .is(403);
        ada.patch(media + "/" + id, Map.of("focalPoint", Map.of("x", 1, "y", 0.5)))
                .is(200);
        fill(1L << 30);
    }

    /** Leaves so many bytes of the plan. */
    private void fill(long left) {
        app.doors()
                .rows()
                .writing(tx -> tx.update("UPDATE usage_months SET used = :used WHERE month = 'now'")
                        .bind("used", PLAN_BYTES - left)
                        .execute());
    }

    @Test
    void ofAPictureThatIsAlsoAnotherFileThePictureAloneStays() {
        Map<String, String> also = Map.of(
                "jpg", "<html><script>foreign()</script></html>",
                "png", "PK\u0003\u0004 foreign",
                "gif", "*/=1;foreign();//");
        also.forEach((format, text) -> {
            byte[] picture = Drawn.halves(format, 30, 20, Color.RED, Color.BLUE);
            byte[] more = text.getBytes(StandardCharsets.US_ASCII);
            byte[] both = Arrays.copyOf(picture, picture.length + more.length);
            System.arraycopy(more, 0, both, picture.length, more.length);
            String id = Form.of("both." + format, both)
                    .post(ada, media)
                    .is(201)
                    .json()
                    .get("id")
                    .asString();
            for (String place : List.of("/preview", "/preview?variant=og", "/master")) {
                Reply reply = ada.get(media + "/" + id + place).is(200);
                assertThat(reply.header("Content-Type")).startsWith("image/");
                assertThat(new String(reply.body(), StandardCharsets.ISO_8859_1))
                        .as(format + place)
                        .doesNotContain("foreign");
            }
        });
    }

    @Test
    void aRepeatedUploadIsCarriedOutOnce() {
        byte[] picture = Drawn.halves("png", 24, 10, Color.RED, Color.GREEN);
        String assets = "/api/media/v1/" + world.projectId() + "/assets";
        Http program = new Http(app.url())
                .bearer(ada.post(
                                world.p() + "/cdn/keys",
                                Map.of("name", "k", "scopes", List.of("media:read", "media:write")))
                        .is(200)
                        .json()
                        .get("key")
                        .asString());
        List.of(Map.entry(ada, media), Map.entry(program, assets)).forEach(way -> {
            Http caller = way.getKey().with("Idempotency-Key", "one");
            Reply first =
                    Form.of("once.png", picture).post(caller, way.getValue()).is(201);
            Reply again =
                    Form.of("once.png", picture).post(caller, way.getValue()).is(201);
            assertThat(again.json().get("id")).isEqualTo(first.json().get("id"));
            assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
            Form.of("other.png", picture).post(caller, way.getValue()).is(422);
            Form.of("once.png", picture)
                    .with("alt", "x")
                    .post(caller, way.getValue())
                    .is(422);
        });
        assertThat(ada.get(media + "?search=once.png").json().get("total").asInt())
                .isEqualTo(2);
        Map<String, String> url = Map.of("url", "http://10.0.0.1/a.png");
        Http second = program.with("Idempotency-Key", "two");
        second.post(assets, url).is(400);
        second.post(assets, Map.of("url", "http://10.0.0.2/a.png")).is(422);
    }

    @Test
    void aPreviewIsReadInPartsAndNotTwice() {
        byte[] picture = Drawn.noise(64);
        String asset = media + "/"
                + Form.of("preview.png", picture)
                        .post(ada, media)
                        .is(201)
                        .json()
                        .get("id")
                        .asString();
        for (String place : List.of(asset + "/preview", asset + "/master")) {
            Reply whole = ada.get(place).is(200);
            String tag = whole.header("ETag");
            assertThat(ada.with("If-None-Match", tag).get(place).is(304).body()).isEmpty();
            Reply part = ada.with("Range", "bytes=2-5").get(place).is(206);
            assertThat(part.body()).isEqualTo(Arrays.copyOfRange(whole.body(), 2, 6));
            assertThat(part.header("Content-Range")).isEqualTo("bytes 2-5/" + whole.body().length);
            ada.with("Range", "bytes=2-5")
                    .with("If-Range", "\"other\"")
                    .get(place)
                    .is(200);
            ada.with("Range", "bytes=99999999-").get(place).is(416);
        }
    }

    @Test
    void whatLiesOutsideThePagesIsBroughtIntoThem() {
        for (String query : List.of(
                "limit=-1",
                "limit=0",
                "limit=99999999999999999999",
                "page=-3",
                "page=0",
                "page=99999999999999999999")) {
            ada.get(media + "?" + query).is(200);
        }
        ada.get(media + "?limit=ten").is(400);
        ada.get(media + "?page=1.5").is(400);
    }

    @Test
    void namesOfMetadataServersLeadNowhere() {
        for (String host : List.of("metadata.google.internal", "METADATA.google.internal.")) {
            assertThat(ada.post(media + "/upload-url", Map.of("url", "http://" + host + "/computeMetadata/v1/"))
                            .is(400)
                            .json()
                            .get("code")
                            .asString())
                    .isEqualTo("media.url");
        }
    }
}
