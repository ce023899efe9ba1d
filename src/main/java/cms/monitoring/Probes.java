package cms.monitoring;

import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.platform.net.WebAnswer;
import cms.platform.net.WebClient;
import cms.platform.net.WebRequest;
import cms.platform.objects.Objects;
import cms.settings.IdentitySettings;
import cms.upkeep.InstanceIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The probes of the parts: a store has to take a write, a service has to answer. */
final class Probes {
    private static final String PROBE_KEY = "health/probe";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int BYTES_MAX = 1024 * 1024;

    private Probes() {}

    static List<MonitoredPart> of(MonitoringTargets instance, IdentitySettings identity) {
        List<MonitoredPart> parts = new ArrayList<>();
        parts.add(new MonitoredPart("database", true, () -> takesRow(instance.database(), instance.clock())));
        parts.add(new MonitoredPart("objects", true, () -> keeps(instance.objects())));
        parts.add(new MonitoredPart("repositories", true, () -> {
            takesFile(instance.repositories());
            if (instance.builtInHost()) {
                hasAll(instance.database(), instance.data());
            }
        }));
        if (!instance.mailer().isOff()) {
            parts.add(new MonitoredPart("mail", false, instance.mailer()::probe));
        }
        if (identity.oidc() != null) {
            URI issuer = identity.oidc().issuer();
            String discovery = issuer.toString().replaceAll("/$", "") + "/.well-known/openid-configuration";
            parts.add(new MonitoredPart("identity", false, () -> answers(instance.net(), URI.create(discovery), 200)));
        }
        if (identity.gitHost() != null) {
            URI api = identity.gitHost().apiUrl();
            // Some answer 401 or 404 without a path; any answer counts.
            parts.add(new MonitoredPart("git_host", false, () -> answers(instance.net(), api, 499)));
        }
        return List.copyOf(parts);
    }

    private static void takesRow(Database database, InstantSource clock) {
        String now = clock.instant().toString();
        database.writing(tx -> ProbeStore.write(tx, now));
    }

    private static void keeps(Objects objects) {
        objects.put(PROBE_KEY, new byte[] {1});
        if (objects.get(PROBE_KEY).isEmpty()) {
            throw Failure.unavailable("The object store does not return what was stored.");
        }
    }

    /** Two probes at a time write the same file, and the one that ends last finds it deleted. */
    static void takesFile(Path folder) {
        Path probe = folder.resolve(".probe");
        try {
            Files.write(
                    probe,
                    new byte[] {1},
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            Files.deleteIfExists(probe);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private static void hasAll(Database database, Path folder) {
        List<String> missing = missing(database, folder);
        if (!missing.isEmpty()) {
            throw Failure.unavailable("Repositories of the tables are not in the data folder: " + missing + ".");
        }
    }

    /** The repositories of the rows that the folder lacks; none while the database, a part of its own, is away. */
    private static List<String> missing(Database database, Path folder) {
        try {
            return InstanceIdentity.missing(database, folder);
        } catch (RuntimeException failed) {
            if (Database.isOutage(failed)) {
                return List.of();
            }
            throw failed;
        }
    }

    private static void answers(WebClient net, URI url, int statusMax) {
        WebAnswer answer = net.send(WebRequest.get(url).within(TIMEOUT).taking(BYTES_MAX));
        if (answer.status() > statusMax) {
            throw Failure.unavailable(url + " answered " + answer.status() + ".");
        }
    }
}
