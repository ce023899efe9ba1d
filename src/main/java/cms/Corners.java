package cms;

import cms.auth.AuthKeys;
import cms.platform.db.Database;
import cms.platform.db.DatabaseLocation;
import cms.platform.events.Announcements;
import cms.platform.jobs.Jobs;
import cms.platform.limits.RateLimiter;
import cms.platform.limits.SlidingWindows;
import cms.platform.objects.FolderObjects;
import cms.platform.objects.Objects;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;
import java.util.Optional;

/** The product-free corners of one instance, opened in order; rooms are built on these. */
record Corners(
        InstantSource clock,
        DataFolder data,
        Database database,
        Jobs jobs,
        Announcements announcements,
        Objects objects,
        RateLimiter limiter,
        PrometheusMeterRegistry metrics,
        AuthKeys keys) {

    static Corners open(StorageSettings settings, InstantSource clock, Closing closing) {
        DataFolder data = closing.add(DataFolder.own(settings.data()));
        Database database = closing.add(Database.open(location(settings, data)));
        Jobs jobs = closing.add(new Jobs(database, clock));
        Announcements announcements = closing.add(new Announcements(database, jobs, clock));
        return new Corners(
                clock,
                data,
                database,
                jobs,
                announcements,
                new FolderObjects(data.objects()),
                new SlidingWindows(clock),
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                keys(settings.sealing(), data, database));
    }

    private static DatabaseLocation location(StorageSettings settings, DataFolder data) {
        return settings.databaseUrl() == null
                ? new DatabaseLocation.File(data.database())
                : new DatabaseLocation.Server(settings.databaseUrl().reveal());
    }

    private static AuthKeys keys(StorageSettings.Sealing sealing, DataFolder data, Database database) {
        String secret =
                SealingKey.findOrCreate(Optional.ofNullable(sealing.current()).map(key -> key.reveal()), data.secret());
        AuthKeys keys =
                AuthKeys.of(secret, Optional.ofNullable(sealing.previous()).map(key -> key.reveal()));
        SealingKey.check(database, keys.seal());
        return keys;
    }
}
