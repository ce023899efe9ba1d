package cms.githost;

import cms.testing.HostedProject;
import cms.testing.Person;
import cms.testing.RemoteGit;
import cms.testing.SlowLine;
import cms.testing.StandInHost;
import cms.testing.TestApp;
import cms.testing.World;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a save on a remote host costs beside one on the built-in host, by how far the host is away;
 * {@code bench/remote.sh} runs it. The difference between two distances is a count of round trips, whatever the machine
 * does.
 */
final class RemoteBench {
    private static final List<Integer> MILLIS = List.of(0, 20, 100);
    private static final int WARM_UP = 10;
    private static final int RESTED_MAX = 60;

    private RemoteBench() {}

    public static void main(String... arguments) throws Exception {
        int saves = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 40;
        Path folder = Files.createTempDirectory("remote-bench");
        try (StandInHost host = StandInHost.in(folder);
                RemoteGit git = RemoteGit.in(folder);
                SlowLine line = SlowLine.to(URI.create(host.url()))) {
            host.git = Optional.of(URI.create(git.url()));
            host.gitPassword = "first-token";
            measure(host, git, line, saves);
        }
        System.exit(0); // whatever waits for the far side
    }

    private static void measure(StandInHost host, RemoteGit git, SlowLine line, int saves) {
        Map<String, String> settings = new HashMap<>(host.settings());
        settings.replaceAll(
                (name, value) -> value.replace(host.url(), line.url().toString()));
        TestApp local = TestApp.start();
        World here = World.blog(local);
        double localMillis = median(here.ada(), here.p(), local, Duration.ZERO, saves);
        System.out.printf("local: p50 %.1f ms%n", localMillis);
        TestApp app = TestApp.start(settings);
        app.clock().advance(Duration.between(app.clock().instant(), Instant.now()));
        host.clock = app.clock();
        HostedProject hosted = HostedProject.connect(host, git, app.url());
        Person ada = hosted.ada();
        String project = hosted.p();
        double[] steady = new double[MILLIS.size()];
        double[] rested = new double[MILLIS.size()];
        for (int i = 0; i < MILLIS.size(); i++) {
            line.roundTrip(Duration.ofMillis(MILLIS.get(i)));
            ada = host.signIn(app, "ada"); // the clock below would end the token of the last round
            int before = line.connections();
            steady[i] = median(ada, project, app, Duration.ZERO, saves);
            int opened = line.connections() - before;
            rested[i] = median(ada, project, app, Duration.ofSeconds(31), Math.min(saves, RESTED_MAX));
            System.out.printf(
                    "remote, %d ms away: p50 %.1f ms, %d connections opened by %d saves; after half a minute of rest"
                            + " %.1f ms%n",
                    MILLIS.get(i), steady[i], opened, saves + WARM_UP, rested[i]);
        }
        int far = MILLIS.size() - 1;
        System.out.printf(
                "round trips a save: %.2f; after half a minute of rest %.2f%n",
                (steady[far] - steady[0]) / MILLIS.get(far), (rested[far] - rested[0]) / MILLIS.get(far));
        app.close();
        local.close();
    }

    /** Milliseconds of one save over HTTP, the one in the middle of all; {@code rest} passes before each. */
    private static double median(Person person, String project, TestApp app, Duration rest, int saves) {
        double[] millis = new double[saves];
        for (int i = -WARM_UP; i < saves; i++) {
            app.clock().advance(rest);
            long begin = System.nanoTime();
            person.http()
                    .post(
                            project + "/content/home",
                            Map.of("locale", "en", "data", Map.of("headline", "Title " + begin)))
                    .is(200);
            if (i >= 0) {
                millis[i] = (System.nanoTime() - begin) / 1e6;
            }
        }
        Arrays.sort(millis);
        return millis[saves / 2];
    }
}
