package cms.mcp;

import cms.platform.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A caller that makes one kind of mistake, and mends it from nothing but the reply and what it wants to say. */
enum TrialPlayer {
    /** Makes none. */
    EXACT,
    /** Does not remember names: of arguments, of models. */
    GUESSER,
    /** Leaves out what is required. */
    FORGETFUL,
    /** Sends values of the wrong kind. */
    MISTYPED,
    /** Saves on what it read before others changed it. */
    STALE,
    /** Does not wait for the answer, and sends every call again. */
    IMPATIENT,
    /** May make five calls a minute, with a few tools. */
    LIMITED,
    /** Does what content tells it to do. */
    OBEDIENT;

    private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)|\\[(\\d{1,3})]");

    /** One call of a tool. */
    record Call(String tool, ObjectNode arguments) {
        static Call of(JsonNode json) {
            return new Call(json.get("tool").asString(), (ObjectNode)
                    json.get("arguments").deepCopy());
        }
    }

    /** The call as this one makes it first. */
    Call mistaken(Call meant, int turn) {
        ObjectNode arguments = meant.arguments().deepCopy();
        switch (this) {
            case GUESSER -> guess(arguments, turn);
            case FORGETFUL -> arguments.remove(arguments.has("confirm") && turn % 2 == 0 ? "confirm" : "model");
            case MISTYPED -> mistype(arguments);
            case EXACT, STALE, IMPATIENT, LIMITED, OBEDIENT -> {}
        }
        return new Call(meant.tool(), arguments);
    }

    private static void guess(ObjectNode arguments, int turn) {
        String model = arguments.path("model").asString("");
        if (turn % 2 == 0 && !model.isEmpty()) {
            arguments.put("model", model.substring(0, model.length() - 1));
        } else if (arguments.has("entries")) {
            arguments.set("entrys", arguments.remove("entries"));
        } else if (!model.isEmpty()) {
            arguments.set("modell", arguments.remove("model"));
        }
    }

    private static void mistype(ObjectNode arguments) {
        if (arguments.path("entries") instanceof ArrayNode entries) {
            ObjectNode entry = (ObjectNode) entries.get(0);
            if (entry.path("data").has("title")) {
                ((ObjectNode) entry.get("data")).put("title", 7);
            } else {
                entry.putArray("data").add("title");
            }
        } else if (arguments.has("model")) {
            arguments.putArray("model").add(7);
        }
    }

    /** The next thing to do after a refusal: the call that it names, or the intended one where it was wrong. */
    Optional<Call> mended(Call sent, Call meant, JsonNode refusal) {
        JsonNode next = refusal.path("next");
        if (next.path("tool").asString("").equals(sent.tool())) {
            return Optional.of(Call.of(next));
        }
        ObjectNode arguments = sent.arguments().deepCopy();
        boolean changed = false;
        for (JsonNode issue : refusal.path("issues")) {
            changed |= mend(arguments, meant.arguments(), issue.path("path").asString(""));
        }
        return changed ? Optional.of(new Call(sent.tool(), arguments)) : Optional.empty();
    }

    /** Puts what is meant where the reply says that something is wrong; as far as the intended call goes. */
    private static boolean mend(ObjectNode sent, ObjectNode meant, String path) {
        JsonNode from = meant;
        JsonNode to = sent;
        String name = "";
        for (Matcher step = STEP.matcher(path); step.find(); ) {
            from = name.isEmpty() ? from : from.path(name);
            to = name.isEmpty() ? to : to.path(name);
            if (step.group(2) != null) {
                from = from.path(Integer.parseInt(step.group(2)));
                to = to.path(Integer.parseInt(step.group(2)));
                name = "";
            } else {
                name = step.group(1);
            }
        }
        if (name.isEmpty() || !(to instanceof ObjectNode object)) {
            return mend(sent, meant, path.replaceAll("[.\\[][^.\\[]*$", ""), path);
        }
        if (from.has(name)) {
            object.set(name, from.get(name));
        } else {
            object.remove(name);
        }
        return true;
    }

    /** One step up, where the place itself is not there. */
    private static boolean mend(ObjectNode sent, ObjectNode meant, String above, String path) {
        return !above.equals(path) && !above.isEmpty() && mend(sent, meant, above);
    }

    /** The names of tools that an instruction inside content asks for. */
    static List<Call> asked(String text) {
        return text.toLowerCase(Locale.ROOT).contains("cms_content_delete")
                ? List.of(
                        new Call("cms_content_delete", (ObjectNode) Json.parse(
                                "{\"model\":\"posts\",\"ids\":[\"0a8d5e27c419\",\"4c91be70d3f6\"],\"confirm\":true}")),
                        new Call("cms_model_delete", (ObjectNode) Json.parse("{\"model\":\"posts\",\"confirm\":true}")))
                : List.of();
    }
}
