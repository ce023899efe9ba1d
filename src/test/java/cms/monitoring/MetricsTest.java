package cms.monitoring;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.TestApp;
import cms.testing.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The metrics of {@code /metrics}, and the names of them in the documents for operators. */
class MetricsTest {
    private static final Pattern MEASURE =
            Pattern.compile("\\b(?:cms|http|delivery|hikaricp|jvm|process)_[a-z_]+(?=[ {\\[)])");

    private static final Pattern OURS = Pattern.compile("(?:cms|http|delivery)_[a-z_]+(?<!_max)");

    @Test
    void everyMetricSaysWhatItIs() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            save(world);
            Set<String> measured = families(scrape(app));
            assertThat(measured)
                    .contains(
                            "http_requests_seconds",
                            "delivery_reads_total",
                            "cms_saves_seconds",
                            "cms_landings_seconds",
                            "cms_undelivered_landing_age_seconds",
                            "cms_jobs_due",
                            "cms_jobs_due_age_seconds",
                            "cms_outbox_waiting",
                            "cms_outbox_age_seconds",
                            "cms_parked_pushes",
                            "cms_open_changes",
                            "cms_part_up",
                            "cms_build_info",
                            "cms_data_free_bytes",
                            "cms_data_size_bytes",
                            "hikaricp_connections_active",
                            "jvm_memory_used_bytes",
                            "jvm_threads_live_threads",
                            "process_files_open_files");
            Map<String, String> texts = scrape(app)
                    .lines()
                    .filter(line -> line.startsWith("# HELP "))
                    .map(line -> line.split(" ", 4))
                    .collect(Collectors.toMap(words -> words[2], words -> words.length > 3 ? words[3] : ""));
            assertThat(measured)
                    .allSatisfy(name -> assertThat(texts.get(name)).as(name).isNotBlank());
        }
    }

    /** A save that lands at once is both; the quantile of many instances comes from buckets. */
    @Test
    void savesAndLandingsAreHistograms() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            double saves = value(app, "cms_saves_seconds_count");
            double landings = value(app, "cms_landings_seconds_count");
            save(world);
            assertThat(value(app, "cms_saves_seconds_count")).isEqualTo(saves + 1);
            assertThat(value(app, "cms_landings_seconds_count")).isEqualTo(landings + 1);
            assertThat(scrape(app))
                    .contains("cms_saves_seconds_bucket{le=\"+Inf\"}", "cms_saves_seconds_bucket{le=\"0.25\"}")
                    .containsPattern(
                            "http_requests_seconds_bucket\\{method=\"POST\",route=\"[^\"]+\",status=\"200\",le=");
        }
    }

    /**
     * What alarms and the dashboard ask for is there. The age grows while readers do not see what has landed, and ends
     * with the build that shows it.
     */
    @Test
    void buildsAreCountedAndNothingIsLeftUndelivered() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            world.ada()
                    .http()
                    .patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true))
                    .is(200);
            save(world);
            eventually(
                    "a build",
                    app,
                    () -> scrape(app).contains("cms_builds_seconds_count{outcome=\"completed\",trigger=\"api\"}"));
            eventually("a job", app, Duration.ofMinutes(10), () -> scrape(app).contains("cms_jobs_seconds_count{"));
            assertThat(MEASURE.matcher(running("alerts.yml") + running("dashboard.json"))
                            .results()
                            .map(MatchResult::group)
                            .distinct())
                    .hasSizeGreaterThan(20)
                    .allSatisfy(name -> assertThat(scrape(app)).containsPattern("(?m)^" + name + "[ {]"));
            assertThat(named())
                    .containsExactlyInAnyOrderElementsOf(families(scrape(app)).stream()
                            .filter(OURS.asMatchPredicate())
                            .toList());
            eventually("all is delivered", app, () -> value(app, "cms_undelivered_landing_age_seconds") == 0);
        }
    }

    /** Shown to fail before: the second look at the refusal counted as a delivery. */
    @Test
    void aLandingThatARefusedBuildKeepsFromReadersWaits() {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            Map<String, Object> settings = Map.of("cdn_enabled", true, "cdn_branch", "no-such-branch");
            world.ada().http().patch(world.p() + "/cdn/settings", settings).is(200);
            eventually("a build is refused", app, () -> failedBuilds(app) == 1);
            save(world);
            eventually(
                    "the landing waits",
                    app,
                    Duration.ofMinutes(2),
                    () -> value(app, "cms_undelivered_landing_age_seconds") > 300);
            assertThat(failedBuilds(app)).isEqualTo(1);
        }
    }

    private static long failedBuilds(TestApp app) {
        return scrape(app)
                .lines()
                .filter(line -> line.startsWith("cms_builds_seconds_count{outcome=\"failed\""))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    void whatWaitsForPeopleIsCounted() {
        try (TestApp app = TestApp.start()) {
            World.blog(app);
            eventually("the count", () -> value(app, "cms_open_changes") == 0 && value(app, "cms_parked_pushes") == 0);
            assertThat(scrape(app))
                    .contains("cms_outbox_waiting{outbox=\"webhooks\"} 0.0", "cms_part_up{part=\"database\"} 1.0");
        }
    }

    /** The metrics of our own below <em>What to watch</em>. */
    private static Set<String> named() {
        String text = running("../running.md");
        String table = text.substring(text.indexOf("## What to watch"), text.indexOf("## Several instances"));
        return Pattern.compile("`([a-z_]+)`")
                .matcher(table)
                .results()
                .map(name -> name.group(1))
                .filter(OURS.asMatchPredicate())
                .collect(Collectors.toSet());
    }

    private static String running(String file) {
        try {
            return Files.readString(Path.of("docs/running", file));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static void save(World world) {
        world.ada()
                .http()
                .post(world.p() + "/content/authors", Map.of("data", Map.of("aaaabbbbcccc", Map.of("name", "Ada"))))
                .is(200);
    }

    private static double value(TestApp app, String name) {
        return scrape(app)
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(Double.NaN);
    }

    private static Set<String> families(String text) {
        List<String> types = text.lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ")[2])
                .toList();
        Set<String> named = new TreeSet<>(types);
        assertThat(named).hasSameSizeAs(types);
        return named;
    }

    private static String scrape(TestApp app) {
        return new Http(app.url()).get("/metrics").is(200).text();
    }
}
