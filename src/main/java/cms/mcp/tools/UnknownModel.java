package cms.mcp.tools;

import cms.mcp.call.Issue;
import cms.platform.failure.Failure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The refusal that names the models there are, and the one that was probably meant. */
final class UnknownModel {
    static final String CODE = "UNKNOWN_MODEL";

    private UnknownModel() {}

    static Failure of(String id, List<String> models) {
        @Nullable String meant = Issue.nearest(id, models);
        String hint = meant == null ? "" : " Did you mean " + meant + "?";
        return Failure.notFound("There is no model " + id + " that this caller may see." + hint)
                .withCode(CODE)
                .withData(Map.of(
                        "issues", List.of(Issue.notOneOf("model", id, models).json())));
    }
}
