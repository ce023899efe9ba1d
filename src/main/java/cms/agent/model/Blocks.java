package cms.agent.model;

import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The format of blocks in rows: an array of objects with a {@code type}. */
public final class Blocks {
    private Blocks() {}

    public static String text(List<Block> blocks) {
        return Json.text(json(blocks));
    }

    public static ArrayNode json(List<Block> blocks) {
        ArrayNode all = Json.object().putArray("blocks");
        blocks.forEach(block -> all.add(json(block)));
        return all;
    }

    private static ObjectNode json(Block block) {
        return switch (block) {
            case Block.Text(String text) -> Json.object().put("type", "text").put("text", text);
            case Block.Image(String mediaType, String base64) ->
                Json.object().put("type", "image").put("mediaType", mediaType).put("base64", base64);
            case Block.Document(String name, String base64) ->
                Json.object().put("type", "document").put("name", name).put("base64", base64);
            case Block.Attached(String id, Block.Attached.Kind kind, String name, long bytes) ->
                Json.object()
                        .put("type", "attached")
                        .put("id", id)
                        .put("kind", kind.name().toLowerCase(Locale.ROOT))
                        .put("name", name)
                        .put("bytes", bytes);
            case Block.Call(String id, String name, String arguments) ->
                Json.object()
                        .put("type", "tool_use")
                        .put("id", id)
                        .put("name", name)
                        .put("arguments", arguments);
            case Block.Result(String callId, String text, boolean failed) ->
                Json.object()
                        .put("type", "tool_result")
                        .put("callId", callId)
                        .put("text", text)
                        .put("failed", failed);
            case Block.Opaque(ModelApi wire, ObjectNode item) -> {
                ObjectNode json = Json.object().put("type", "opaque").put("wire", wire.key());
                json.set("item", item);
                yield json;
            }
        };
    }

    public static List<Block> parse(String text) {
        List<Block> blocks = new ArrayList<>();
        Json.parse(text).forEach(node -> blocks.add(block(node)));
        return blocks;
    }

    private static Block block(JsonNode node) {
        return switch (node.path("type").asString()) {
            case "image" ->
                new Block.Image(
                        node.path("mediaType").asString(), node.path("base64").asString());
            case "document" ->
                new Block.Document(
                        node.path("name").asString(), node.path("base64").asString());
            case "attached" ->
                new Block.Attached(
                        node.path("id").asString(),
                        Block.Attached.Kind.of(node.path("kind").asString()),
                        node.path("name").asString(),
                        node.path("bytes").asLong());
            case "tool_use" ->
                new Block.Call(
                        node.path("id").asString(),
                        node.path("name").asString(),
                        node.path("arguments").asString());
            case "tool_result" ->
                new Block.Result(
                        node.path("callId").asString(),
                        node.path("text").asString(),
                        node.path("failed").asBoolean());
            case "opaque" ->
                new Block.Opaque(
                        ModelApi.of(node.path("wire").asString()).orElseThrow(), (ObjectNode) node.required("item"));
            default -> new Block.Text(node.path("text").asString());
        };
    }
}
