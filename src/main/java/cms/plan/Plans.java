package cms.plan;

/**
 * The two questions that every room asks before it does something a plan can forbid: may a workspace use this
 * feature, and how much of that.
 *
 * <p>The edition counts before the plan: without the enterprise part every workspace is on the community plan,
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

    /** The plan that counts for a workspace whose row says {@code stored}. */
    public Plan effective(Plan stored) {
        return switch (edition) {
            case ENTERPRISE -> stored;
            case COMMUNITY -> Plan.COMMUNITY;
        };
    }

    /** May a workspace on this plan use the feature? */
    public boolean allows(Plan plan, Feature feature) {
        Plan counting = effective(plan);
        return counting == Plan.COMMUNITY ? !feature.needsEnterprisePart() : counting.includes(feature.lowestPlan());
    }

    /** How much of it may a workspace on this plan use? */
    public Allowance amount(Plan plan, Limit limit) {
        return limit.on(effective(plan));
    }
}
