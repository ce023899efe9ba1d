package cms.plan;

/**
 * Answers the two questions about a plan: may a workspace use this feature, and how much of it.
 *
 * <p>The edition takes precedence over the plan: without the enterprise part every workspace is on the community plan,
 * whatever its row says.
 */
public final class Plans {
    private final Edition edition;

    public Plans(Edition edition) {
        this.edition = edition;
    }

    public Edition edition() {
        return edition;
    }

    /** The plan in force for a workspace whose row has {@code stored}. */
    public Plan effective(Plan stored) {
        return switch (edition) {
            case ENTERPRISE -> stored;
            case COMMUNITY -> Plan.COMMUNITY;
        };
    }

    /** Whether a workspace on this plan may use the feature. */
    public boolean allows(Plan plan, Feature feature) {
        Plan counting = effective(plan);
        return counting == Plan.COMMUNITY ? !feature.needsEnterprisePart() : counting.includes(feature.lowestPlan());
    }

    /** The amount of a limit on this plan. */
    public Allowance amount(Plan plan, Limit limit) {
        return limit.on(effective(plan));
    }
}
