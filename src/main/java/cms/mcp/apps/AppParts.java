package cms.mcp.apps;

import cms.plan.Plans;
import cms.platform.instance.Instance;
import java.net.URI;

/** The services and the public address that the authorization server uses. */
public record AppParts(Instance instance, Plans plans, URI publicUrl) {}
