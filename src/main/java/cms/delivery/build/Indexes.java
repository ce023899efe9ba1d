package cms.delivery.build;

import cms.format.ModelDefinition;
import cms.format.ProjectConfig;
import cms.platform.json.Json;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The manifest and the summary of the models (reference 5.2). */
final class Indexes {
    private Indexes() {}

    static byte[] models(List<SiteBuilder.Model> models) {
        ArrayNode list = Json.object().putArray("models");
        models.forEach(model -> list.add(summary(model.definition()).put("fieldCount", model.fields())));
        return Json.bytes(list);
    }

    static byte[] manifest(SiteBuilder.Input input, ProjectConfig config, List<SiteBuilder.Model> models) {
        ObjectNode manifest = Json.object()
                .put("version", "1")
                .put("commitSha", input.commitSha())
                .put("builtAt", input.now().toString())
                .put("branch", input.branch());
        ObjectNode stated = manifest.putObject("config").put("stack", config.stack());
        ObjectNode locales = stated.putObject("locales").put("default", config.defaultLocale());
        config.supportedLocales().forEach(locales.putArray("supported")::add);
        config.domains().forEach(stated.putArray("domains")::add);
        ArrayNode list = manifest.putArray("models");
        models.forEach(model -> list.add(summary(model.definition())));
        return Json.bytes(manifest);
    }

    /** The configuration that a manifest states, as members of the file that it was read from. */
    static ObjectNode config(byte[] manifest) {
        return Json.parse(manifest).path("config") instanceof ObjectNode config ? config : Json.object();
    }

    private static ObjectNode summary(ModelDefinition model) {
        return Json.object()
                .put("id", model.id())
                .put("name", model.name())
                .put("kind", model.kind().wireName())
                .put("domain", model.domain())
                .put("i18n", model.i18n());
    }
}
