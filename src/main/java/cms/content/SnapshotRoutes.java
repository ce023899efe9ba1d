package cms.content;

import cms.access.Capability;
import cms.content.snapshot.Narrowing;
import cms.content.write.RequestCall;
import cms.format.ContentNames;
import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.limits.Limits;
import cms.project.Access;
import cms.project.ProjectAccess;
import cms.review.AtLeast;
import java.util.Optional;

/**
 * Routes that answer the whole content of a project, a part of it, or its changes since a commit; and its health (spec
 * 4.6, 4.8).
 */
final class SnapshotRoutes {
    private final Access access;
    private final Snapshots snapshots;

    SnapshotRoutes(Access access, Snapshots snapshots) {
        this.access = access;
        this.snapshots = snapshots;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.SNAPSHOTS.rate())
                .get(RequestCall.PROJECT + "/brain/sync{?model,locale,fields,at,atLeast}", this::sync)
                .get(RequestCall.PROJECT + "/brain/changes{?since,tag,atLeast}", this::changes);
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.PROJECT_HEALTH.rate())
                .get(RequestCall.PROJECT + "/health{?at}", this::health);
    }

    private Answer sync(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        Narrowing narrowing = narrowing(request);
        String workspaceId = place.project().workspaceId();
        boolean isBehind = AtLeast.of(request)
                .filter(commit -> request.compute(workspaceId, () -> isBehind(place, commit)))
                .isPresent();
        Snapshots.Synced synced = request.query("at")
                .map(at -> request.compute(
                        workspaceId, () -> snapshots.sync(place.project(), at, place.models(), narrowing)))
                .orElseGet(() -> snapshots.sync(
                        place.project(), place.models(), narrowing, work -> request.compute(workspaceId, work)));
        return AtLeast.marked(
                Conditional.answer(request, synced.entityTag(), () -> Answer.jsonPieces(synced.json())), isBehind);
    }

    private boolean isBehind(ProjectAccess place, CommitId commit) {
        return snapshots.isBehind(place.project(), commit, place.models());
    }

    private Answer changes(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        CommitId since = request.query("since")
                .flatMap(CommitId::parse)
                .orElseThrow(() -> Failure.invalid(
                        "`since` must name the commit that was read by its 40 hexadecimal digits; it begins the"
                                + " entity tag of brain/sync."));
        Optional<CommitId> least = AtLeast.of(request);
        return request.compute(place.project().workspaceId(), () -> {
            boolean isBehind = isBehind(place, least.orElse(since));
            return AtLeast.marked(
                    Answer.json(snapshots.changes(place.project(), since, request.query("tag"), place.models()))
                            .withHeader("Cache-Control", "private, no-cache"),
                    isBehind);
        });
    }

    private static Narrowing narrowing(Request request) {
        Optional<String> model = request.query("model");
        if (model.filter(id -> !ContentNames.isSafeSegment(id)).isPresent()) {
            throw Failure.invalid("`model` must be the id of a model.");
        }
        Optional<String> locale = request.query("locale");
        if (locale.filter(name -> !ContentNames.isLocale(name)).isPresent()) {
            throw Failure.invalid("`locale` must look like en or en-GB.");
        }
        Optional<String> fields = request.query("fields");
        if (fields.filter(wanted -> !wanted.equals("titles")).isPresent()) {
            throw Failure.invalid("`fields` must be titles, or left out for all of them.");
        }
        return new Narrowing(model, locale, fields.isPresent());
    }

    private Answer health(Request request) {
        ProjectAccess place = access.require(request, Capability.READ_CONTENT);
        return Answer.json(request.compute(
                        place.project().workspaceId(), () -> snapshots.health(place, request.query("at"))))
                .withHeader("Cache-Control", "private, no-cache");
    }
}
