package cms.review;

import cms.access.Capability;
import cms.auth.Caller;
import cms.format.merge.Resolution;
import cms.git.Branch;
import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.idempotency.IdempotencyMark;
import cms.platform.json.Json;
import cms.platform.limits.Limits;
import cms.project.Access;
import cms.project.ProjectAccess;
import cms.review.details.ChangeList;
import cms.review.details.ContentFilter;
import cms.review.files.Resolutions;
import cms.review.submit.Landed;
import cms.review.submit.Updated;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Routes of a project's open changes and of its history (spec 4.8, reference 3.4). */
final class ReviewRoutes {
    private static final String BRANCHES = "/api/workspaces/{workspaceId}/projects/{projectId}/branches";
    private static final String BRANCH = BRANCHES + "/{branch}";
    private static final String HISTORY_PATH = "/api/workspaces/{workspaceId}/projects/{projectId}/history";
    /** About as many characters as one branch takes in the list. */
    private static final int BRANCH_CHARS = 140;

    private static final int HISTORY = 20;
    private static final int DETAILED = 50;
    private static final int DETAILED_MAX = 100;

    private final Reviews reviews;
    private final Access access;

    ReviewRoutes(Reviews reviews, Access access) {
        this.reviews = reviews;
        this.access = access;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION).limitedPerCaller(Limits.BRANCH_DIFF.rate()).get(BRANCH + "/diff", this::diff);
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.HISTORY.rate())
                .get(HISTORY_PATH + "{?model,entry,locale,from,at,limit}", this::history);
        routes.on(Surface.SESSION)
                .limitedPerCaller(Limits.CONTENT_READS.rate())
                .get(BRANCHES + "{?details,limit,from,model,locale,entry,atLeast}", this::list)
                .get(BRANCHES + "/health", this::health);
        routes.on(Surface.SESSION)
                .takingContent()
                .limitedPerCaller(Limits.CONTENT_WRITES.rate())
                .post(BRANCHES + "/cleanup", Audit.byCommits(), this::cleanUp)
                .post(BRANCH + "/merge", Audit.byCommits(), this::merge)
                .post(BRANCH + "/update", Audit.byCommits(), this::update)
                .post(BRANCH + "/reject", Audit.byCommits(), this::reject)
                .post(HISTORY_PATH + "/{commit}/revert", Audit.byCommits(), this::revert);
    }

    private Answer list(Request request) {
        ProjectAccess where = access.require(request, Capability.READ_BRANCHES);
        boolean isBehind = AtLeast.of(request)
                .filter(commit -> request.compute(where.project().workspaceId(), () -> reviews.isBehind(where, commit)))
                .isPresent();
        return AtLeast.marked(list(request, where), isBehind);
    }

    private Answer list(Request request, ProjectAccess where) {
        ObjectNode defaultBranch = Json.object()
                .put("name", where.project().defaultBranch())
                .put("state", reviews.defaultBranchState(where));
        if (request.flag("details")) {
            int limit = request.number("limit", DETAILED, DETAILED_MAX);
            var query = new ChangeList.Query(contentOf(request), request.query("from"), limit);
            return request.compute(
                    where.project().workspaceId(),
                    () -> reviews.details(where, query, page -> Answer.json(page.set("defaultBranch", defaultBranch))));
        }
        if (contentOf(request).isPresent()) {
            throw Failure.invalid("`model` goes with `details=true`.");
        }
        List<Branch> branches = reviews.openChanges(where);
        // There may be thousands, and a JSON node for each would be most of the work.
        StringBuilder text = new StringBuilder(branches.size() * BRANCH_CHARS).append("{\"branches\":[");
        for (int i = 0; i < branches.size(); i++) {
            Branch branch = branches.get(i);
            text.append(i == 0 ? "{\"name\":" : ",{\"name\":");
            Json.quote(text, branch.name());
            text.append(",\"sha\":\"").append(branch.tip().sha()).append("\",\"protected\":false}");
        }
        text.append("],\"defaultBranch\":").append(Json.text(defaultBranch)).append('}');
        return Answer.jsonBytes(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The content by which the list of changes is filtered; empty for all changes. */
    private static Optional<ContentFilter> contentOf(Request request) {
        Optional<String> model = request.query("model");
        Optional<String> locale = request.query("locale");
        Optional<String> entry = request.query("entry");
        if (model.isEmpty() && (locale.isPresent() || entry.isPresent())) {
            throw Failure.invalid("`locale` and `entry` go with `model`.");
        }
        return model.map(id -> new ContentFilter(id, locale, entry));
    }

    private Answer health(Request request) {
        ProjectAccess where = access.require(request, Capability.READ_BRANCHES);
        BranchHealth health = reviews.health(where);
        return Answer.json(Json.object()
                .put("status", health.status())
                .put("unmergedCount", health.unmergedCount())
                .put("lastChecked", health.lastChecked().toString())
                .put("parkedPush", health.parkedPush().orElse(null))
                .put("defaultBranch", health.defaultBranch()));
    }

    private Answer cleanUp(Request request) {
        ProjectAccess where = access.require(request, Capability.CLEAN_UP_BRANCHES);
        request.bodyBytes(); // unused, but a request with another body under the same key is no repeat
        return Answer.json(reviews.cleanUp(
                where, Caller.author(request), DecisionOptions.none().marked(IdempotencyMark.next())));
    }

    private Answer diff(Request request) {
        ProjectAccess where = access.require(request, Capability.READ_BRANCHES);
        return request.compute(
                where.project().workspaceId(),
                () -> reviews.difference(
                        where,
                        branch(request),
                        difference -> Answer.json(difference.json())
                                .withHeader("ETag", "\"" + difference.tip().sha() + "\"")
                                .withHeader("Cache-Control", "private, no-cache")));
    }

    private Answer merge(Request request) {
        ProjectAccess where = access.require(request, Capability.MERGE_BRANCH);
        Landed landed = reviews.merge(where, Caller.author(request), branch(request), options(request));
        return Answer.json(Json.object()
                .put("merged", landed.merged())
                .put("sha", landed.sha().sha())
                .put("pullRequestUrl", landed.pullRequestUrl())
                .put("defaultBranch", reviews.defaultBranchState(where)));
    }

    private Answer update(Request request) {
        ProjectAccess where = Reviews.requireUpdate(access.require(request, Capability.READ_BRANCHES));
        Updated updated = reviews.update(where, Caller.author(request), branch(request), options(request));
        return Answer.json(Json.object()
                .put("updated", updated.updated())
                .put("sha", updated.sha().sha()));
    }

    private Answer reject(Request request) {
        ProjectAccess where = access.require(request, Capability.REJECT_BRANCH);
        reviews.reject(where, Caller.author(request), branch(request), options(request));
        return Answer.json(Map.of("rejected", true));
    }

    private Answer history(Request request) {
        ProjectAccess where = access.require(request, Capability.READ_CONTENT);
        Optional<String> from = request.query("from").or(() -> request.query("at"));
        HistoryQuery query = new HistoryQuery(
                from,
                request.query("model"),
                request.query("entry"),
                request.query("locale"),
                request.number("limit", HISTORY, HistoryQuery.LIMIT_MAX));
        return request.compute(where.project().workspaceId(), () -> reviews.history(where, query, Answer::json));
    }

    private Answer revert(Request request) {
        ProjectAccess where = access.require(request, Capability.SAVE_CONTENT);
        DecisionOptions options = options(request);
        List<CommitId> commits = List.of(commit(request));
        return Answer.json(
                reviews.revert(where, Caller.author(request), commits, options).json());
    }

    /**
     * The options of a decision. The body may be left out; the reviewed commit is in {@code If-Match}, in {@code sha},
     * or in both. A decision cannot be tried out: its routes state no {@code dryRun}, so it is refused.
     */
    private static DecisionOptions options(Request request) {
        Optional<Body> body = request.hasBody() ? Optional.of(request.body()) : Optional.empty();
        Optional<Set<String>> tags = request.ifMatch().filter(sent -> !sent.contains("*"));
        Optional<String> sha = body.flatMap(json -> json.text("sha"));
        List<Resolution> resolutions = body.map(Resolutions::parse).orElse(List.of());
        return new DecisionOptions(
                reviewed(tags, sha),
                resolutions,
                body.flatMap(json -> json.text("reason")),
                body.flatMap(json -> json.text("onto")).map(ReviewRoutes::onto),
                IdempotencyMark.next());
    }

    /** The allowed tips of the branch; empty for any, an empty set when the two contradict each other. */
    private static Optional<Set<String>> reviewed(Optional<Set<String>> tags, Optional<String> sha) {
        if (tags.isEmpty() || sha.isEmpty()) {
            return tags.or(() -> sha.map(Set::of));
        }
        return Optional.of(tags.get().contains(sha.get()) ? Set.of(sha.get()) : Set.of());
    }

    private static CommitId onto(String text) {
        return CommitId.parse(text)
                .orElseThrow(() -> Failure.invalid("`onto` must be a commit by its 40 hexadecimal digits."));
    }

    private static String branch(Request request) {
        return request.pathParameter("branch");
    }

    /** The landing that the path names by its whole id, as a branch name would mean another landing a moment later. */
    private static CommitId commit(Request request) {
        return CommitId.parse(request.pathParameter("commit"))
                .orElseThrow(() -> Failure.invalid("The path must name the commit by its 40 hexadecimal digits."));
    }
}
