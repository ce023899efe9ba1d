package cms.delivery.read;

import cms.delivery.build.Site;
import cms.delivery.serve.BlockingReads;
import cms.delivery.serve.DeliveryDoor;
import cms.delivery.serve.Entity;
import cms.delivery.serve.ReadHeaders;
import cms.delivery.serve.Release;
import cms.delivery.wire.FilePath;
import cms.git.CommitId;
import cms.platform.door.PlainPath;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import java.util.Optional;
import java.util.Set;

/** Routes of reads with a key beyond files of the current release. */
public final class ReleaseRoutes {
    private static final String PROJECT = DeliveryDoor.PREFIX + "{projectId}";
    /** {@code /api/cdn/v1/:projectId/@<commit>}. */
    private static final int SEGMENTS_BEFORE_PATH = 5;

    /**
     * Most streams of one workspace: a website has an open page for each of its readers. Counted by workspace, because
     * it may have any number of keys.
     */
    private static final int STREAMS_OF_A_WORKSPACE_MAX = 10_000;

    private final BlockingReads reads;
    private final EarlierReleases kept;
    private final Watchers watchers;
    private final Tables tables = new Tables();
    private final TypesOfReleases types = new TypesOfReleases();

    public ReleaseRoutes(BlockingReads reads, EarlierReleases kept, Watchers watchers) {
        this.reads = reads;
        this.kept = kept;
        this.watchers = watchers;
    }

    /** To be called before the route that takes every other path. */
    public void mount(Routes routes) {
        routes.on(Surface.KEYED)
                .openTo(ReadHeaders.PAGES)
                .get(PROJECT + "/@{commit}/<path>{?others*}", this::retained)
                .get(PROJECT + "/changes{?since}", this::changes)
                .get(
                        PROJECT + "/query/{model}/{locale}{?filter,sort,fields,limit,cursor,include,fallback}",
                        this::query)
                .get(PROJECT + "/types.ts{?others*}", this::types)
                .get(PROJECT + "/openapi.json{?others*}", this::openApi)
                .get(PROJECT + "/watch{?since}", this::watch);
    }

    private Answer retained(Request request) {
        String path = FilePath.decodeAfter(SEGMENTS_BEFORE_PATH, PlainPath.of(request.path()));
        return reads.readRetained(request, served -> {
            String commit = commit(request.pathParameter("commit"));
            return kept.first(served.projectId(), commit).map(release -> release.find(path));
        });
    }

    private Answer changes(Request request) {
        return reads.read(request, served -> {
            String since = commit(request.query("since")
                    .orElseThrow(() -> Failure.invalid("Name the commit that you have: `since`.")));
            Optional<Release> now = Optional.ofNullable(served.release());
            Release before = now.filter(release -> release.commitSha().equals(since))
                    .or(() -> kept.newest(served.projectId(), since))
                    .orElseThrow(
                            () -> Failure.notFound("There is no kept release of this commit; read everything anew."));
            return now.map(after -> json(ReleaseChanges.between(before, after).json(since, after.commitSha())));
        });
    }

    private Answer query(Request request) {
        return reads.readCosting(request, (served, key, cost) -> {
            DeliveryQuery query = QueryWords.parse(request);
            return Optional.ofNullable(served.release())
                    .map(release -> request.compute(
                            key.workspaceId(),
                            () -> tables.asked(
                                    key.workspaceId(),
                                    release,
                                    asked -> json(new QueryRun(asked, query, cost).json()))));
        });
    }

    private Answer types(Request request) {
        return reads.readCosting(
                request,
                (served, key, cost) -> Optional.ofNullable(served.release())
                        .map(release -> types.typeScript(release, request.turn(key.workspaceId()))));
    }

    private Answer openApi(Request request) {
        return reads.readCosting(
                request,
                (served, key, cost) -> Optional.ofNullable(served.release())
                        .map(release -> types.openApi(release, served.projectId(), request.turn(key.workspaceId()))));
    }

    private Answer watch(Request request) {
        return reads.let(request, (served, key) -> {
            // A client that reconnects uses its first address again, and sends its last event in a header.
            String known = request.lastEventId()
                    .or(() -> request.query("since"))
                    .map(ReleaseRoutes::commit)
                    .orElse("");
            String knownBuild = Optional.ofNullable(served.release())
                    .filter(release -> release.commitSha().equals(known) && isOneOfItsCommit(release))
                    .map(Release::buildId)
                    .orElse("");
            return Answer.live(
                    "readers of " + key.workspaceId(),
                    STREAMS_OF_A_WORKSPACE_MAX,
                    stream -> watchers.watch(served.projectId(), knownBuild, () -> !key.revoked(), stream));
        });
    }

    /**
     * Whether all releases of its commit are the same, so that a reader who names the commit has its files. Where
     * scheduled entries came and went they differ. One that was built by hand differs by its manifest's date alone.
     */
    private static boolean isOneOfItsCommit(Release release) {
        return Set.of(Site.MANIFEST).containsAll(release.unsteady());
    }

    private static Entity json(Object value) {
        return Entity.computed(Json.bytes(value));
    }

    private static String commit(String text) {
        return CommitId.parse(text)
                .map(CommitId::sha)
                .orElseThrow(() -> Failure.invalid("A commit is named by its 40 hexadecimal digits."));
    }
}
