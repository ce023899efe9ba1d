package cms.platform.instance;

import cms.platform.compute.Compute;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.jobs.Jobs;
import cms.platform.jobs.Leases;
import cms.platform.limits.RateLimiter;
import cms.platform.mail.Mailer;
import cms.platform.net.OutgoingHttp;
import cms.platform.objects.Objects;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * A running instance of the service, as its rooms see it. One noun because a room that is given the instance may use
 * each of its services.
 *
 * @param seal of secrets that are kept in rows
 * @param scratch a folder for files on their way, emptied at each start
 */
public record Instance(
        Database database,
        Announcements announcements,
        Signals signals,
        Jobs jobs,
        Leases leases,
        Objects objects,
        RateLimiter limiter,
        Compute compute,
        Seal seal,
        OutgoingHttp net,
        Mailer mailer,
        Path scratch,
        InstantSource clock) {}
