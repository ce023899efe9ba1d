package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.HostedProject;
import cms.testing.Person;
import cms.testing.RemoteGit;
import cms.testing.ServiceProcess;
import cms.testing.StandInHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Every attack on a process with the flags of {@code ./cms}, one after the other or two side by side: the process
 * lives, the people of another workspace go on with their work, nothing stays in the memory, and a start after a kill
 * succeeds. What they wait for at most is a second for routes and 50 ms for delivered files;
 * {@code -Dcms.attack.hold=true} holds them to that on a machine at rest. On any machine ten times as much fails, and
 * ten times what they wait for without an attack. {@code -Dcms.attack=PatternsThatKeep,ForeignIds} tries those alone.
 */
final class Attacks {
    private static final int ROUTE_MILLIS_MAX = 1_000;
    private static final int FILE_MILLIS_MAX = 50;
    private static final int SLOWEST_MILLIS_MAX = 2 * ROUTE_MILLIS_MAX; // it meets a pause of the collector
    private static final int SIGN_IN_MILLIS_MAX = 4 * ROUTE_MILLIS_MAX; // four requests

    /** What a machine that others use may take, beside what it takes without an attack. */
    private static final int BUSY = 10;

    /** The names of attacks that are asked for; empty for all. */
    private static final List<String> ASKED = Arrays.stream(
                    System.getProperty("cms.attack", "").split(","))
            .filter(name -> !name.isEmpty())
            .toList();

    private static final List<String> OF_PROVIDERS = List.of("RepeatedNotices", "MixedUpIssuers");

    private static final boolean HOLD = Boolean.getBoolean("cms.attack.hold");

    /** Megabytes of what may be kept, and is let go again where it is needed: snapshots of projects, objects of Git. */
    private static final long KEPT_MEGABYTES_MAX = 60;

    /**
     * Megabytes beside a tenth of what was there before: windows of packs, which JGit bounds by 10 MB, code that the
     * attacks were the first to need, and what was parsed within the last ten seconds (decision 73).
     */
    private static final long LEFT_MEGABYTES_MAX = 6;

    /**
     * The end of a project is announced some seconds after it, and what was parsed stays for ten; a look takes half of
     * one.
     */
    private static final Duration LOOKS_MAX = Duration.ofMinutes(1);

    private static final int LARGEST = 30;

    /** A rank, objects, their bytes, their class. */
    private static final Pattern HISTOGRAM_LINE = Pattern.compile("(?m)^ *\\d+: +\\d+ +(\\d+) +(\\S+)");

    @TempDir
    private Path data;

    @TempDir
    private Path clones;

    /** The built-in identity and host, as {@code ./cms} starts without settings. */
    @Test
    void nothingThatComesInStopsTheServiceOrStarvesOthers() throws Exception {
        try (Elsewhere elsewhere = new Elsewhere()) {
            Map<String, String> settings =
                    Map.of("CMS_DELIVERY_RATE_PER_HOUR", "1000000", "CMS_ALLOW_PRIVATE_ADDRESSES", elsewhere.address());
            List<Attack> attacks = chosen(all(elsewhere, data));
            if (attacks.isEmpty()) {
                return;
            }
            int pushed;
            try (ServiceProcess service = ServiceProcess.startAsLaunched(data, settings)) {
                Target target = new Target(service, Person.signIn(service.url(), "eve@example.com"), clones);
                Bystander others = Bystander.signedInHere(service.url());
                others.during(new OrdinaryWork(), target);
                attacked(attacks, target, others);
                pushed = LeftForTheStart.push(target);
                service.kill();
            }
            try (ServiceProcess service = ServiceProcess.startAsLaunched(data, settings)) {
                others(service, pushed);
                report("attacks passed: the process lived, others worked, and it started again after a kill");
            }
        }
    }

    /** Shown to fail without: a name with a mistake ran nothing, and passed. */
    @Test
    void eachAttackThatIsAskedForIsThere() throws Exception {
        try (Elsewhere elsewhere = new Elsewhere()) {
            List<String> there = new ArrayList<>(OF_PROVIDERS);
            all(elsewhere, data).forEach(attack -> there.add(attack.getClass().getSimpleName()));
            assertThat(there).containsAll(ASKED);
        }
    }

