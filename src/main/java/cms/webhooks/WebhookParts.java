package cms.webhooks;

import cms.plan.Plans;
import cms.platform.instance.Instance;

/** What webhooks stand on. */
public record WebhookParts(Instance instance, Plans plans) {}
