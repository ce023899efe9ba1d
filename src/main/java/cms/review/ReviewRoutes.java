package cms.review;

import cms.access.Author;
import cms.access.Capability;
import cms.auth.Caller;
import cms.format.merge.Resolution;
import cms.git.Branch;
import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.json.Json;
import cms.project.Access;
import cms.project.ProjectAccess;
import cms.review.branch.OpenChanges;
import cms.review.files.Comparison;
import cms.review.files.Resolutions;
import cms.review.history.Chronicle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Open changes of a project (spec 4.8, reference 3.4). */
final class ReviewRoutes {
    private static final String BRANCHES = "/api/workspaces/{workspaceId}/projects/{projectId}/branches";
    private static final String BRANCH = BRANCHES + "/{branch}";
    private static final String HISTORY_PATH = "/api/workspaces/{workspaceId}/projects/{projectId}/history";
    /** About as many as a branch of ours takes in the list. */
    private static final int BRANCH_CHARS = 140;

    private static final int HISTORY = 20;
    private static final int HISTORY_MAX = 100;

    private final Changes changes;
    private final Access access;

    ReviewRoutes(Changes changes, Access access) {
        this.changes = changes;
        this.access = access;
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .get(BRANCHES, this::list)
                .get(BRANCHES + "/health", this::health)
                .post(BRANCHES + "/cleanup", this::cleanUp)
                .get(BRANCH + "/diff", this::diff)
                .post(BRANCH + "/merge", this::merge)
                .post(BRANCH + "/update", this::update)
                .post(BRANCH + "/reject", this::reject)
                .get(HISTORY_PATH, this::history)
                .post(HISTORY_PATH + "/{commit}/revert", this::revert);
    }

    private Answer list(Request request) {
        ProjectAccess where = require(request, Capability.READ_BRANCHES);
        List<Branch> branches = changes.branches(where.project(), where.models());
        ObjectNode defaultBranch = Json.object()
                .put("name", where.project().defaultBranch())
                .put("state", changes.defaultBranchState(where.project()));
        // They may be thousands: a node for each would be most of the work.
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

    private Answer health(Request request) {
        ProjectAccess where = require(request, Capability.READ_BRANCHES);
        Changes.Health health = changes.health(where.project());
        return Answer.json(Json.object()
                .put("status", health.status())
                .put("unmergedCount", health.unmergedCount())
                .put("lastChecked", health.lastChecked().toString())
                .put("parkedPush", health.parkedPush().orElse(null))
                .put("defaultBranch", health.defaultBranch()));
    }

    private Answer cleanUp(Request request) {
        ProjectAccess where = require(request, Capability.CLEAN_UP_BRANCHES);
        OpenChanges.Cleanup cleanup = changes.cleanUp(where.project(), author(request));
        ObjectNode json = Json.object();
        ArrayNode deleted = json.putArray("deleted");
        cleanup.deleted().forEach(deleted::add);
        return Answer.json(json.put("remaining", cleanup.remaining())
                .put("status", changes.health(where.project()).status()));
    }

    private Answer diff(Request request) {
        ProjectAccess where = require(request, Capability.READ_BRANCHES);
        OpenChanges.Difference difference = changes.diff(where.project(), branch(request), where.models());
        ObjectNode json = Json.object();
        ArrayNode files = json.putArray("diff");
        for (Comparison.File file : difference.files()) {
            ObjectNode item = files.addObject()
                    .put("path", file.path())
                    .put("status", file.status().name().toLowerCase(Locale.ROOT));
            item.set("before", file.before());
            item.set("after", file.after());
        }
        ArrayNode values = json.putArray("changes");
        difference.values().forEach(value -> values.add(value.json()));
        return Answer.json(json)
                .withHeader("ETag", "\"" + difference.tip().sha() + "\"")
                .withHeader("Cache-Control", "private, no-cache");
    }

    private Answer merge(Request request) {
        ProjectAccess where = require(request, Capability.MERGE_BRANCH);
        Changes.Landed landed = changes.merge(where.project(), branch(request), verdict(request, where));
        return Answer.json(Json.object()
                .put("merged", landed.merged())
                .put("sha", landed.sha().sha())
                .put("pullRequestUrl", landed.pullRequestUrl())
                .put("defaultBranch", changes.defaultBranchState(where.project())));
    }

    /** Who reviews updates any change, who writes updates the own. */
    private Answer update(Request request) {
        ProjectAccess where = require(request, Capability.READ_BRANCHES);
        boolean reviews = where.rights().may(Capability.MERGE_BRANCH);
        if (!reviews) {
            where.rights().require(Capability.SAVE_CONTENT);
        }
        Changes.Updated updated = changes.update(where.project(), branch(request), verdict(request, where), reviews);
        return Answer.json(Json.object()
                .put("updated", updated.updated())
                .put("sha", updated.sha().sha()));
    }

    private Answer reject(Request request) {
        ProjectAccess where = require(request, Capability.REJECT_BRANCH);
        changes.reject(where.project(), branch(request), verdict(request, where));
        return Answer.json(Map.of("rejected", true));
    }

    private Answer history(Request request) {
        ProjectAccess where = require(request, Capability.READ_CONTENT);
        Tip tip = request.query("from")
                .or(() -> request.query("at"))
                .map(from -> changes.at(where.project(), from))
                .orElseGet(() -> changes.sync(where.project()));
        var filter = new Chronicle.Filter(request.query("model"), request.query("entry"), request.query("locale"));
        Chronicle.Page page =
                changes.chronicle(where.project(), where.models()).page(tip.commit(), filter, limit(request));
        ObjectNode json = Json.object();
        ArrayNode landings = json.putArray("history");
        page.landings().forEach(landing -> landings.add(landing.json()));
        return Answer.json(json.put("next", page.next().map(CommitId::sha).orElse(null)));
    }

    private Answer revert(Request request) {
        ProjectAccess where = require(request, Capability.SAVE_CONTENT);
        Closing.Verdict verdict = verdict(request, where);
        CommitId commit = changes.at(where.project(), commit(request)).commit();
        return Answer.json(
                changes.revert(where.project(), commit, verdict, where.rights()).json());
    }

    private static int limit(Request request) {
        String text = request.query("limit").orElse(Integer.toString(HISTORY));
        int limit = text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > HISTORY_MAX) {
            throw Failure.invalid("`limit` must be a whole number from 1 to " + HISTORY_MAX + ".");
        }
        return limit;
    }

