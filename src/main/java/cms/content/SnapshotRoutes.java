package cms.content;

import cms.access.Capability;
import cms.content.write.Call;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.project.Access;
import cms.project.ProjectAccess;
import java.util.Arrays;

/** The whole content of a project in one answer (spec 4.8, reference 3.3). */
final class SnapshotRoutes {
    private final Access access;
    private final Snapshots snapshots;

    SnapshotRoutes(Access access, Snapshots snapshots) {
        this.access = access;
        this.snapshots = snapshots;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION).get(Call.PROJECT + "/brain/sync", this::sync);
    }

    private Answer sync(Request request) {
        ProjectAccess place = Call.require(access, request, Capability.READ_CONTENT);
        Snapshots.Synced synced = request.query("at")
                .map(at -> snapshots.sync(place.project(), at, place.models()))
                .orElseGet(() -> snapshots.sync(place.project(), place.models()));
        boolean unchanged = request.header("If-None-Match")
                .filter(known -> matches(known, synced.entityTag()))
                .isPresent();
        Answer answer = unchanged ? Answer.empty(304) : Answer.jsonBytes(synced.json());
        return answer.withHeader("ETag", synced.entityTag()).withHeader("Cache-Control", "private, no-cache");
    }

    /** The weak comparison of RFC 9110: a list of tags, each perhaps marked weak, or a star. */
    private static boolean matches(String header, String entityTag) {
        return Arrays.stream(header.split(","))
                .map(String::strip)
                .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
                .anyMatch(tag -> tag.equals("*") || tag.equals(entityTag));
    }
}
