package cms.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Authority;
import cms.testing.Person;
import cms.testing.TestApp;
import cms.testing.TlsRelay;
import com.icegreen.greenmail.util.GreenMail;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mail to a server behind TLS, with a certificate of a company's own authority. */
class SmtpTlsTest {
    @TempDir
    static Path folder;

    private static Authority company;
    private static SSLContext shown;
    private GreenMail server;

    @BeforeAll
    static void make() {
        company = new Authority(folder, "company");
        shown = company.server("ip:127.0.0.1");
    }

    @BeforeEach
    void start() {
        server = new GreenMail(Mail.at(0));
        server.setUser("post@example.org", "post", "secret");
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void mailGoesByTlsFromTheFirstByte() throws Exception {
        try (TlsRelay relay = relay(false)) {
            assertThat(mailed("smtps://post:secret@127.0.0.1:" + relay.port(), true))
                    .isTrue();
        }
    }

    /** Fails with the password in what was heard when STARTTLS is not enabled. */
    @Test
    void mailAndPasswordGoByTlsWhereTheServerOffersIt() throws Exception {
        try (TlsRelay relay = relay(true)) {
            assertThat(mailed("smtp://post:secret@127.0.0.1:" + relay.port(), true))
                    .isTrue();
            assertThat(relay.heardInTheClear()).contains("STARTTLS").doesNotContain("MAIL", "AUTH");
        }
    }

    @Test
    void aServerThatNobodyVouchesForGetsNoMailAndNoPassword() throws Exception {
        try (TlsRelay relay = relay(false)) {
            assertThat(mailed("smtps://post:secret@127.0.0.1:" + relay.port(), false))
                    .isFalse();
        }
        try (TlsRelay relay = relay(true)) {
            assertThat(mailed("smtp://post:secret@127.0.0.1:" + relay.port(), false))
                    .isFalse();
            assertThat(relay.heardInTheClear()).doesNotContain("MAIL", "AUTH");
        }
    }

    private TlsRelay relay(boolean upgrades) throws Exception {
        return new TlsRelay(shown, server.getSmtp().getPort(), upgrades);
    }

    /** Whether an invitation arrived; the invitation itself is made however the mail fares. */
    private boolean mailed(String url, boolean trusted) {
        Map<String, String> settings = trusted
                ? Map.of(
                        "CMS_SMTP_URL",
                        url,
                        "CMS_TRUSTED_CERTIFICATES",
                        company.pem().toString())
                : Map.of("CMS_SMTP_URL", url);
        try (TestApp app = TestApp.start(settings)) {
            Person ada = Person.signIn(app.url(), "ada@example.com");
            ada.http()
                    .post(
                            "/api/workspaces/" + ada.primaryWorkspace() + "/members",
                            Map.of("email", "bo@example.com", "role", "member"))
                    .is(200);
            return server.getReceivedMessages().length == 1;
        }
    }
}
