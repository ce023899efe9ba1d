package cms.mcp.call;

import cms.content.api.Finding;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Errors that a model can mend by their words alone; nothing was changed (reference 7.3). */
public final class Refusals {
    private static final int ISSUES_MAX = 50;

    private Refusals() {}

    /** All that is wrong with the arguments. */
    public static ToolReply invalid(List<Issue> issues) {
        ObjectNode value = error("INVALID_ARGUMENTS", "The arguments do not fit; nothing was changed.", true);
        ArrayNode list = value.putArray("issues");
        issues.stream().map(Issue::json).forEach(list::add);
        return ToolReply.failed(value.put("hint", "Mend what issues names and repeat the call."));
    }

    /** All that the checks of content say against a save. */
    public static ToolReply findings(List<Finding> findings) {
        return findings(findings, Refusals::path);
    }

    /**
     * The same for a call that says what it saves.
     *
     * @param path where in the caller's arguments the fault is
     */
    public static ToolReply findings(List<Finding> findings, Function<Finding, String> path) {
        ObjectNode value = error("VALIDATION_FAILED", "The content is not valid; nothing was saved.", true);
        ArrayNode list = value.putArray("issues");
        findings.stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .limit(ISSUES_MAX)
                .forEach(finding -> list.addObject()
                        .put("path", path.apply(finding))
                        .put("code", "invalid")
                        .put("message", finding.message()));
        return ToolReply.failed(
                value.put("hint", "Mend what issues names and repeat the call; cms_describe shows the rules."));
    }

    /** What a verb has refused. */
    public static ToolReply failure(Failure refused) {
        String code = refused.code().orElseGet(() -> word(refused.kind()));
        boolean again = refused.kind() == FailureKind.CONFLICT || refused.kind() == FailureKind.PRECONDITION_FAILED;
        ObjectNode value = error(code, refused.sentence(), again);
        if (!refused.data().isEmpty()) {
            value.set("data", Json.tree(refused.data()));
        }
        if (again) {
            value.put(
                    "hint",
                    "Read the entries again with cms_content_list, and repeat the call with what they are now.");
        }
        return ToolReply.failed(value);
    }

    /** Something that there is, and not here. */
    public static ToolReply unavailable(String capability, String hint) {
        ObjectNode value = error("CAPABILITY_UNAVAILABLE", "This tool is not available remotely.", false)
                .put("capability_required", capability)
                .put("hint", hint);
        return ToolReply.failed(value);
    }

    private static ObjectNode error(String code, String message, boolean retryable) {
        return Json.object().put("error", code).put("message", message).put("retryable", retryable);
    }

    private static String path(Finding finding) {
        String entry = finding.entry() != null ? finding.entry() : finding.slug();
        return (entry == null ? "" : entry + ".") + finding.field();
    }

    private static String word(FailureKind kind) {
        return switch (kind) {
            case INVALID, UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, METHOD_NOT_ALLOWED -> "INVALID_ARGUMENTS";
            case UNAUTHENTICATED, FORBIDDEN -> "NOT_ALLOWED";
            case PAYMENT_REQUIRED -> "LOCKED";
            case NOT_FOUND -> "NOT_FOUND";
            case CONFLICT -> "CONFLICT";
            case PRECONDITION_FAILED -> "STALE";
            case UNPROCESSABLE -> "VALIDATION_FAILED";
            case RATE_LIMITED -> "RATE_LIMITED";
            case BAD_GATEWAY, UNAVAILABLE -> "UNAVAILABLE";
        };
    }
}
