package cms.webhooks;

import cms.plan.Plans;
import cms.platform.instance.Instance;

/** The rooms and services that webhooks use. */
public record WebhookParts(Instance instance, Plans plans) {}
