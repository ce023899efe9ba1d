package cms.content.write;

import cms.access.Capability;
import cms.auth.Caller;
import cms.content.api.WriteOptions;
import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.http.Request;
import cms.project.Access;
import cms.project.ProjectAccess;
import java.util.Optional;

/** The {@link Call} that a request makes: {@code dryRun}, {@code If-Match}, {@code branch} and {@code base}. */
public final class RequestCall {
    /** The path of a project; every route of this room lies below it. */
    public static final String PROJECT = "/api/workspaces/{workspaceId}/projects/{projectId}";

    /** The query parameters of every route that writes, for the end of its path. */
    public static final String QUERY = "{?dryRun}";

    private RequestCall() {}

    /**
     * Reads the call of a request. It checks the caller's role and models before it reads the body, and looks up the
     * target last (design 2.2).
     *
     * @param taken members of the body that this route accepts although most routes do not
     */
    public static Call of(Access access, Request request, Capability capability, String... taken) {
        ProjectAccess place = access.require(request, capability);
        if (request.route().path().contains("{modelId}")) {
            place.models().require(request.pathParameter("modelId"));
        }
        Optional<Body> body = request.hasBody() ? Optional.of(request.body(taken)) : Optional.empty();
        WriteOptions options = new WriteOptions(
                body.flatMap(members -> members.text("branch")),
                body.flatMap(members -> members.text("base")).map(RequestCall::base),
                request.flag("dryRun"),
                request.ifMatch(),
                Optional.empty(),
                false,
                true);
        return Call.of(place, Caller.author(request), options);
    }

    private static CommitId base(String sha) {
        return CommitId.parse(sha)
                .orElseThrow(() -> Failure.invalid(
                        "`base` must be the commit that the form was opened on: 40 hexadecimal digits."));
    }
}
