package cms.project;

import cms.access.ProjectRole;
import cms.format.ContentNames;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.util.List;
import java.util.Optional;

/** The body of {@code POST P/members}: a person by user id or by address, a role, and maybe a list of models. */
record MemberRequest(
        Optional<String> userId,
        Optional<String> email,
        ProjectRole role,
        boolean specificModels,
        List<String> allowedModels) {
    private static final int ALLOWED_MODELS_MAX = 1_000;

    MemberRequest {
        allowedModels = List.copyOf(allowedModels);
        if (userId.isEmpty() && email.isEmpty()) {
            throw Failure.invalid("Name the person with `userId` (a member of the workspace) or `email`.");
        }
        boolean plain = allowedModels.size() <= ALLOWED_MODELS_MAX
                && allowedModels.stream().allMatch(ContentNames::isSafeSegment);
        if (!plain) {
            throw Failure.invalid("`allowedModels` must be a list of model ids.");
        }
    }

    static MemberRequest parse(Body body) {
        body.refuse("id", "project_id");
        ProjectRole role = ProjectRole.find(body.requiredText("role"))
                .orElseThrow(() -> Failure.invalid("`role` must be editor, reviewer or viewer."));
        List<String> allowedModels = body.texts("allowedModels").orElse(List.of());
        return new MemberRequest(
                body.text("userId").filter(text -> !text.isBlank()),
                body.text("email").map(String::strip).filter(text -> !text.isEmpty()),
                role,
                body.flag("specificModels").orElse(!allowedModels.isEmpty()),
                allowedModels);
    }
}
