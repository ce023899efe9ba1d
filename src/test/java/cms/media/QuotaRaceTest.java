package cms.media;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Form;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.Rows;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many uploads at once, where the plan has room for some, at two instances where rows can be shared; and what makes
 * room.
 */
@Tag("rows")
@Timeout(240)
class QuotaRaceTest {
    private static final int UPLOADS = 200;

    /** So many at a time that nobody at either instance waits for one of its twelve connections to the rows. */
    private static final int AT_ONCE = 16;

    private static final int FIT = 50;
    private static final int BYTES = 1_000;
    private static final long STARTER_BYTES = 1L << 30;

    @Test
    void ofTwoHundredUploadsExactlyThoseAreStoredThatThePlanHasRoomFor() throws Exception {
        try (TestApp app = TestApp.start(
                Map.of("CMS_DEFAULT_PLAN", "starter", "CMS_SECRET", "the same secret for every instance"))) {
            World world = World.blog(app);
            if (Rows.canBeShared()) {
                try (TestApp second = app.beside()) {
                    race(app, world, List.of(app, second));
                }
            } else {
                race(app, world, List.of(app));
            }
        }
    }

    private static void race(TestApp app, World world, List<TestApp> instances) throws Exception {
        String media = world.p() + "/media";
        Http ada = world.ada().http();
        // Half of a file more than what fits.
        Form.of("first.pdf", pdf(UPLOADS)).post(ada, media).is(201);
        set(app, STARTER_BYTES - FIT * BYTES - BYTES / 2);
        List<Callable<Reply>> uploads = new ArrayList<>();
        for (int i = 0; i < UPLOADS; i++) {
            Http http = ada.at(instances.get(i % instances.size()).url());
            byte[] bytes = pdf(i);
            uploads.add(() -> Form.of("a.pdf", bytes).post(http, media));
        }
        int stored = 0;
        try (ExecutorService people = Executors.newFixedThreadPool(AT_ONCE)) {
            for (Future<Reply> upload : people.invokeAll(uploads)) {
                Reply reply = upload.get();
                if (reply.status() == 201) {
                    stored++;
                } else {
                    assertThat(reply.is(403).json().get("code").asString()).isEqualTo("media.quota");
                }
            }
        }
        assertThat(stored).isEqualTo(FIT);
        assertThat(ada.get(media).is(200).json().get("total").asInt()).isEqualTo(FIT + 1);
        assertThat(used(app)).as("nothing stays reserved").isEqualTo(STARTER_BYTES - BYTES / 2);
        whatLiesInTheBinMakesRoom(app, ada, media);
    }

    private static void whatLiesInTheBinMakesRoom(TestApp app, Http ada, String media) {
        String id =
                ada.get(media + "?limit=1").is(200).json().at("/assets/0/id").asString();
        ada.delete(media + "/" + id).is(200);
        assertThat(used(app)).as("the bin counts").isEqualTo(STARTER_BYTES - BYTES / 2);
        Form.of("later.pdf", pdf(UPLOADS + 1)).post(ada, media).is(201);
        ada.post(media + "/" + id + "/restore").is(404);
        assertThat(used(app)).isEqualTo(STARTER_BYTES - BYTES / 2);
        Form.of("last.pdf", pdf(UPLOADS + 2)).post(ada, media).is(403);
    }

    @Test
    void anUploadForWhichTheBinIsTooSmallLeavesItAsItIs() {
        try (TestApp app = TestApp.start(Map.of("CMS_DEFAULT_PLAN", "starter"))) {
            World world = World.blog(app);
            String media = world.p() + "/media";
            Http ada = world.ada().http();
            upload(ada, media, pdf(1));
            String copy = upload(ada, media, pdf(1));
            String alone = upload(ada, media, pdf(2));
            ada.delete(media + "/" + copy).is(200);
            ada.delete(media + "/" + alone).is(200);
            set(app, STARTER_BYTES);
            Form.of("larger.pdf", pdf(3, BYTES + 1)).post(ada, media).is(403);
            for (String id : List.of(copy, alone)) {
                ada.post(media + "/" + id + "/restore").is(200);
                ada.get(media + "/" + id + "/master").is(200);
                ada.delete(media + "/" + id).is(200);
            }
            upload(ada, media, pdf(4));
            ada.post(media + "/" + alone + "/restore").is(404);
            assertThat(used(app)).isEqualTo(STARTER_BYTES);
        }
    }

    @Test
    void anUploadThatFailsForAnotherReasonThanItsRoomLeavesTheBinAsItIs() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            String media = world.p() + "/media";
            Http ada = world.ada().http();
            String binned = upload(ada, media, pdf(1));
            ada.delete(media + "/" + binned).is(200);
            letNothingBeReserved(app, world.workspaceId());
            Form.of("later.pdf", pdf(2)).post(ada, media).is(409);
            ada.post(media + "/" + binned + "/restore").is(200);
        }
    }

    /** A second reservation of the workspace is a conflict from now on. */
    private static void letNothingBeReserved(TestApp app, String workspaceId) {
        app.doors().rows().writing(tx -> {
            tx.update("CREATE UNIQUE INDEX one_of_a_workspace ON media_reservations (workspace_id)")
                    .execute();
            tx.update(
                            "INSERT INTO media_reservations (id, workspace_id, size, ends_at) VALUES ('one', :id, 1, :endsAt)")
                    .bind("id", workspaceId)
                    .bind("endsAt", Long.MAX_VALUE)
                    .execute();
        });
    }

    private static String upload(Http http, String media, byte[] pdf) {
        return Form.of("a.pdf", pdf).post(http, media).is(201).json().get("id").asString();
    }

    /** A document of its own, {@link #BYTES} long. */
    private static byte[] pdf(int number) {
        return pdf(number, BYTES);
    }

    private static byte[] pdf(int number, int bytes) {
        String begin = "%PDF-1.4\n% " + number + "\n1 0 obj\n<<>>\nendobj\n%";
        String end = "\n%%EOF\n";
        return (begin + "x".repeat(bytes - begin.length() - end.length()) + end).getBytes(StandardCharsets.US_ASCII);
    }

    private static void set(TestApp app, long used) {
        app.doors()
                .rows()
                .writing(tx -> tx.update("UPDATE usage_months SET used = :used WHERE month = 'now'")
                        .bind("used", used)
                        .execute());
    }

    private static long used(TestApp app) {
        return app.doors()
                .rows()
                .read(tx -> tx.query("SELECT used FROM usage_months WHERE month = 'now'")
                        .mapTo(Long.class)
                        .one());
    }
}
