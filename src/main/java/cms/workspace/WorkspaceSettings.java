package cms.workspace;

import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.crypto.Seal;
import java.net.URI;

/**
 * Settings of workspaces: plans, the plan of a new one, and the address in invitations.
 *
 * @param planOfNew the plan of a new workspace: {@code CMS_DEFAULT_PLAN}, or {@code free} where billing is on
 * @param publicUrl without a slash at its end
 * @param seal seals people's own model keys
 */
public record WorkspaceSettings(Plans plans, Plan planOfNew, URI publicUrl, Seal seal) {}
