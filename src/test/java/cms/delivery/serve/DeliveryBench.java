package cms.delivery.serve;

import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.KeyScope;
import cms.apikeys.NewKey;
import cms.delivery.build.Body;
import cms.plan.Allowance;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.DatabaseLocation;
import cms.platform.events.Signals;
import cms.platform.http.Dispatch;
import cms.platform.http.HttpServer;
import cms.platform.http.HttpSettings;
import cms.platform.http.Traces;
import cms.platform.limits.SlidingWindows;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Serves the files of a folder by key, for bench/delivery.sh: the handler, keys, limits and counts of the service. */
final class DeliveryBench {
    private static final int READS_PER_HOUR = 1_000_000_000;

    private DeliveryBench() {}

    /** Takes a port, a folder with files to serve, and the file to write the project and the key to. */
    public static void main(String[] arguments) throws Exception {
        InstantSource clock = InstantSource.system();
        Path data = Files.createTempDirectory("cms-bench");
        Database database = Database.open(new DatabaseLocation.File(data.resolve("rows.db")));
        RandomTokens random = new RandomTokens();
        ApiKeys keys = new ApiKeys(database, new Signals(database), random, clock);
        String projectId = random.uuid();
        String key = keys.mint(
                        new NewKey(KeyKind.LIVE, "w", projectId, "bench", Set.of(KeyScope.DELIVERY), "ada"),
                        Allowance.unlimited())
                .plainText();
        Outlets outlets = new Outlets();
        outlets.putIfAbsent(new Outlet(projectId, true, true, false, release(Path.of(arguments[1]))));
        Gate gate = new Gate(keys, outlets, new Meters(READS_PER_HOUR), clock);
        HttpSettings settings = new HttpSettings(
                "127.0.0.1", Integer.parseInt(arguments[0]), URI.create("http://localhost:" + arguments[0]), List.of());
        Dispatch dispatch =
                new Dispatch(settings, new SlidingWindows(clock), List.of(), new Traces(new SimpleMeterRegistry()));
        new HttpServer(
                        settings,
                        dispatch,
                        List.of(),
                        List.of(new DeliveryDoor(gate, new SimpleMeterRegistry())),
                        Map.of())
                .start();
        Files.writeString(Path.of(arguments[2]), projectId + " " + key + "\n");
        Thread.currentThread().join();
    }

    private static Release release(Path folder) throws Exception {
        Map<String, Entity> files = new HashMap<>();
        try (var found = Files.list(folder)) {
            for (Path file : found.toList()) {
                files.put(
                        file.getFileName().toString(),
                        new Entity(Body.of(Files.readAllBytes(file)), new Place("b", 0)));
            }
        }
        files.values().forEach(Entity::settle);
        return new Release("b", "main", "0".repeat(40), Instant.EPOCH, Optional.empty(), files, Map.of());
    }
}
