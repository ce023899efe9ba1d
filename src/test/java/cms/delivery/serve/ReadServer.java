package cms.delivery.serve;

import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.KeyScope;
import cms.apikeys.MintedKey;
import cms.apikeys.NewKey;
import cms.delivery.build.DeliveredBytes;
import cms.plan.Allowance;
import cms.platform.compute.Compute;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.DatabaseLocation;
import cms.platform.events.Signals;
import cms.platform.http.Dispatch;
import cms.platform.http.HttpServer;
import cms.platform.http.HttpSettings;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.limits.SlidingWindows;
import cms.platform.scratch.Scratch;
import cms.platform.tracing.Tracing;
import cms.testing.Http;
import cms.testing.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** The reading half of delivery behind a real server, with served projects that a test makes itself. */
final class ReadServer implements AutoCloseable {
    private final ManualClock clock = ManualClock.quiet();
    private final Map<String, ServedProject> stored = new ConcurrentHashMap<>();
    private final AtomicInteger dropping = new AtomicInteger();
    private final ServedProjects servedProjects = new ServedProjects();
    private final KeyMeters meters;
    private final Database database;
    private final ApiKeys keys;
    private final HttpServer server;
    private final URI url;

    ReadServer(Path folder, int readsPerHour) {
        database = Database.open(new DatabaseLocation.File(folder.resolve("rows.db")));
        keys = new ApiKeys(database, new Signals(database), new RandomTokens(), clock);
        meters = new KeyMeters(readsPerHour);
        Gate gate = new Gate(keys, servedProjects, meters, clock);
        Routes routes = new Routes();
        BlockingReads blocking = new BlockingReads(gate, this::load);
        routes.on(Surface.KEYED).openTo(ReadHeaders.PAGES).get("/api/cdn/v1/{projectId}/<path>", blocking::read);
        HttpSettings settings =
                new HttpSettings("127.0.0.1", 0, URI.create("http://localhost"), List.of(), true, Tracing.off());
        Dispatch dispatch = new Dispatch(
                settings,
                new SlidingWindows(clock),
                new Dispatch.Steps(List.of(), List.of()),
                new SimpleMeterRegistry(),
                new Scratch(Path.of("target/scratch")),
                new Compute());
        server = new HttpServer(
                settings,
                dispatch,
                routes.all(),
                List.of(new DeliveryDoor(gate, NoMedia.of(gate), new SimpleMeterRegistry())),
                Map.of());
        url = server.start();
    }

    /** A release with these texts under their paths. */
    static Release release(Map<String, String> texts) {
        Map<String, Entity> files = new HashMap<>();
        texts.forEach((path, text) -> files.put(
                path, new Entity(DeliveredBytes.of(text.getBytes(StandardCharsets.UTF_8)), new PackPosition("b", 0))));
        return new Release("b", "main", "0".repeat(40), Instant.EPOCH, Optional.empty(), files, Map.of(), Set.of());
    }

    /** Puts a served project into memory. */
    void show(ServedProject served) {
        servedProjects.putIfAbsent(served);
        servedProjects.change(served.projectId(), before -> served);
    }

    /** Makes reads of the newest release cheap, as a build does after its release. */
    void compress(String projectId, BooleanSupplier brief) {
        servedProjects.compress(projectId, brief);
    }

    private boolean load(String projectId) {
        ServedProject found = stored.get(projectId);
        if (found != null && dropping.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
            servedProjects.putIfAbsent(found);
        }
        return found != null;
    }

    /** Drops what the next loads find before it is read, as loads of others do that fill the memory. */
    void dropNext(int loads) {
        dropping.set(loads);
    }

    /** Keeps a served project where only a blocking load finds it. */
    void store(ServedProject served) {
        stored.put(served.projectId(), served);
    }

    MintedKey mint(String projectId, KeyScope scope) {
        return mint(KeyKind.LIVE, projectId, scope);
    }

    MintedKey mint(KeyKind kind, String projectId, KeyScope scope) {
        NewKey wanted = new NewKey(kind, "w", projectId, "test", Set.of(scope), "ada");
        return database.write(tx -> keys.mint(tx, wanted, Allowance.unlimited()));
    }

    Http with(MintedKey key) {
        return anonymous().bearer(key.plainText());
    }

    Http anonymous() {
        return new Http(url);
    }

    ApiKeys keys() {
        return keys;
    }

    KeyMeters meters() {
        return meters;
    }

    ManualClock clock() {
        return clock;
    }

    URI url() {
        return url;
    }

    @Override
    public void close() {
        server.close();
        keys.close();
        database.close();
    }
}
