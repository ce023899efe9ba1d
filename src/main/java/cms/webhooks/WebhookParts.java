package cms.webhooks;

import cms.plan.Plans;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.jobs.Leases;
import cms.platform.limits.RateLimiter;
import cms.platform.mail.Mailer;
import cms.platform.net.OutgoingHttp;
import java.time.InstantSource;

/** What webhooks stand on. */
public record WebhookParts(
        Database database,
        Announcements announcements,
        Leases leases,
        Seal seal,
        OutgoingHttp net,
        RateLimiter limiter,
        Mailer mailer,
        Plans plans,
        InstantSource clock) {}