    /** The body may be left out; the reviewed commit stands in {@code If-Match}, in {@code sha}, or in both. */
    private static Closing.Verdict verdict(Request request, ProjectAccess where) {
        Optional<Body> body = request.hasBody() ? Optional.of(request.body()) : Optional.empty();
        Optional<Set<String>> tags = request.header("If-Match")
                .filter(header -> !header.strip().equals("*"))
                .map(header -> Arrays.stream(header.split(","))
                        .map(tag -> tag.strip().replace("\"", ""))
                        .collect(Collectors.toSet()));
        Optional<String> sha = body.flatMap(json -> json.text("sha"));
        List<Resolution> resolutions = body.map(Resolutions::parse).orElse(List.of());
        return new Closing.Verdict(author(request), where.models(), reviewed(tags, sha), resolutions);
    }

    /** The commits that the branch may stand at; empty for any, none at all when the two contradict each other. */
    private static Optional<Set<String>> reviewed(Optional<Set<String>> tags, Optional<String> sha) {
        if (tags.isEmpty() || sha.isEmpty()) {
            return tags.or(() -> sha.map(Set::of));
        }
        return Optional.of(tags.get().contains(sha.get()) ? Set.of(sha.get()) : Set.of());
    }

    private ProjectAccess require(Request request, Capability capability) {
        return access.require(request, capability);
    }

    private static String branch(Request request) {
        return request.pathParameter("branch");
    }

    /** A landing is named by its whole id: a branch name would mean another landing a moment later. */
    private static String commit(Request request) {
        return CommitId.parse(request.pathParameter("commit"))
                .map(CommitId::sha)
                .orElseThrow(() -> Failure.invalid("The path must name the commit by its 40 hexadecimal digits."));
    }

    private static Author author(Request request) {
        return Caller.author(request);
    }
}
