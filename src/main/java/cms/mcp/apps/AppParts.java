package cms.mcp.apps;

import cms.plan.Plans;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.events.Announcements;
import cms.platform.events.Signals;
import cms.platform.limits.RateLimiter;
import cms.platform.mail.Mailer;
import cms.platform.net.OutgoingHttp;
import java.net.URI;
import java.time.InstantSource;

/** What the authorization server is built on beside other rooms. */
public record AppParts(
        Database database,
        Announcements news,
        Signals signals,
        Seal seal,
        RateLimiter limiter,
        OutgoingHttp net,
        Mailer mailer,
        Plans plans,
        URI publicUrl,
        InstantSource clock) {}
