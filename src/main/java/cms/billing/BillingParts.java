package cms.billing;

import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.limits.RateLimiter;
import cms.platform.net.WebClient;
import cms.usage.Usage;
import cms.workspace.Workspaces;
import java.time.InstantSource;

/**
 * What billing is made of.
 *
 * @param web reaches what the settings name
 */
public record BillingParts(
        Database database,
        Workspaces workspaces,
        Usage usage,
        Plans plans,
        BillingSettings settings,
        WebClient web,
        RateLimiter limiter,
        InstantSource clock) {}
