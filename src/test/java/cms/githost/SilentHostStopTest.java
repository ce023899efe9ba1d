package cms.githost;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.HostedProject;
import cms.testing.RemoteGit;
import cms.testing.ServiceProcess;
import cms.testing.StandInHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stop is over soon, also where a Git host takes a push and says nothing more. The eight seconds of design 2.1 are
 * those of a machine at rest: the service gives up a little before, and a busy one is late with that.
 */
@Tag("slow-host")
@Timeout(300)
class SilentHostStopTest {
    private static final Duration STOP_MAX = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    /** Shown to fail without the bound: it then takes the minute that the host has for an answer. */
    @Test
    void aPushThatTheHostNeverAnswersKeepsNoStopWaiting() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        try (RemoteGit git = RemoteGit.in(folder);
                StandInHost host = HostedProject.reachable(folder, git);
                ServiceProcess service = ServiceProcess.start(data, host.settings())) {
            HostedProject site = HostedProject.connect(host, git, service.url());
            git.requests();
            git.fault("/git-receive-pack", RemoteGit.Fault.HANG, 1_000);
            Thread.ofVirtual().start(() -> save(site));
            eventually(
                    "the host has the push",
                    () -> git.requests(HostedProject.REPOSITORY).contains("git-receive-pack"));

            long begun = System.nanoTime();
            int exitCode = service.stop();
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            git.noFault(); // The stand-in waits for what it has handed on.

            assertThat(exitCode).as("exit code after SIGTERM").isZero();
            assertThat(took).isLessThan(STOP_MAX);
            assertThat(marks(data)).as("readings that the stop has cut off").isEmpty();
        }
    }

    private static void save(HostedProject site) {
        try {
            site.ada()
                    .http()
                    .attempt(site.p() + "/content/home", Map.of("locale", "en", "data", Map.of("headline", "x")));
        } catch (UncheckedIOException cutOff) {
            // No answer comes any more.
        }
    }

    private static List<Path> marks(Path data) throws IOException {
        try (Stream<Path> marks = Files.list(data.resolve("reading"))) {
            return marks.toList();
        }
    }
}
