package cms.mcp.tools;

import cms.mcp.call.Arguments;
import cms.mcp.call.ToolContext;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.ArgumentIssue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Adds to refusals the existing models or locales, and the one that was probably meant, for callers who may know them.
 */
final class UnknownName {

    private UnknownName() {}

    static Failure ofModel(String id, List<String> models, ToolContext context) {
        List<String> known = context.mayKnowModels() ? models : List.of();
        @Nullable String meant = ArgumentIssue.nearest(id, known);
        String hint = meant == null ? "" : " Did you mean " + meant + "?";
        return Failure.notFound("There is no model " + id + " that this caller may see." + hint)
                .withCode("UNKNOWN_MODEL")
                .withData(Map.of("issues", List.of(issue("model", id, known).json())));
    }

    private static ArgumentIssue issue(String path, String name, List<String> known) {
        return known.isEmpty()
                ? ArgumentIssue.of(path, "enum", path + " must be one that the project has.")
                : ArgumentIssue.notOneOf(path, name, known);
    }

    /** The failure, or a more precise one for a locale that the project does not have. */
    static Failure explain(Failure refused, Arguments arguments, ToolContext context) {
        if (refused.kind() != FailureKind.NOT_FOUND || refused.code().isPresent()) {
            return refused;
        }
        Map<String, String> named = new LinkedHashMap<>();
        arguments.text("locale").ifPresent(locale -> named.put("locale", locale));
        JsonNode entries = arguments.json().path("entries");
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).path("locale").isString()) {
                named.put(
                        "entries[" + i + "].locale",
                        entries.get(i).get("locale").asString());
            }
        }
        List<String> known = context.contents()
                .overview(context.place(), Optional.empty())
                .at("/config/locales/supported")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
        List<ObjectNode> issues = named.entrySet().stream()
                .filter(locale -> !known.contains(locale.getValue()))
                .map(locale -> issue(locale.getKey(), locale.getValue(), context.mayKnowModels() ? known : List.of())
                        .json())
                .toList();
        return issues.isEmpty()
                ? refused
                : Failure.notFound("There is no such locale in this project.")
                        .withCode("UNKNOWN_LOCALE")
                        .withData(Map.of("issues", issues));
    }
}
