package cms.agent.wire;

import cms.agent.model.AgentLimits;
import cms.agent.model.Block;
import cms.agent.model.CleanText;
import cms.agent.model.ModelApi;
import cms.agent.model.ModelFailure;
import cms.agent.model.ModelListener;
import cms.agent.model.ModelReply;
import cms.agent.model.ModelUsage;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A reply being received: its parts in the order of their beginnings, by the keys of the wire. */
final class ReplyDraft {
    private static final String ID = "[A-Za-z0-9_-]{1,64}";

    private final ModelListener listener;
    private final ModelApi wire;
    private final Map<String, Part> parts = new LinkedHashMap<>();
    private final Set<String> ids = new HashSet<>();
    private int chars;
    private boolean refused;
    ModelReply.@Nullable Stop stop;

    @Nullable
    ModelUsage usage;

    String requestId = "";

    /** One part: text, a call, or opaque reasoning. */
    private static final class Part {
        final StringBuilder text = new StringBuilder();

        @Nullable
        String callId;

        String name = "";

        @Nullable
        ObjectNode opaque;
    }

    /** @param taken ids of earlier calls of the conversation */
    ReplyDraft(ModelApi wire, ModelListener listener, Set<String> taken) {
        this.ids.addAll(taken);
        this.wire = wire;
        this.listener = listener;
    }

    void text(String key, String delta) {
        if (!delta.isEmpty()) {
            append(part(key), delta);
            listener.text(delta);
        }
    }

    /** Adds text of a refusal; no call of such a reply may run. */
    void refusal(String key, String delta) {
        refused = refused || !delta.isEmpty();
        text(key, delta);
    }

    /** Begins a call; a missing, repeated or malformed id is replaced by a new one. */
    void call(String key, String id, String name) {
        Part part = part(key);
        if (part.callId == null) {
            String own = id.matches(ID) && ids.add(id) ? id : fresh();
            part.callId = own;
            part.name = CleanText.head(name, AgentLimits.TOOL_NAME_CHARS_MAX);
            listener.call(own, part.name);
        } else if (part.name.isEmpty()) {
            part.name = CleanText.head(name, AgentLimits.TOOL_NAME_CHARS_MAX);
        }
    }

    private String fresh() {
        String id = "call_" + (ids.size() + 1);
        while (!ids.add(id)) {
            id = id + "_";
        }
        return id;
    }

    boolean isCall(String key) {
        Part part = parts.get(key);
        return part != null && part.callId != null;
    }

    void arguments(String key, JsonNode piece) {
        Part part = part(key);
        if (piece.isString()) {
            append(part, piece.asString());
        } else if (piece.isObject()) {
            replace(part, Json.text(piece));
        }
    }

    /** Sets the complete arguments, in place of any pieces before. */
    void wholeArguments(String key, String text) {
        replace(part(key), text);
    }

    void opaque(String key, ObjectNode item) {
        part(key).opaque = item;
    }

    @Nullable
    ObjectNode opaque(String key) {
        Part part = parts.get(key);
        return part == null ? null : part.opaque;
    }

    private Part part(String key) {
        if (parts.size() >= AgentLimits.REPLY_PARTS_MAX && !parts.containsKey(key)) {
            throw ModelFailure.refused("The model answered in more parts than are taken.");
        }
        return parts.computeIfAbsent(key, any -> new Part());
    }

    private void replace(Part part, String text) {
        chars -= part.text.length();
        part.text.setLength(0);
        append(part, text);
    }

    private void append(Part part, String text) {
        chars += text.length();
        if (chars > AgentLimits.REPLY_CHARS_MAX) {
            throw ModelFailure.refused("The model answered more than is taken.");
        }
        part.text.append(text);
    }

    /** @param requestChars characters of the request, for an estimate where the server sends no usage */
    ModelReply reply(long requestChars) {
        List<Block> blocks = new ArrayList<>();
        for (Part part : parts.values()) {
            if (part.opaque != null) {
                blocks.add(new Block.Opaque(wire, part.opaque));
            } else if (part.callId != null) {
                blocks.add(new Block.Call(part.callId, part.name, part.text.toString()));
            } else if (!part.text.isEmpty()) {
                blocks.add(new Block.Text(part.text.toString()));
            }
        }
        boolean calls = blocks.stream().anyMatch(Block.Call.class::isInstance);
        ModelReply.Stop said = stop == null ? ModelReply.Stop.END : stop;
        ModelReply.Stop ended = refused ? ModelReply.Stop.REFUSED : said;
        if (calls && ended == ModelReply.Stop.END) {
            ended = ModelReply.Stop.CALLS;
        } else if (!calls && ended == ModelReply.Stop.CALLS) {
            ended = ModelReply.Stop.END;
        }
        ModelUsage known = usage;
        ModelUsage counted = known == null
                ? new ModelUsage(ModelUsage.estimate(requestChars), ModelUsage.estimate(chars), 0, true)
                : known;
        return new ModelReply(blocks, ended, counted, requestId);
    }
}
