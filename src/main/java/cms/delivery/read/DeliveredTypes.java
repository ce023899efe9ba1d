package cms.delivery.read;

import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.format.ModelDefinition;
import cms.format.language.TypeScript;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The models of a release as TypeScript, for a site that is built with a key alone. */
final class DeliveredTypes {
    private static final String MODELS = "models/";
    private static final String JSON = ".json";

    private DeliveredTypes() {}

    static String of(Release release) {
        List<ModelDefinition> models = new ArrayList<>();
        release.files().forEach((path, entity) -> {
            if (path.startsWith(MODELS) && !path.equals(MODELS + "_index" + JSON)) {
                String id = path.substring(MODELS.length(), path.length() - JSON.length());
                if (parsed(entity) instanceof ObjectNode members) {
                    models.add(ModelDefinition.parse(id, members));
                }
            }
        });
        Entity manifest = release.files().get("_manifest.json");
        List<String> locales = manifest == null
                ? List.of()
                : parsed(manifest)
                        .at("/config/locales/supported")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList();
        return TypeScript.module(models, locales);
    }

    private static JsonNode parsed(Entity entity) {
        return Json.parse(entity.body().bytes());
    }
}
