package cms.mcp;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.PostOffice;
import cms.testing.TestApp;
import cms.testing.World;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The mail about a token of a connected app that somebody has copied, where the mail server is away. */
@Tag("rows")
@Tag("slow-host")
class StolenTokenMailTest {
    /** Shown to fail before: it was tried once, and lost. */
    @Test
    void itWaitsForAMailServerThatIsAwayAndComesOnce() {
        try (PostOffice office = new PostOffice("<nobody@example.com>");
                TestApp app = TestApp.start(Map.of("CMS_SMTP_URL", office.url()))) {
            World world = World.blog(app);
            AppClient client = AppClient.registered(app.url());
            Http ada = AppClient.browser(app.url(), "ada@example.com", "git_host");
            String first = client.connect(ada, world.projectId(), client.wanted())
                    .path("refresh_token")
                    .asString();
            client.refresh(first).is(200);
            app.advance(Duration.ofSeconds(121));
            office.taken.clear();
            office.away = true;
            int before = office.turnedAway.get();
            client.refresh(first).is(400);
            eventually("the mail was tried", app, () -> office.turnedAway.get() > before);
            assertThat(office.taken).isEmpty();
            office.away = false;
            eventually("the mail comes", app, Duration.ofMinutes(1), () -> office.taken.contains("<ada@example.com>"));
            assertThat(office.taken).containsExactly("<ada@example.com>");
        }
    }
}
