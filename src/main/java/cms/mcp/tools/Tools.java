package cms.mcp.tools;

import cms.mcp.assets.MediaTools;
import cms.mcp.call.Arguments;
import cms.mcp.call.Refusals;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.mcp.protocol.ToolOutcome;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.idempotency.Idempotency;
import cms.platform.json.ArgumentCheck;
import cms.platform.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The remote tools: their definitions, their names, and how a call is carried out (spec 4.11). */
public final class Tools {
    /** Tools of media, which appear only where the service has media. */
    private static final List<String> MEDIA =
            List.of("cms_media_list", "cms_media_get", "cms_media_ingest", "cms_media_update", "cms_media_delete");

    /** Tools of other servers that this one does not have, with the missing capability and an alternative. */
    private static final Map<String, Missing> UNAVAILABLE = unavailable();

    private final Map<String, ObjectNode> cards = new LinkedHashMap<>();
    private final Map<String, Tool> tools = new LinkedHashMap<>();

    private record Missing(String capability, String hint) {}

    /** {@code idempotency} carries calls of tools that write rows out once. */
    public Tools(Idempotency idempotency) {
        for (JsonNode card : resource("/mcp/tools.json")) {
            cards.put(card.get("name").asString(), (ObjectNode) card);
        }
        List<Tool> content = List.of(
                new StatusTool(),
                new DescribeTool(),
                new DescribeFormatTool((ObjectNode) format()),
                new ListTool(),
                new SaveTool(),
                new DeleteTool(),
                new ModelSaveTool(),
                new ModelDeleteTool(),
                new ValidateTool());
        Stream.concat(content.stream(), MediaTools.all(idempotency).stream())
                .forEach(tool -> tools.put(tool.name(), tool));
    }

    /** All names that the list of a key may contain. */
    public static List<String> names() {
        return Stream.concat(content().stream(), MEDIA.stream()).toList();
    }

    /** The tools of content and models, in the order in which they are listed. */
    public static List<String> content() {
        return List.of(
                "cms_status",
                "cms_describe",
                "cms_describe_format",
                "cms_content_list",
                "cms_content_save",
                "cms_content_delete",
                "cms_model_save",
                "cms_model_delete",
                "cms_validate");
    }

    public static boolean isOfMedia(String tool) {
        return MEDIA.contains(tool);
    }

    /** Whether a tool is known from other servers and not available here. */
    public static boolean isUnavailable(String tool) {
        return UNAVAILABLE.containsKey(tool);
    }

    /** The definitions of these tools, in the order of the list. */
    public List<ObjectNode> cards(List<String> names) {
        return cards.values().stream()
                .filter(card -> names.contains(card.get("name").asString()))
                .toList();
    }

    /**
     * Carries out a call; an error becomes a reply that says how to correct it.
     *
     * @throws Failure UNAVAILABLE when the service cannot work at the moment
     */
    public ToolReply call(String name, ObjectNode arguments, ToolContext context) {
        Missing missing = UNAVAILABLE.get(name);
        if (missing != null) {
            return Refusals.unavailable(missing.capability(), missing.hint());
        }
        if (isOfMedia(name) && context.media().isEmpty()) {
            return Refusals.unavailable(
                    "media", "Media is not on for this project; name files by their address, or ask its owner.");
        }
        ArgumentCheck check = new ArgumentCheck();
        ObjectNode meant = check.check(
                arguments, Objects.requireNonNull(cards.get(name), name).path("inputSchema"));
        if (!check.issues().isEmpty()) {
            return Refusals.invalid(check.issues());
        }
        ToolReply reply = attempt(Objects.requireNonNull(tools.get(name), name), new Arguments(meant), context);
        if (!check.warnings().isEmpty()) {
            check.warnings().forEach(reply.value().withArray("warnings")::add);
        }
        return reply;
    }

    /** The result of a call whose confirmation was declined; nothing was changed. */
    public static ToolOutcome declined(ObjectNode meta) {
        return ToolOutcome.Done.of(Json.object().put("status", "declined").put("changed", false), false, meta);
    }

    private static ToolReply attempt(Tool tool, Arguments arguments, ToolContext context) {
        try {
            return tool.call(arguments, context);
        } catch (Failure refused) {
            if (refused.kind() == FailureKind.UNAVAILABLE) {
                throw refused;
            }
            return Refusals.failure(UnknownName.explain(refused, arguments, context));
        }
    }

    private static Map<String, Missing> unavailable() {
        Map<String, Missing> all = new LinkedHashMap<>();
        all.put(
                "cms_merge",
                new Missing("mergeCommit", "A person merges in the application, or the workflow lands it."));
        List<String> local =
                new ArrayList<>(List.of("cms_branch_list", "cms_branch_delete", "cms_init", "cms_bulk", "cms_doctor"));
        local.forEach(name -> all.put(
                name, new Missing("localWorktree", "Use cms_status, cms_content_save and cms_validate, or a clone.")));
        all.put(
                "cms_submit",
                new Missing("pullRequestFallback", "Writes are submitted as they are made: git in each answer."));
        all.put("cms_scaffold", new Missing("sourceWrite", "Make models with cms_model_save."));
        all.put("cms_apply", new Missing("sourceWrite", "Write content with cms_content_save."));
        all.put("cms_scan", new Missing("astScan", "Read content with cms_content_list."));
        return Map.copyOf(all);
    }

    /** The description of the content format, section by section; the same for all projects. */
    public static JsonNode format() {
        return resource("/mcp/format.json");
    }

    private static JsonNode resource(String path) {
        try (InputStream stream = Objects.requireNonNull(Tools.class.getResourceAsStream(path), path)) {
            return Json.parse(stream.readAllBytes());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
