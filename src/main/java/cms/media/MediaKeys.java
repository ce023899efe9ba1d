package cms.media;

import cms.access.AllowedLocales;
import cms.access.Author;
import cms.access.KeyRole;
import cms.apikeys.KeyAdmission;
import cms.apikeys.KeyKind;
import cms.apikeys.KeyScope;
import cms.apikeys.KnownKey;
import cms.plan.Feature;
import cms.plan.Plans;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import cms.platform.instance.Instance;
import cms.platform.limits.ChosenLimits;
import cms.platform.limits.RateLimit;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.ProjectAccess;

/**
 * Admits callers with a key, in the order of checks of spec 4.13: key, its project, scope, rate, plan, and whether the
 * project delivers.
 */
final class MediaKeys {
    private final Instance instance;
    private final MediaPlaces rooms;
    private final KeyAdmission admission;
    private final RateLimit rate;

    /** @param requestsPerHour that one key may make */
    MediaKeys(Instance instance, Plans plans, int requestsPerHour, MediaPlaces rooms) {
        this.instance = instance;
        this.rooms = rooms;
        this.admission = new KeyAdmission(rooms.projects(), rooms.workspaces(), plans);
        this.rate = ChosenLimits.MEDIA.of(requestsPerHour);
    }

    /**
     * An admitted key: its access to the project, and the author of its uploads, which belong to the workspace's owner.
     *
     * @param key identifies this key among all persons and keys
     * @param writes whether it has the scope {@code media:write}
     */
    record Holder(ProjectAccess place, Author by, String key, boolean writes) {}

    Holder admit(Request request, KeyScope scope, Feature feature) {
        KnownKey key = rooms.keys()
                .require(KeyKind.LIVE, request, "Send a key of this project: Authorization: Bearer cms_live_...");
        if (!key.has(scope)) {
            throw Failure.forbidden("This key does not have the scope " + scope.wireName() + ".");
        }
        key.usedAt(instance.clock().millis());
        instance.limiter().take(rate, key.id()).orFail();
        Project project = admission.admit(key, feature, () -> MediaAllowance.notInPlan(feature));
        if (!project.delivery().enabled()) {
            throw Failure.forbidden("Delivery is not switched on for this project; set `cdn_enabled` first.");
        }
        request.checkQuery();
        String owner = rooms.projects().workspaceOf(project).ownerId();
        Author by = Author.ofKey(Author.Origin.KEY, key.id(), owner, "key:" + key.id());
        return new Holder(
                rooms.projects().access().ofKey(project, KeyRole.EDITOR, AllowedModels.all(), AllowedLocales.all()),
                by,
                "key:" + key.id(),
                key.has(KeyScope.MEDIA_WRITE));
    }
}
