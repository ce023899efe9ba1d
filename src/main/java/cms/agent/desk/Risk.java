package cms.agent.desk;

import cms.access.Author;
import cms.agent.model.AgentLimits;
import cms.content.api.ModelRequest;
import cms.platform.json.Json;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The setting that chooses which calls need a person's consent ({@code CMS_AGENT_CONFIRM}); decided from the call and
 * the stored content, never from the words of a model.
 */
public enum Risk {
    /**
     * Calls with a large effect and, once text of strangers was read, every call that publishes, merges, decides about
     * a change or a submission, deletes, changes a model, or fetches a URL.
     */
    WIDE,
    /** Every call that deletes. */
    DESTRUCTIVE,
    /** No call. */
    OFF;

    private static final Set<String> DESTROYING =
            Set.of("delete_content", "delete_model", "delete_media", "reject_branch", "reject_submission");
    private static final Set<String> PUBLISHING = Set.of("update_status", "save_content");
    private static final Set<String> NOT_AFTER_STRANGERS = Set.of(
            "delete_content",
            "delete_model",
            "delete_media",
            "merge_branch",
            "reject_branch",
            "approve_submission",
            "reject_submission",
            "save_model",
            "upload_media");

    /** The names of all tools whose calls may need consent. */
    static Set<String> asking() {
        return Stream.of(DESTROYING, PUBLISHING, NOT_AFTER_STRANGERS)
                .flatMap(Set::stream)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The effect of a call to which a person would agree.
     *
     * @param summary one sentence
     */
    public record Impact(String summary, ObjectNode json) {}

    /**
     * @param deleted number of objects that the turn has deleted before
     * @param tainted whether text of strangers is in the context
     */
    Optional<Impact> of(Tool tool, ToolInput input, Work work, int deleted, boolean tainted) {
        Optional<Impact> destroyed = this == OFF ? Optional.empty() : destroyed(tool, input, work, deleted);
        if (destroyed.isPresent() || this != WIDE || !tainted) {
            return destroyed;
        }
        boolean publishes = PUBLISHING.contains(tool.name())
                && input.text("status").filter("published"::equals).isPresent();
        return publishes || NOT_AFTER_STRANGERS.contains(tool.name())
                ? Optional.of(new Impact(
                        tool.name() + " after text of strangers was read",
                        Json.object().put("reason", "strangers")))
                : Optional.empty();
    }

    private Optional<Impact> destroyed(Tool tool, ToolInput input, Work work, int deleted) {
        return switch (tool.name()) {
            case "delete_content" -> {
                int count = input.texts("entryIds").size();
                yield this == DESTRUCTIVE || deleted + count > AgentLimits.DELETED_MAX
                        ? Optional.of(new Impact(
                                "Delete " + count + " of " + input.required("model"),
                                Json.object().put("deletes", count).put("deletedBefore", deleted)))
                        : Optional.empty();
            }
            case "delete_model" -> {
                long entries = entries(work.overview(), input.required("model"));
                yield this == DESTRUCTIVE || entries > 0
                        ? Optional.of(new Impact(
                                "Delete the model " + input.required("model") + " with " + entries + " entries",
                                Json.object().put("deletes", entries)))
                        : Optional.empty();
            }
            case "delete_media" -> mediaInUse(input, work);
            case "save_model" -> broken(input, work);
            default ->
                this == DESTRUCTIVE && DESTROYING.contains(tool.name())
                        ? Optional.of(new Impact(tool.name(), Json.object()))
                        : Optional.empty();
        };
    }

    /** The impact of deleting an asset that content still uses. */
    private Optional<Impact> mediaInUse(ToolInput input, Work work) {
        String id = input.required("assetId");
        int uses = work.media().map(media -> media.countUses(work.place(), id)).orElse(0);
        return this == DESTRUCTIVE || uses > 0
                ? Optional.of(new Impact(
                        "Delete the asset " + id + ", which content uses in " + uses + " places",
                        Json.object().put("deletes", 1).put("usedIn", uses)))
                : Optional.empty();
    }

    private static long entries(JsonNode overview, String model) {
        return overview.path("models")
                .valueStream()
                .filter(found -> found.path("id").asString("").equals(model))
                .flatMap(found -> found.path("entries").valueStream())
                .mapToLong(JsonNode::asLong)
                .sum();
    }

    /** The impact of changing a model so that its entries lose values. */
    private static Optional<Impact> broken(ToolInput input, Work work) {
        String id = input.required("id");
        return work.models().stream()
                .filter(model -> model.id().equals(id))
                .findFirst()
                .flatMap(model -> {
                    ObjectNode definition = model.raw().deepCopy();
                    input.json().properties().forEach(member -> definition.set(member.getKey(), member.getValue()));
                    Author author = work.author();
                    var breaking = work
                            .contents()
                            .saveModel(work.place(), author, work.options().tried(), ModelRequest.of(id, definition))
                            .report()
                            .breaking()
                            .stream()
                            .filter(item -> item.affectedEntries() > 0)
                            .toList();
                    ObjectNode json = Json.object();
                    ArrayNode list = json.putArray("breaks");
                    breaking.forEach(item -> list.add(item.json()));
                    return breaking.isEmpty()
                            ? Optional.empty()
                            : Optional.of(new Impact("Change " + id + " so that entries lose something", json));
                });
    }
}
