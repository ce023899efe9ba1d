package cms;

import cms.auth.AuthKeys;
import cms.monitoring.MetricsRegistry;
import cms.monitoring.Version;
import cms.platform.compute.Compute;
import cms.platform.config.Secret;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.db.DatabaseLocation;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.instance.Instance;
import cms.platform.jobs.Jobs;
import cms.platform.jobs.Leases;
import cms.platform.limits.RateLimiter;
import cms.platform.limits.SlidingWindows;
import cms.platform.mail.EmailAddress;
import cms.platform.mail.Mailer;
import cms.platform.mail.NoMail;
import cms.platform.mail.Outbox;
import cms.platform.mail.SmtpMailer;
import cms.platform.net.NetSettings;
import cms.platform.net.OutgoingHttp;
import cms.platform.net.WebRequest;
import cms.platform.objects.BucketObjects;
import cms.platform.objects.FolderObjects;
import cms.platform.objects.Objects;
import cms.platform.scratch.Scratch;
import cms.platform.tracing.Tracing;
import cms.settings.OutsideSettings;
import cms.settings.Settings;
import cms.settings.StorageSettings;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The platform of one instance, without rules of the product, opened in order; rooms are built on it. One noun because
 * it is opened and closed as a whole: only the root holds it, and rooms get the part that an {@link Instance} lists.
 */
record PlatformServices(
        InstantSource clock,
        DataFolder data,
        Database database,
        Jobs jobs,
        Announcements announcements,
        Signals signals,
        Leases leases,
        Objects objects,
        RateLimiter limiter,
        Scratch scratch,
        Compute compute,
        PrometheusMeterRegistry metrics,
        Tracing tracing,
        AuthKeys keys,
        OutgoingHttp net,
        Mailer mailer) {

    static PlatformServices open(Settings all, InstantSource clock, OpenedParts closing) {
        StorageSettings settings = all.storage();
        OutgoingHttp net = closing.add(net(all));
        DataFolder data = closing.add(DataFolder.own(settings.data()));
        Database database = closing.add(Database.open(location(settings, data)));
        PrometheusMeterRegistry metrics = MetricsRegistry.registry();
        Jobs jobs = closing.add(new Jobs(database, clock));
        jobs.measuredBy(metrics);
        Leases leases = closing.add(new Leases(database));
        Announcements announcements = closing.add(new Announcements(database, jobs, leases, clock));
        AuthKeys keys = keys(settings.sealing(), data, database);
        return new PlatformServices(
                clock,
                data,
                database,
                jobs,
                announcements,
                closing.add(new Signals(database)),
                leases,
                bucket(settings, net).orElseGet(() -> new FolderObjects(data.objects())),
                new SlidingWindows(clock),
                new Scratch(data.scratch()),
                closing.add(new Compute()),
                metrics,
                closing.add(tracing(all, net)),
                keys,
                net,
                mailer(all, new Outbox(database, keys.seal(), clock), net, clock));
    }

    /** The part of the platform that rooms get. */
    Instance instance() {
        return new Instance(
                database,
                announcements,
                signals,
                jobs,
                leases,
                objects,
                limiter,
                compute,
                keys.seal(),
                net,
                mailer,
                data.scratch(),
                clock);
    }

    /** Traces go to the path that OTLP gives them (OTLP 1.x, "OTLP/HTTP Request"). */
    private static Tracing tracing(Settings all, OutgoingHttp net) {
        URI endpoint = all.outside().otlpEndpoint();
        if (endpoint == null) {
            return Tracing.off();
        }
        URI traces = URI.create(endpoint.toString().replaceAll("/$", "") + "/v1/traces");
        return Tracing.to(
                (type, message) -> net.toSettings()
                        .send(WebRequest.post(traces, type, message))
                        .status(),
                Version.RUNNING);
    }

    /** The mailer: SMTP when it is configured; else an outbox when only this machine reaches the service, or none. */
    private static Mailer mailer(Settings all, Outbox outbox, OutgoingHttp net, InstantSource clock) {
        Secret smtpUrl = all.outside().smtpUrl();
        if (smtpUrl == null) {
            return all.server().isLocal() ? outbox : new NoMail();
        }
        String host = all.server().publicUrl().getHost();
        EmailAddress from = new EmailAddress("cms@" + (host.startsWith("[") ? "localhost" : host));
        return new SmtpMailer(smtpUrl, from, net.trust(), clock);
    }

    /** The object store for commands that run beside the service; empty when objects are in the data folder. */
    static Optional<Objects> bucket(Settings all) {
        return bucket(all.storage(), net(all));
    }

    static OutgoingHttp net(Settings all) {
        OutsideSettings outside = all.outside();
        return new OutgoingHttp(new NetSettings(outside.privateAddressesAllowed(), outside.trustedCertificates()));
    }

    private static Optional<Objects> bucket(StorageSettings settings, OutgoingHttp net) {
        return Optional.ofNullable(settings.objects())
                .map(bucket -> new BucketObjects(
                        bucket, net.toSettings(), settings.data().resolve("objects/.aside")));
    }

    private static DatabaseLocation location(StorageSettings settings, DataFolder data) {
        return settings.databaseUrl() == null
                ? new DatabaseLocation.File(data.database())
                : new DatabaseLocation.Server(settings.databaseUrl().reveal());
    }

    private static AuthKeys keys(StorageSettings.Sealing sealing, DataFolder data, Database database) {
        Optional<String> current = Optional.ofNullable(sealing.current()).map(key -> key.reveal());
        Optional<String> previous = Optional.ofNullable(sealing.previous()).map(key -> key.reveal());
        String secret = SealingKey.findOrCreate(current, data.secret(), database);
        Seal seal = new Seal(secret, previous);
        return AuthKeys.of(secret, previous, database.write(tx -> SealedFacts.sealAnew(tx, seal, previous)));
    }
}
