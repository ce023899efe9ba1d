package cms.delivery.read;

import cms.delivery.serve.DeliveryDoor;
import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.format.ModelDefinition;
import cms.format.language.SiteApi;
import cms.format.language.TypeScript;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The models of a release as TypeScript and as OpenAPI, for a site that is built with a key alone. */
final class DeliveredTypes {
    private static final String MODELS = "models/";
    private static final String JSON = ".json";

    private DeliveredTypes() {}

    static Entity typeScript(Release release) {
        String module = TypeScript.module(models(release), locales(release));
        return Entity.computed(module.getBytes(StandardCharsets.UTF_8), "text/typescript; charset=utf-8");
    }

    static Entity openApi(Release release, String projectId) {
        return Entity.computed(
                Json.bytes(SiteApi.of(models(release), locales(release), DeliveryDoor.PREFIX + projectId)));
    }

    private static List<ModelDefinition> models(Release release) {
        List<ModelDefinition> models = new ArrayList<>();
        release.files().forEach((path, entity) -> {
            if (path.startsWith(MODELS) && !path.equals(MODELS + "_index" + JSON)) {
                String id = path.substring(MODELS.length(), path.length() - JSON.length());
                if (parsed(entity) instanceof ObjectNode members) {
                    models.add(ModelDefinition.parse(id, members));
                }
            }
        });
        return models;
    }

    private static List<String> locales(Release release) {
        Entity manifest = release.files().get("_manifest.json");
        return manifest == null
                ? List.of()
                : parsed(manifest)
                        .at("/config/locales/supported")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList();
    }

    private static JsonNode parsed(Entity entity) {
        return Json.parse(entity.body().bytes());
    }
}
