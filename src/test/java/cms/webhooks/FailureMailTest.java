package cms.webhooks;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Authority;
import cms.testing.PostOffice;
import cms.testing.Receiver;
import cms.testing.TestApp;
import cms.testing.World;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mail about a receiver that does not answer, where one of the addresses is refused or no mail is sent at all. */
class FailureMailTest {
    /** What is tried again comes with the clock. */
    private static final Duration STEP = Duration.ofSeconds(12);

    @TempDir
    Path folder;

    /** Shown to fail where the refusal of one address ends the sending, which is then tried again without end. */
    @Test
    void anAdminWhoseAddressIsRefusedKeepsNoMailFromTheOthersAndRepeatsNone() {
        try (PostOffice office = new PostOffice("<bo@example.com>");
                Receiver gone = new Receiver(authority().server("ip:127.0.0.1"));
                TestApp app = app(gone, "CMS_SMTP_URL", office.url())) {
            World world = World.blog(app);
            admin(world, "bo@example.com");
            admin(world, "cy@example.com");
            office.taken.clear();
            gone.answersWith(410);
            switchOff(app, world, gone);
            app.advance(Duration.ofMinutes(10));
            eventually("everybody has been written to", () -> waiting(app) == 0);
            assertThat(office.taken).containsExactlyInAnyOrder("<ada@example.com>", "<cy@example.com>");
        }
    }

    /** Shown to fail where a mail server that is away counts as one that refuses the addresses. */
    @Test
    void theMailWaitsForAMailServerThatIsAway() {
        try (PostOffice office = new PostOffice("<nobody@example.com>");
                Receiver gone = new Receiver(authority().server("ip:127.0.0.1"));
                TestApp app = app(gone, "CMS_SMTP_URL", office.url())) {
            World world = World.blog(app);
            admin(world, "bo@example.com");
            gone.answersWith(410);
            office.taken.clear();
            office.away = true;
            switchOff(app, world, gone);
            eventually("it was tried", () -> office.turnedAway.get() > 0);
            office.away = false;
            eventually("everybody is written to", app, STEP, () -> waiting(app) == 0);
            assertThat(office.taken).containsExactlyInAnyOrder("<ada@example.com>", "<bo@example.com>");
        }
    }

    @Test
    void aServiceWithoutMailForgetsTheMail() {
        try (Receiver gone = new Receiver(authority().server("ip:127.0.0.1"));
                TestApp app = app(gone, "CMS_SMTP_URL", "smtp://127.0.0.1:9?from=cms%40example.org")) {
            World world = World.blog(app);
            gone.answersWith(410);
            app.restart(
                    Map.of("CMS_SMTP_URL", "", "CMS_TRUSTED_PROXIES", "192.0.2.1/32", "CMS_LOCAL_IDENTITY", "true"));
            switchOff(app, world, gone);
            eventually("nothing waits", () -> waiting(app) == 0);
        }
    }

    private Authority authority() {
        return new Authority(folder, "company");
    }

    private TestApp app(Receiver receiver, String setting, String value) {
        return TestApp.start(Map.of(
                "CMS_TRUSTED_CERTIFICATES",
                folder.resolve("company.pem").toString(),
                "CMS_ALLOW_PRIVATE_ADDRESSES",
                receiver.address(),
                setting,
                value));
    }

    private static void admin(World world, String email) {
        String members = "/api/workspaces/" + world.workspaceId() + "/members";
        String id = world.ada()
                .http()
                .get(members)
                .is(200)
                .json()
                .valueStream()
                .filter(member -> member.path("email").asString("").equals(email))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asString();
        world.ada().http().patch(members + "/" + id, Map.of("role", "admin")).is(200);
    }

    /** Lets a receiver that is gone hear of something, and waits until it is switched off. */
    private static void switchOff(TestApp app, World world, Receiver gone) {
        world.ada()
                .http()
                .post(
                        world.p() + "/webhooks",
                        Map.of("name", "hook", "url", gone.url("/"), "events", List.of("content.saved")))
                .is(200);
        world.ada()
                .http()
                .post(world.p() + "/content/authors", Map.of("data", Map.of("a00000000001", Map.of("name", "Grace"))))
                .is(200);
        eventually(
                "it is switched off",
                app,
                STEP,
                () -> !world.ada()
                        .http()
                        .get(world.p() + "/webhooks")
                        .is(200)
                        .json()
                        .at("/0/active")
                        .asBoolean());
    }

    /** Announcements that wait for the listener that sends the mail. */
    private static long waiting(TestApp app) {
        try (Connection rows = app.rows();
                Statement statement = rows.createStatement();
                ResultSet found =
                        statement.executeQuery("SELECT COUNT(*) FROM announcements WHERE listener = 'webhooks.mail'")) {
            return found.next() ? found.getLong(1) : -1;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
