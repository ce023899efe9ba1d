package cms.monitoring;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import cms.testing.FreePort;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.World;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A part that is away is a line when that begins and a line when it ends, from the start on. */
@Tag("slow-host")
class OutageTest {
    private final List<ILoggingEvent> lines = new CopyOnWriteArrayList<>();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent event) {
            event.prepareForDeferredProcessing();
            lines.add(event);
        }
    };

    @BeforeEach
    void listen() {
        log.start();
        Logger all = (Logger) LoggerFactory.getLogger("cms");
        all.setLevel(Level.INFO); // as in production; tests are quieter
        all.addAppender(log);
    }

    @AfterEach
    void stop() {
        Logger all = (Logger) LoggerFactory.getLogger("cms");
        all.detachAppender(log);
        all.setLevel(null);
    }

    @Test
    void deadMailIsSaidAtTheStartAndDegradesReadinessWithoutFailingIt() {
        try (FreePort port = new FreePort();
                TestApp app = TestApp.start(Map.of("CMS_SMTP_URL", "smtp://127.0.0.1:" + port.number()))) {
            eventually("a line", () -> said("mail is away: ") == 1);
            Reply ready = new Http(app.url()).get("/api/health/ready").is(200);
            assertThat(ready.json().at("/status").asString()).isEqualTo("degraded");
            assertThat(ready.json().at("/parts/mail").asString()).isEqualTo("degraded");
            assertThat(metrics(app)).contains("cms_part_up{part=\"mail\"} 0.0");
            ServerSetup setup = new ServerSetup(port.number(), "127.0.0.1", ServerSetup.PROTOCOL_SMTP);
            setup.setServerStartupTimeout(60_000);
            GreenMail server = new GreenMail(setup);
            app.advance(Duration.ofSeconds(13));
            server.start();
            try {
                eventually("the end", () -> said("mail is back after 13 s") == 1);
            } finally {
                server.stop();
            }
            assertThat(said("mail is away")).isEqualTo(1);
            assertThat(metrics(app)).contains("cms_part_up{part=\"mail\"} 1.0");
        }
    }

    @Test
    void anIssuerThatIsAwayIsSaidAtTheStart() {
        try (FreePort port = new FreePort();
                TestApp app = TestApp.start(Map.of(
                        "CMS_OIDC_ISSUER", "http://127.0.0.1:" + port.number(),
                        "CMS_OIDC_CLIENT_ID", "cms",
                        "CMS_OIDC_CLIENT_SECRET", "secret"))) {
            eventually("a line", () -> said("identity is away: ") == 1);
            assertThat(new Http(app.url())
                            .get("/api/health/ready")
                            .is(200)
                            .json()
                            .at("/parts/identity")
                            .asString())
                    .isEqualTo("degraded");
        }
    }

    /** Every failure of an outage was a page of stack frames. */
    @Test
    void whatFailsForWantOfTheDatabaseIsNoTraceAndAskedOnce() {
        try (TestApp app = TestApp.start()) {
            app.url(); // it has started
            Logger room = (Logger) LoggerFactory.getLogger("cms.delivery.Builds");
            for (int i = 0; i < 100; i++) {
                room.warn(
                        "a build could not run",
                        new IllegalStateException(new SQLTransientConnectionException("no connection")));
            }
            room.error("a build of {} could not run", "ada/blog", new SQLTransientConnectionException("no connection"));
            eventually("the answer", () -> said("database failed once and works again") == 1);
            assertThat(said("a build")).isZero();
            room.warn("another thing", new IllegalStateException("of ours"));
            assertThat(said("another thing")).isEqualTo(1);
            room.setLevel(Level.DEBUG);
            room.warn("a build could not run", new SQLTransientConnectionException("no connection"));
            room.setLevel(null);
            assertThat(said("a build could not run")).isEqualTo(1);
            assertThat(app.url()).isNotNull();
        }
    }

    @Test
    void aLineOfARequestNamesItsProjectAndWhoAsked() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            world.ada().http().get(world.p() + "/health").is(200);
            assertThat(lines)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .anyMatch(line -> line.matches(
                            "GET /api/workspaces/\\{workspaceId}/projects/\\{projectId}/health 200 \\d+ ms project="
                                    + world.projectId() + " user=[0-9a-f-]{36}"));
        }
    }

    private String metrics(TestApp app) {
        return new Http(app.url()).get("/metrics").is(200).text();
    }

    private long said(String text) {
        return lines.stream()
                .filter(event -> event.getFormattedMessage().contains(text))
                .count();
    }
}
