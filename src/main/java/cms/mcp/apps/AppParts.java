package cms.mcp.apps;

import cms.plan.Plans;
import cms.platform.instance.Instance;
import java.net.URI;

/** What the authorization server is built on beside other rooms. */
public record AppParts(Instance instance, Plans plans, URI publicUrl) {}
