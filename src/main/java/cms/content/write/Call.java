package cms.content.write;

import cms.access.Author;
import cms.access.Capability;
import cms.auth.Caller;
import cms.content.snapshot.Snapshot;
import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.project.Access;
import cms.project.Project;
import cms.project.ProjectAccess;
import cms.review.Operation;
import cms.review.Terms;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A request that writes: where, on whose behalf, and whether it is only tried out.
 *
 * @param dryRun everything is computed and answered, nothing is stored
 * @param terms the open change to add to, and the commit that the form was opened on ({@code branch} and {@code base} of
 *     the body)
 * @param expectation the states that the caller has seen; empty for whatever there is
 */
public record Call(ProjectAccess place, Author author, boolean dryRun, Terms terms, Optional<Expectation> expectation) {
    /** The path of a project; every route of this room lies below it. */
    public static final String PROJECT = "/api/workspaces/{workspaceId}/projects/{projectId}";

    private static final String DRY_RUN = "dryRun";

    /**
     * Role and models before the body, and both before the target (design 2.2).
     *
     * @param taken members of the body that the route lets people set although most do not
     */
    public static Call of(Access access, Request request, Capability capability, String... taken) {
        ProjectAccess place = require(access, request, capability);
        if (request.route().path().contains("{modelId}")) {
            place.models().require(request.pathParameter("modelId"));
        }
        return new Call(
                place, Caller.author(request), dryRun(request), terms(request, place, taken), Expectation.of(request));
    }

    private static Terms terms(Request request, ProjectAccess place, String... taken) {
        if (!request.hasBody()) {
            return Terms.none();
        }
        Body body = request.body(taken);
        boolean anybodys = place.isAdmin();
        return Terms.of(body.text("branch"), anybodys, body.text("base").map(Call::base));
    }

    private static CommitId base(String sha) {
        return CommitId.parse(sha)
                .orElseThrow(() -> Failure.invalid(
                        "`base` must be the commit that the form was opened on: 40 hexadecimal digits."));
    }

    /** The same for a write that does several things, each in a locale of its own. */
    public Call naming(Function<Snapshot, List<Operation>> operations) {
        return new Call(place, author, dryRun, terms, expectation.map(seen -> seen.naming(operations)));
    }

    /** What the caller is in the project of the path, where the caller may do that. */
    public static ProjectAccess require(Access access, Request request, Capability capability) {
        return access.require(request, capability);
    }

    public Project project() {
        return place.project();
    }

    private static boolean dryRun(Request request) {
        String wish = request.query(DRY_RUN).orElse(request.asks(DRY_RUN) ? "" : "false");
        return switch (wish) {
            case "true" -> true;
            case "false" -> false;
            default -> throw Failure.invalid("`dryRun` must be true or false.");
        };
    }
}