    /** A Git host of somebody else, an issuer of OpenID Connect, and payments: what comes from there, or says so. */
    @Test
    void whatComesFromProvidersOrSaysSoDoesNotEither() throws Exception {
        try (RemoteGit git = RemoteGit.in(clones.resolve("host"));
                StandInHost host = HostedProject.reachable(clones.resolve("host"), git);
                RealIssuer issuer = RealIssuer.start()) {
            List<Attack> attacks = chosen(
                    issuer.isThere()
                            ? List.of(new RepeatedNotices(host), new MixedUpIssuers(issuer, host))
                            : List.of(new RepeatedNotices(host)));
            if (attacks.isEmpty()) {
                return;
            }
            Map<String, String> settings = new HashMap<>(host.settings());
            settings.putAll(RepeatedNotices.PAYMENTS);
            settings.putAll(issuer.settings());
            settings.put("CMS_DELIVERY_RATE_PER_HOUR", "1000000");
            try (ServiceProcess service = ServiceProcess.startAsLaunched(data, settings)) {
                HostedProject site = HostedProject.connect(
                        host, git, service.url(), workspace -> RepeatedNotices.payFor(service.url(), workspace));
                Bystander others = new Bystander(site.ada(), site.p(), () -> host.signIn(service.url(), "ada"));
                attacked(attacks, new Target(service, host.signIn(service.url(), "eve"), clones), others);
                report(
                        "providers passed: the process lived and others worked%s",
                        issuer.isThere() ? "" : "; mixed up issuers left out: npm's oidc-provider is not to be had");
            }
        }
    }

    private static List<Attack> all(Elsewhere elsewhere, Path data) {
        return List.of(
                new ManyValuesInBodies(),
                new PatternsThatKeep(),
                new TreesAndPacks(),
                new RemoteBatches(),
                new PacksThatGrow(),
                new BombsInFiles(),
                new ManyValuesInFiles(),
                new ManyFilesInReview(),
                new QueriesOfManyFiles(),
                new SitesBuiltTogether(),
                new ProjectsOpenedTogether(),
                new FetchesThatAskForMuch(),
                new SavesThatCompute(),
                new ComputationsInTurn(),
                new BombsByOtherWays(elsewhere),
                new SilentPushes(),
                new SlowReaders(),
                new ForgedPreviews(),
                new FormsOfStrangers(),
                new NarrowedStreams(),
                new ForeignIds(),
                new HiddenIds(),
                new ReadinessByAnybody(data));
    }

    /** All, or those that were asked for; each alone where it is told exactly what others wait for. */
    private static List<Attack> chosen(List<Attack> attacks) {
        List<Attack> chosen = attacks.stream()
                .filter(attack -> ASKED.isEmpty()
                        ? !attack.isOnlyByName()
                        : ASKED.contains(attack.getClass().getSimpleName()))
                .toList();
        return HOLD || Attack.IS_LONG ? chosen : SideBySide.inPairs(chosen);
    }

    private void attacked(List<Attack> attacks, Target target, Bystander others) throws Exception {
        ServiceProcess service = target.service();
        Bystander.Waited quiet = others.during(new Quiet(), target);
        report("no attack: p99 of routes %d ms, of delivered files %d ms", quiet.routes(), quiet.files());
        long heap = heapMegabytes(service);
        for (Attack attack : attacks) {
            strike(attack, target, others, quiet);
        }
        long after = heapMegabytes(service, heap + KEPT_MEGABYTES_MAX - 1);
        assertThat(after).as("MB of the heap after all attacks").isLessThan(heap + KEPT_MEGABYTES_MAX);
        target.deleteProjects();
        others.leave();
        long most = heap + heap / 10 + LEFT_MEGABYTES_MAX;
        long left = heapMegabytes(service, most);
        report("heap: %d MB before, %d MB after, %d MB without any project", heap, after, left);
        assertThat(left)
                .as(() -> "MB of the heap without any project; most of it: " + largest(service) + "\nheld by\n"
                        + holders(service))
                .isLessThanOrEqualTo(most);
    }

