package cms.mcp;

import cms.plan.Plans;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.events.Signals;
import cms.platform.limits.RateLimiter;
import cms.usage.Usage;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;

/**
 * What this room is built on beside other rooms.
 *
 * @param local whether only this machine reaches the service; requests must name it then
 * @param origins sites besides our own whose pages may call the endpoint
 */
public record RemoteToolParts(
        Database database,
        Signals signals,
        Seal seal,
        RateLimiter limiter,
        Plans plans,
        Usage usage,
        URI publicUrl,
        boolean local,
        List<URI> origins,
        InstantSource clock) {}
