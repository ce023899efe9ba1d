package cms;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.RefusingDatabase;
import cms.testing.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How a start ends that comes to nothing: the unit of docs/running starts the service again, or leaves it to a person.
 */
@Tag("slow-host")
class ExitStatusTest {
    private static final int LATER = 75;

    @TempDir
    private Path data;

    @Test
    void aDatabaseThatIsAwayForAMinuteEndsWithAStatusAfterWhichTheUnitStartsTheServiceAgain() throws Exception {
        try (RefusingDatabase server = new RefusingDatabase("57P03", "the database system is starting up")) {
            assertThat(statusWith(server)).isEqualTo(LATER);
            assertThat(server.asked()).isGreaterThan(2);
        }
        assertThat(Files.readString(data.resolve("service.log"))).contains("does not answer");
        assertThat(Files.readAllLines(Path.of("docs", "running", "cms.service")))
                .contains("Restart=on-failure", "RestartPreventExitStatus=2");
    }

    @Test
    void aWrongPasswordEndsWithTheStatusThatTheUnitLeavesToAPerson() throws Exception {
        try (RefusingDatabase server = new RefusingDatabase("28P01", "password authentication failed")) {
            assertThat(statusWith(server)).isEqualTo(2);
        }
        assertThat(Files.readString(data.resolve("service.log"))).contains("user or password");
    }

    private int statusWith(RefusingDatabase server) throws IOException, InterruptedException {
        Process service = ServiceProcess.launch(data, Map.of("CMS_DATABASE_URL", server.url()));
        try {
            assertThat(service.waitFor(3, TimeUnit.MINUTES)).isTrue();
            return service.exitValue();
        } finally {
            service.destroyForcibly();
        }
    }
}
