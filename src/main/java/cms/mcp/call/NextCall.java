package cms.mcp.call;

import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Suggests the next call after a refusal: the corrected one, or one that reads what is needed for it: {@code next: {
 * tool, arguments }}.
 */
public final class NextCall {
    private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)|\\[(\\d{1,3})]");
    private static final String MEANT = "did_you_mean";

    private final String tool;
    private final ObjectNode arguments;
    private final ObjectNode refusal;

    private record SuggestedCall(String tool, ObjectNode arguments) {}

    private NextCall(String tool, ObjectNode arguments, ObjectNode refusal) {
        this.tool = tool;
        this.arguments = arguments;
        this.refusal = refusal;
    }

    /**
     * Adds {@code next} to a refusal where one call follows from it.
     *
     * @param arguments as the client sent them
     * @param listed the tools that the caller may call; no other is suggested
     */
    public static void add(ToolReply reply, String tool, ObjectNode arguments, List<String> listed) {
        if (reply.failed()) {
            new NextCall(tool, arguments, reply.value())
                    .find()
                    .filter(call -> listed.contains(call.tool()))
                    .ifPresent(call -> reply.value()
                            .putObject("next")
                            .put("tool", call.tool())
                            .set("arguments", call.arguments()));
        }
    }

    private Optional<SuggestedCall> find() {
        return switch (refusal.path("error").asString("")) {
            case "CONFIRMATION_REQUIRED" -> same(arguments.deepCopy().put("confirm", true));
            case "INVALID_ARGUMENTS" -> corrected();
            case "UNKNOWN_MODEL" -> corrected().or(() -> Optional.of(new SuggestedCall("cms_status", Json.object())));
            case "UNKNOWN_LOCALE" -> corrected().or(() -> Optional.of(new SuggestedCall("cms_status", Json.object())));
            case "VALIDATION_FAILED" -> model().map(model -> new SuggestedCall("cms_describe", model));
            case "STALE" -> onNewest().or(this::list);
            case "CONFLICT" -> list();
            case "NOT_FOUND" ->
                tool.startsWith("cms_media") ? Optional.of(new SuggestedCall("cms_media_list", Json.object())) : list();
            case "CANCELLED" -> same(arguments);
            case "CAPABILITY_UNAVAILABLE" -> withoutFix();
            default -> Optional.empty();
        };
    }

    private Optional<SuggestedCall> same(ObjectNode meant) {
        return Optional.of(new SuggestedCall(tool, meant));
    }

    /** The call with each misspelt name corrected; empty where anything else is invalid. */
    private Optional<SuggestedCall> corrected() {
        ObjectNode meant = arguments.deepCopy();
        JsonNode issues = refusal.path("issues");
        boolean all = !issues.isEmpty();
        for (JsonNode issue : issues) {
            all &= issue.path("code").asString("").equals("required") || correct(meant, issue);
        }
        boolean whole = issues.valueStream()
                .filter(issue -> issue.path("code").asString("").equals("required"))
                .allMatch(issue -> holds(meant, issue.path("path").asString("")));
        return all && whole ? same(meant) : Optional.empty();
    }

    private static boolean holds(ObjectNode call, String path) {
        Member place = Member.of(call, path);
        return place.holder().has(place.name());
    }

    /** A member of a call by the path that an issue names. */
    private record Member(JsonNode holder, String name) {
        static Member of(JsonNode call, String path) {
            JsonNode holder = call;
            String name = "";
            for (Matcher step = STEP.matcher(path); step.find(); ) {
                holder = name.isEmpty() ? holder : holder.path(name);
                if (step.group(2) != null) {
                    holder = holder.path(Integer.parseInt(step.group(2)));
                    name = "";
                } else {
                    name = step.group(1);
                }
            }
            return new Member(holder, name);
        }
    }

    private static boolean correct(ObjectNode call, JsonNode issue) {
        String word = issue.path(MEANT).asString("");
        Member place = Member.of(call, issue.path("path").asString(""));
        String name = place.name();
        if (word.isEmpty() || !(place.holder() instanceof ObjectNode object) || !object.has(name)) {
            return false;
        }
        if (!issue.path("code").asString("").equals("unknown")) {
            object.put(name, word);
            return true;
        }
        boolean free = !object.has(word);
        if (free) {
            object.set(word, object.remove(name));
        }
        return free;
    }

    /** The save based on the newest version; fields that it does not send keep the values of others. */
    private Optional<SuggestedCall> onNewest() {
        JsonNode current = refusal.at("/data/current");
        if (arguments.path("mode").asString("merge").equals("replace")
                || !current.path("etag").isString()) {
            return Optional.empty();
        }
        ObjectNode again = arguments.deepCopy();
        int index = current.path("index").asInt(-1);
        if (!(again.path("entries").path(index) instanceof ObjectNode entry)) {
            return Optional.empty();
        }
        entry.set("if_match", current.get("etag"));
        return same(again);
    }

    private Optional<SuggestedCall> list() {
        return model().map(wanted -> {
            if (arguments.path("locale").isString()) {
                wanted.set("locale", arguments.get("locale"));
            }
            return new SuggestedCall("cms_content_list", wanted);
        });
    }

    private Optional<SuggestedCall> withoutFix() {
        ObjectNode meant = arguments.deepCopy();
        return meant.remove("fix") == null ? Optional.empty() : same(meant);
    }

    private Optional<ObjectNode> model() {
        return arguments.path("model").isString()
                ? Optional.of(Json.object().put("model", arguments.get("model").asString()))
                : Optional.empty();
    }
}
