package cms.mcp.reading;

import cms.content.Contents;
import cms.content.api.EntryPage;
import cms.format.ModelDefinition;
import cms.mcp.protocol.ServerFeatures;
import cms.mcp.tools.Tools;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.project.ProjectAccess;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The format, models and entries of a project as resources in JSON. */
public final class ProjectResources {
    private static final String JSON = "application/json";
    private static final String FORMAT = "cms://format";
    private static final String MODELS = "cms://models/";
    private static final String ENTRIES = "cms://entries/";
    private static final int BYTES_MAX = 24 * 1024;
    private static final int LISTED_MAX = 200;

    private final Contents contents;
    private final ProjectAccess place;
    private final List<String> tools;

    /**
     * @param tools the tools that the caller may call: models need {@code cms_describe}, entries
     *     {@code cms_content_list}
     */
    public ProjectResources(Contents contents, ProjectAccess place, List<String> tools) {
        this.contents = contents;
        this.place = place;
        this.tools = tools;
    }

    /** The format and the models; entries are too many to be listed. */
    public List<ObjectNode> list() {
        List<ObjectNode> all = new ArrayList<>();
        if (tools.contains("cms_describe_format")) {
            all.add(resource(FORMAT, "format", "How content is stored"));
        }
        if (tools.contains("cms_describe")) {
            contents.models(place, Optional.empty()).stream()
                    .limit(LISTED_MAX)
                    .forEach(model -> all.add(resource(MODELS + model.id(), model.id(), "The model " + model.id())));
        }
        return all;
    }

    public List<ObjectNode> templates() {
        List<ObjectNode> all = new ArrayList<>();
        if (tools.contains("cms_describe")) {
            all.add(template(MODELS + "{model}", "model", "One model"));
        }
        if (tools.contains("cms_content_list")) {
            all.add(template(ENTRIES + "{model}/{locale}/{id}", "entry", "One entry in one locale"));
        }
        return all;
    }

    /** The text of a resource; empty for a URI that does not exist or that the caller may not read. */
    public Optional<ServerFeatures.ResourceText> read(String uri) {
        try {
            return readIfAllowed(uri).map(json -> new ServerFeatures.ResourceText(JSON, cut(json)));
        } catch (Failure unknown) {
            return Optional.empty();
        }
    }

    private Optional<ObjectNode> readIfAllowed(String uri) {
        if (uri.equals(FORMAT) && tools.contains("cms_describe_format")) {
            return Optional.of((ObjectNode) Tools.format());
        }
        if (uri.startsWith(MODELS) && tools.contains("cms_describe")) {
            String id = uri.substring(MODELS.length());
            return contents.models(place, Optional.empty()).stream()
                    .filter(model -> model.id().equals(id))
                    .map(ModelDefinition::raw)
                    .findFirst();
        }
        String[] parts =
                uri.startsWith(ENTRIES) ? uri.substring(ENTRIES.length()).split("/", 3) : new String[0];
        return parts.length == 3 && tools.contains("cms_content_list")
                ? Optional.of(entry(parts[0], parts[1], parts[2]))
                : Optional.empty();
    }

    private ObjectNode entry(String model, String locale, String id) {
        EntryPage.Item item = contents.entry(place, Optional.empty(), model, Optional.of(locale), id)
                .item();
        ObjectNode json = Json.object().put("content_is_data", true).put("etag", item.tag());
        item.body()
                .ifPresentOrElse(
                        body -> json.putObject("data").put("body", body).set("frontmatter", item.data()),
                        () -> json.set("data", item.data()));
        return json;
    }

    /** The JSON text, or a hint in its place when it is above 24 KB. */
    private static String cut(ObjectNode json) {
        String text = Json.text(json);
        return text.getBytes(StandardCharsets.UTF_8).length <= BYTES_MAX
                ? text
                : Json.text(Json.object()
                        .put("truncated", true)
                        .put("hint", "It is longer than 24 KB; ask cms_content_list with ids and fields."));
    }

    private static ObjectNode resource(String uri, String name, String title) {
        return Json.object()
                .put("uri", uri)
                .put("name", name)
                .put("title", title)
                .put("mimeType", JSON);
    }

    private static ObjectNode template(String uri, String name, String title) {
        return Json.object()
                .put("uriTemplate", uri)
                .put("name", name)
                .put("title", title)
                .put("mimeType", JSON);
    }
}
