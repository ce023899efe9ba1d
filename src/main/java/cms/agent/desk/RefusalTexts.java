package cms.agent.desk;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import java.util.Set;

/** Turns refusals of the called rooms into results for the model. */
final class RefusalTexts {
    private static final Set<String> OF_PLAN = Set.of("media.quota", "usage.spent", "usage.spend_limit");

    private RefusalTexts() {}

    static ToolResult of(Failure refused) {
        ToolResult result = isOfPlan(refused)
                ? ToolResult.failed("plan", refused.message(), suggestion(FailureKind.PAYMENT_REQUIRED))
                : ToolResult.failed(code(refused.kind()), refused.message(), suggestion(refused.kind()));
        if (!refused.data().isEmpty()) {
            result.value().set("data", Json.tree(refused.data()));
        }
        return result;
    }

    /** Whether the plan is the cause of a refusal, which no other role could avoid. */
    private static boolean isOfPlan(Failure refused) {
        return refused.code()
                .filter(code -> code.endsWith(".not_in_plan") || OF_PLAN.contains(code))
                .isPresent();
    }

    private static String code(FailureKind kind) {
        return switch (kind) {
            case INVALID, UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, METHOD_NOT_ALLOWED -> "invalid_input";
            case UNAUTHENTICATED, FORBIDDEN -> "not_allowed";
            case PAYMENT_REQUIRED -> "plan";
            case NOT_FOUND -> "not_found";
            case CONFLICT, PRECONDITION_FAILED -> "conflict";
            case UNPROCESSABLE -> "validation_failed";
            case RATE_LIMITED -> "limit";
            case BAD_GATEWAY, UNAVAILABLE, ABSENT -> "unavailable";
        };
    }

    private static String suggestion(FailureKind kind) {
        return switch (kind) {
            case NOT_FOUND -> "Look up the right name: list_models, brain_search, get_content or list_branches.";
            case UNAUTHENTICATED, FORBIDDEN -> "Tell the person that their role does not allow it; do not try again.";
            case CONFLICT, PRECONDITION_FAILED -> "Read the newest state, then decide again; do not repeat it blindly.";
            case PAYMENT_REQUIRED -> "Tell the person that the plan does not allow it.";
            case RATE_LIMITED, BAD_GATEWAY, UNAVAILABLE, ABSENT -> "Tell the person that it is not available just now.";
            case INVALID, UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, METHOD_NOT_ALLOWED, UNPROCESSABLE ->
                "Mend the input by what the error says and call again.";
        };
    }
}
