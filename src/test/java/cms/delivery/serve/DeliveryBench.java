package cms.delivery.serve;

import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.KeyScope;
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
import cms.platform.limits.SlidingWindows;
import cms.platform.scratch.Scratch;
import cms.platform.tracing.Tracing;
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

    /**
     * Takes a port, a folder with files to serve, the file to write the project and the key to, and how many keys other
     * people have.
     */
    public static void main(String[] arguments) throws Exception {
        InstantSource clock = InstantSource.system();
        Path data = Files.createTempDirectory("cms-bench");
        Database database = Database.open(new DatabaseLocation.File(data.resolve("rows.db")));
        RandomTokens random = new RandomTokens();
        if (arguments.length > 3) {
            addStrangers(database, Integer.parseInt(arguments[3]));
        }
        ApiKeys keys = new ApiKeys(database, new Signals(database), random, clock);
        String projectId = random.uuid();
        NewKey wanted = new NewKey(KeyKind.LIVE, "w", projectId, "bench", Set.of(KeyScope.DELIVERY), "ada");
        String key = database.write(tx -> keys.mint(tx, wanted, Allowance.unlimited()))
                .plainText();
        ServedProjects servedProjects = new ServedProjects();
        servedProjects.putIfAbsent(new ServedProject(projectId, true, true, false, release(Path.of(arguments[1]))));
        Gate gate = new Gate(keys, servedProjects, new KeyMeters(READS_PER_HOUR), clock);
        HttpSettings settings = new HttpSettings(
                "127.0.0.1",
                Integer.parseInt(arguments[0]),
                URI.create("http://localhost:" + arguments[0]),
                List.of(),
                true,
                Tracing.off());
        Dispatch dispatch = new Dispatch(
                settings,
                new SlidingWindows(clock),
                new Dispatch.Steps(List.of(), List.of()),
                new SimpleMeterRegistry(),
                new Scratch(Path.of("target/scratch")),
                new Compute());
        new HttpServer(
                        settings,
                        dispatch,
                        List.of(),
                        List.of(new DeliveryDoor(gate, NoMedia.of(gate), new SimpleMeterRegistry())),
                        Map.of())
                .start();
        Files.writeString(Path.of(arguments[2]), projectId + " " + key + "\n");
        Thread.currentThread().join();
    }

    /** Rows of keys whose plain text nobody has, a hundred to a project; ascending, so that they are stored quickly. */
    private static void addStrangers(Database database, int count) {
        database.writing(tx -> tx.update("""
            INSERT INTO api_keys (id, kind, workspace_id, project_id, name, key_prefix, key_hash, scopes,
                                  created_by, created_at)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
            SELECT substr(hash, 1, 8) || '-' || substr(hash, 9, 4) || '-' || substr(hash, 13, 4) || '-'
                   || substr(hash, 17, 4) || '-' || substr(hash, 21, 12),
                   :kind, 'w' || i / 1000, 'p' || i / 100, 'bench', 'cms_live_', hash, :scopes, 'ada', 0
            FROM (SELECT i, printf('%016x', i) || lower(hex(randomblob(24))) AS hash FROM n)
            """)
                .bind("count", count)
                .bind("kind", "live")
                .bind("scopes", "delivery")
                .execute());
    }

    private static Release release(Path folder) throws Exception {
        Map<String, Entity> files = new HashMap<>();
        try (var found = Files.list(folder)) {
            for (Path file : found.toList()) {
                files.put(
                        file.getFileName().toString(),
                        new Entity(DeliveredBytes.of(Files.readAllBytes(file)), new PackPosition("b", 0)));
            }
        }
        files.values().forEach(Entity::prepare);
        return new Release("b", "main", "0".repeat(40), Instant.EPOCH, Optional.empty(), files, Map.of(), Set.of());
    }
}
