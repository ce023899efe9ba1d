package cms.media;

import cms.media.asset.Asset;
import cms.media.asset.AssetStore;
import cms.media.bytes.MediaLimits;
import cms.media.variant.VariantMap;
import cms.plan.Allowance;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.project.Project;
import cms.project.Projects;
import java.util.Optional;

/** Checks media against the plan of the workspace, and against what a project has room for in any plan. */
final class MediaAllowance {
    /** Code of the failure where what is said of a project's assets is too much. */
    static final String FULL = "media.full";

    private static final String NOT_IN_PLAN = "media.not_in_plan";

    private final Projects projects;
    private final Plans plans;

    MediaAllowance(Projects projects, Plans plans) {
        this.projects = projects;
        this.plans = plans;
    }

    /** @throws Failure FORBIDDEN where the plan does not include the feature */
    void require(Project project, Feature feature) {
        if (!plans.allows(plan(project), feature)) {
            throw notInPlan(feature);
        }
    }

    /** The failure for a plan that does not include the feature: FORBIDDEN, code {@code media.not_in_plan}. */
    static Failure notInPlan(Feature feature) {
        return Failure.forbidden("The plan of this workspace does not include " + feature.key() + ".")
                .withCode(NOT_IN_PLAN);
    }

    /** How many bytes one file may have. */
    long fileBytesMax(Project project) {
        return switch (plans.amount(plan(project), Limit.MEDIA_FILE_SIZE_MB_MAX)) {
            case Allowance.Unlimited() -> MediaLimits.FILE_BYTES_MAX;
            case Allowance.AtMost(long megabytes) ->
                Math.min(MediaLimits.FILE_BYTES_MAX, megabytes * MediaLimits.MEGABYTE);
        };
    }

    /** The requested sizes, else those of the field, else the default. */
    VariantMap sizes(Project project, Optional<VariantMap> asked, Optional<VariantMap> ofField) {
        asked.ifPresent(map -> require(project, map));
        ofField.ifPresent(map -> require(project, map));
        return asked.or(() -> ofField).orElseGet(VariantMap::standard);
    }

    /** @throws Failure FORBIDDEN for sizes of one's own, or so many of them, that the plan does not include */
    void require(Project project, VariantMap sizes) {
        if (sizes.preset().isEmpty() && !sizes.byName().isEmpty()) {
            require(project, Feature.MEDIA_CUSTOM_VARIANTS);
        }
        if (!plans.amount(plan(project), Limit.MEDIA_VARIANTS_PER_FIELD)
                .covers(sizes.byName().size())) {
            throw Failure.forbidden("The plan of this workspace does not allow so many variants of a picture.")
                    .withCode(NOT_IN_PLAN);
        }
    }

    /**
     * Checks, in the transaction that has stored an asset, that its project has room for what is said of it: all of it
     * is in the manifest of each release.
     *
     * @throws Failure FORBIDDEN (code {@code media.full})
     */
    static void requireDescribable(Tx tx, Asset asset) {
        if (new AssetStore().describedBytes(tx, asset.projectId()) > MediaLimits.DESCRIBED_BYTES_MAX) {
            throw Failure.forbidden("What is said of the assets of this project, their sizes and words, has "
                            + MediaLimits.DESCRIBED_BYTES_MAX / MediaLimits.MEGABYTE
                            + " MB; delete assets for good, or shorten their texts.")
                    .withCode(FULL);
        }
    }

    private Plan plan(Project project) {
        return projects.workspaceOf(project).plan();
    }
}
