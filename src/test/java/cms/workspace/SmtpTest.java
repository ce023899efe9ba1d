package cms.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Eventually;
import cms.testing.FreePort;
import cms.testing.HeardLines;
import cms.testing.Http;
import cms.testing.Person;
import cms.testing.TestApp;
import com.icegreen.greenmail.util.GreenMail;
import jakarta.mail.Message;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Mail through a real server on this machine instead of the outbox page. */
class SmtpTest {
    private final FreePort port = new FreePort();
    private GreenMail server;
    private TestApp app;

    @BeforeEach
    void start() {
        listen();
        app = TestApp.start(Map.of(
                "CMS_SMTP_URL",
                "smtp://post:se%3Acret@127.0.0.1:" + server.getSmtp().getPort() + "?from=hello%40example.org"));
    }

    private void listen() {
        server = new GreenMail(Mail.at(port.number()));
        server.setUser("post@example.org", "post", "se:cret");
        server.start();
    }

    @AfterEach
    void stop() {
        app.close();
        server.stop();
        port.close();
    }

    @Test
    void anInvitationAndALinkArriveAndThereIsNoOutbox() throws Exception {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        String members = "/api/workspaces/" + ada.primaryWorkspace() + "/members";
        ada.http()
                .post(members, Map.of("email", "bo@example.com", "role", "member"))
                .is(200);
        assertThat(server.waitForIncomingEmail(60_000, 1)).isTrue();
        MimeMessage invitation = server.getReceivedMessages()[0];
        assertThat(invitation.getRecipients(Message.RecipientType.TO)[0]).hasToString("bo@example.com");
        assertThat(invitation.getFrom()[0]).hasToString("hello@example.org");
        assertThat(invitation.getSubject()).isEqualTo("You are invited to a workspace");
        MimeMultipart parts = (MimeMultipart) invitation.getContent();
        assertThat(parts.getBodyPart(0).getContentType()).startsWith("text/plain");
        assertThat((String) parts.getBodyPart(1).getContent()).contains("<a href=\"" + app.url() + "/auth/login\"");

        ada.http()
                .post("/api/auth/magic-link", Map.of("email", "ada@example.com"))
                .is(200);
        ada.http()
                .post("/api/auth/magic-link", Map.of("email", "unknown@example.com"))
                .is(200);
        assertThat(server.waitForIncomingEmail(60_000, 2)).isTrue();
        String text = (String) ((MimeMultipart) server.getReceivedMessages()[1].getContent())
                .getBodyPart(0)
                .getContent();
        String link =
                text.lines().filter(line -> line.startsWith("http")).findFirst().orElseThrow();
        assertThat(new Http(app.url())
                        .get(link.substring(app.url().toString().length()))
                        .is(302)
                        .header("Set-Cookie"))
                .startsWith("cms_session=");
        assertThat(server.getReceivedMessages()).hasSize(2);
        new Http(app.url()).get("/outbox").is(404);
    }

    @Test
    void anInvitationThatCannotBeMailedAgainIsNotRenewed() {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        String members = "/api/workspaces/" + ada.primaryWorkspace() + "/members";
        String id = ada.http()
                .post(members, Map.of("email", "bo@example.com", "role", "member"))
                .json()
                .get("id")
                .asString();
        String invitedAt = invitedAt(ada, members);
        server.stop();
        app.clock().advance(Duration.ofMinutes(1));
        ada.http().post(members + "/" + id + "/resend").is(502);
        assertThat(invitedAt(ada, members)).isEqualTo(invitedAt);
        ada.http()
                .post(members, Map.of("email", "cy@example.com", "role", "member"))
                .is(200);
        try (HeardLines lines = HeardLines.of("cms.auth")) {
            new Http(app.url())
                    .post("/api/auth/magic-link", Map.of("email", "ada@example.com"))
                    .is(200);
            Eventually.eventually(
                    "the link is not mailed",
                    () -> !lines.beginningWith("a sign-in link could not be mailed")
                            .isEmpty());
        }
        ada.http()
                .post(
                        "/api/workspaces/" + ada.primaryWorkspace() + "/members",
                        Map.of("email", "\u00fc@example.com", "role", "member"))
                .is(200);
        listen();
        ada.http().post(members + "/" + id + "/resend").is(200);
        assertThat(invitedAt(ada, members)).isNotEqualTo(invitedAt);
        Eventually.eventually("one mail", () -> server.getReceivedMessages().length == 1);
    }

    @Test
    void linksThatAnAbsentServerDidNotTakeDoNotCount() {
        Person.signIn(app.url(), "ada@example.com");
        server.stop();
        try (HeardLines lines = HeardLines.of("cms.auth")) {
            for (int minute = 1; minute <= 10; minute++) {
                askForLink();
                int tries = minute;
                Eventually.eventually(
                        "a try",
                        () -> lines.beginningWith("a sign-in link could not be mailed")
                                        .size()
                                == tries);
            }
        }
        listen();
        askForLink();
        Eventually.eventually("a link", () -> server.getReceivedMessages().length == 1);
    }

    /** Shown to fail where the first mail or a further one counts all the same: five an hour go to one address. */
    @Test
    void invitationsThatAnAbsentServerDidNotTakeDoNotCount() {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        String members = "/api/workspaces/" + ada.primaryWorkspace() + "/members";
        server.stop();
        for (int number = 1; number <= 5; number++) {
            JsonNode invited = invite(ada, members);
            assertThat(invited.get("mailed").asBoolean()).isFalse();
            String member = members + "/" + invited.get("id").asString();
            ada.http().post(member + "/resend").is(502);
            ada.http().delete(member).is(200);
        }
        listen();
        assertThat(invite(ada, members).get("mailed").asBoolean()).isTrue();
        Eventually.eventually("an invitation", () -> server.getReceivedMessages().length == 1);
    }

    /** Shown to fail where what cannot be taken out of the counts is the answer: both are then 500. */
    @Test
    void anInvitationThatStaysInTheCountsIsAnsweredAsOneThatWasNotMailed() throws SQLException {
        Person ada = Person.signIn(app.url(), "ada@example.com");
        String members = "/api/workspaces/" + ada.primaryWorkspace() + "/members";
        server.stop();
        try (Connection rows = app.rows()) {
            rows.createStatement()
                    .execute(
                            app.rowsServer().isPresent()
                                    ? "CREATE FUNCTION stays() RETURNS trigger LANGUAGE plpgsql"
                                            + " AS 'BEGIN RAISE EXCEPTION ''it stays''; END';"
                                            + " CREATE TRIGGER mails_stay BEFORE DELETE ON invitation_mails"
                                            + " FOR EACH ROW EXECUTE FUNCTION stays()"
                                    : "CREATE TRIGGER mails_stay BEFORE DELETE ON invitation_mails"
                                            + " BEGIN SELECT RAISE(ABORT, 'it stays'); END");
        }
        JsonNode invited = invite(ada, members);
        assertThat(invited.get("mailed").asBoolean()).isFalse();
        ada.http()
                .post(members + "/" + invited.get("id").asString() + "/resend")
                .is(502);
    }

    private static JsonNode invite(Person ada, String members) {
        return ada.http()
                .post(members, Map.of("email", "bo@example.com", "role", "member"))
                .is(200)
                .json();
    }

    private void askForLink() {
        app.clock().advance(Duration.ofMinutes(1));
        new Http(app.url())
                .post("/api/auth/magic-link", Map.of("email", "ada@example.com"))
                .is(200);
    }

    private static String invitedAt(Person ada, String members) {
        return ada.http().get(members).json().get(1).get("invited_at").asString();
    }
}
