package cms.billing;

import cms.plan.Plans;
import cms.platform.instance.Instance;
import cms.usage.Usage;
import cms.workspace.Workspaces;

/** The services, rooms and settings that billing uses. */
public record BillingParts(
        Instance instance, Workspaces workspaces, Usage usage, Plans plans, BillingSettings settings) {}
