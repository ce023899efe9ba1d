package cms.mcp.call;

import cms.content.api.Finding;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.ArgumentIssue;
import cms.platform.json.Json;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Errors that a model can correct by their text alone; nothing was changed (reference 7.3). */
public final class Refusals {
    private static final int ISSUES_MAX = 50;
    private static final Pattern NAMED = Pattern.compile("^`([A-Za-z_.]{1,60})` ");

    /** Kinds of failure after which the same call may succeed when it is repeated, perhaps with newer tags. */
    private static final Set<FailureKind> AGAIN = EnumSet.of(
            FailureKind.CONFLICT, FailureKind.PRECONDITION_FAILED, FailureKind.RATE_LIMITED, FailureKind.BAD_GATEWAY);

    private Refusals() {}

    /** The error for invalid arguments, with all issues. */
    public static ToolReply invalid(List<ArgumentIssue> issues) {
        ObjectNode value = error("INVALID_ARGUMENTS", "The arguments do not fit; nothing was changed.", true);
        ArrayNode list = value.putArray("issues");
        issues.stream().map(ArgumentIssue::json).forEach(list::add);
        return ToolReply.failed(value.put("hint", "Mend what issues names and repeat the call."));
    }

    /** The error for content that the checks refuse, with at most 50 issues. */
    public static ToolReply findings(List<Finding> findings) {
        return findings(findings, Refusals::path);
    }

    /**
     * The same, with paths in the arguments of the call.
     *
     * @param path location of a finding in the caller's arguments
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

    /** The error for a failure of a service; {@code issues} in its data are shown as those of a call. */
    public static ToolReply failure(Failure refused) {
        ObjectNode value = error(
                refused.code().orElseGet(() -> word(refused.kind())),
                refused.message(),
                AGAIN.contains(refused.kind()));
        ObjectNode data = (ObjectNode) Json.tree(refused.data());
        JsonNode issues = data.remove("issues");
        if (issues != null) {
            value.set("issues", issues);
        } else {
            named(refused.message()).ifPresent(value.putArray("issues")::add);
        }
        if (!data.isEmpty()) {
            value.set("data", data);
        }
        boolean full = refused.code().filter("changes.too_many"::equals).isPresent();
        return ToolReply.failed(value.put(
                "hint",
                full ? "A person has to merge or discard open changes; then repeat the call." : hint(refused.kind())));
    }

    /** The issue of the argument that a sentence begins with, as {@code `publish_at` must be …}. */
    private static Optional<ObjectNode> named(String sentence) {
        Matcher name = NAMED.matcher(sentence);
        return name.find()
                ? Optional.of(
                        ArgumentIssue.of(name.group(1), "invalid", sentence).json())
                : Optional.empty();
    }

    /** The error of a call that the client cancelled before it was done. */
    public static ToolReply cancelled() {
        return ToolReply.failed(error("CANCELLED", "The client took the call back; nothing was changed.", true)
                .put("hint", "Repeat the call if its answer is wanted after all."));
    }

    /** The error of a tool that exists but is not available on this server. */
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

    /** Hint for a model that sees only the answer: how to correct a failure of this kind. */
    private static String hint(FailureKind kind) {
        return switch (kind) {
            case INVALID, UNSUPPORTED_MEDIA_TYPE, METHOD_NOT_ALLOWED, UNPROCESSABLE ->
                "Mend what the message names and repeat the call; cms_describe shows the rules of a model.";
            case TOO_LARGE -> "Send less at once, in several calls.";
            case UNAUTHENTICATED, FORBIDDEN ->
                "cms_status tells under permissions what this caller may do; a person has to allow more.";
            case PAYMENT_REQUIRED -> "A person has to look at the billing of the workspace.";
            case NOT_FOUND -> "cms_status names the models and locales, cms_content_list the entries that there are.";
            case CONFLICT, PRECONDITION_FAILED ->
                "Read the entries again with cms_content_list, and repeat the call with what they are now.";
            case RATE_LIMITED -> "Wait, then repeat the call.";
            case BAD_GATEWAY, UNAVAILABLE, ABSENT -> "Repeat the call later, or with another address.";
        };
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
            case BAD_GATEWAY, UNAVAILABLE, ABSENT -> "UNAVAILABLE";
        };
    }
}