    private static void strike(Attack attack, Target target, Bystander others, Bystander.Waited quiet)
            throws Exception {
        long began = System.nanoTime();
        Bystander.Waited waited = others.during(attack.prepared(target), target);
        report(
                "%s: p99 of routes %d ms, of delivered files %d ms; slowest sign-in, route and file %d, %d and %d ms; %d calls in %d s",
                attack.name(),
                waited.routes(),
                waited.files(),
                waited.signIn(),
                waited.slowestRoute(),
                waited.slowestFile(),
                waited.calls(),
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began));
        assertThat(target.service().isAlive())
                .as("the process after " + attack.name())
                .isTrue();
        assertThat(waited.routes())
                .as("ms that others waited for routes during " + attack.name())
                .isLessThanOrEqualTo(most(ROUTE_MILLIS_MAX, quiet.routes()));
        assertThat(waited.files())
                .as("ms that others waited for files during " + attack.name())
                .isLessThanOrEqualTo(most(FILE_MILLIS_MAX, quiet.files()));
        assertThat(Math.max(waited.slowestRoute(), waited.slowestFile()))
                .as("ms of the slowest call of others during " + attack.name())
                .isLessThanOrEqualTo(most(SLOWEST_MILLIS_MAX, quiet.slowestRoute()));
        assertThat(waited.signIn())
                .as("ms of a sign-in during " + attack.name())
                .isLessThanOrEqualTo(most(SIGN_IN_MILLIS_MAX, quiet.signIn()));
    }

    private static long most(long millis, long quietMillis) {
        return HOLD ? millis : BUSY * Math.max(millis, quietMillis);
    }

    /** After the start everybody signs in, and the projects with what was pushed are opened. */
    private static void others(ServiceProcess service, int pushed) {
        Person eve = Person.signIn(service.url(), "eve@example.com");
        String projects = "/api/workspaces/" + eve.primaryWorkspace() + "/projects";
        JsonNode all = eve.http().get(projects).is(200).json();
        assertThat(all.size()).as("projects that were pushed before the kill").isEqualTo(pushed);
        all.forEach(
                project -> Target.read(eve, projects + "/" + project.get("id").asString() + "/health"));
    }

    /** What others wait for anyway. */
    private static final class Quiet implements Attack {
        private static final int SECONDS = 3;

        @Override
        public String name() {
            return "no attack";
        }

        @Override
        public void run(Target target) throws InterruptedException {
            TimeUnit.SECONDS.sleep(SECONDS);
        }
    }

    /**
     * What is reached from somewhere, without what has become garbage since the collection: a count of all objects,
     * which begins with a collection. Arrays with which the collector fills gaps are none.
     */
    private static long heapMegabytes(ServiceProcess service) throws IOException, InterruptedException {
        return HISTOGRAM_LINE
                        .matcher(ask(service, "GC.class_histogram"))
                        .results()
                        .filter(line -> !line.group(2).contains("FillerElement"))
                        .mapToLong(line -> Long.parseLong(line.group(1)))
                        .sum()
                >> 20;
    }

    /** The same, looked at again for a while where it is more than what it should become. */
    private static long heapMegabytes(ServiceProcess service, long most) throws IOException, InterruptedException {
        long until = System.nanoTime() + LOOKS_MAX.toNanos();
        long megabytes = heapMegabytes(service);
        while (megabytes > most && System.nanoTime() < until) {
            megabytes = heapMegabytes(service);
        }
        return megabytes;
    }

    private static String largest(ServiceProcess service) {
        try {
            return ask(service, "GC.class_histogram").lines().limit(LARGEST).collect(Collectors.joining("\n"));
        } catch (IOException | InterruptedException gone) {
            return gone.toString();
        }
    }

    private String holders(ServiceProcess service) {
        Path dump = clones.resolve("heap.hprof");
        try {
            ask(service, "GC.heap_dump", dump.toString());
            return Holders.of(dump);
        } catch (IOException | InterruptedException gone) {
            return gone.toString();
        }
    }

    private static String ask(ServiceProcess service, String... command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(service.pid())));
        line.addAll(List.of(command));
        Process jcmd = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(jcmd.getInputStream().readAllBytes());
        assertThat(jcmd.waitFor()).as(said).isZero();
        return said;
    }

    private static void report(String line, Object... values) {
        try {
            Path file = Path.of(System.getProperty("cms.report", "target/attacks.txt"));
            Files.writeString(
                    file, line.formatted(values) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }
}
