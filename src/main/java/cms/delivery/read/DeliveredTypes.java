package cms.delivery.read;

import cms.delivery.build.SiteBuilder;
import cms.delivery.serve.DeliveryDoor;
import cms.delivery.serve.Entity;
import cms.delivery.serve.Release;
import cms.format.FormatLimits;
import cms.format.ModelDefinition;
import cms.format.language.SiteApi;
import cms.format.language.TypeScript;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.json.TooManyValues;
import cms.platform.json.ValueBudget;
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

    /** @param bytesMax most bytes of the heap for the definitions of all models */
    static Entity typeScript(Release release, long bytesMax) {
        String module = TypeScript.module(models(release, bytesMax), locales(release));
        return Entity.computed(module.getBytes(StandardCharsets.UTF_8), "text/typescript; charset=utf-8");
    }

    /** @param bytesMax most bytes of the heap for the definitions of all models */
    static Entity openApi(Release release, String projectId, long bytesMax) {
        return Entity.computed(
                Json.bytes(SiteApi.of(models(release, bytesMax), locales(release), DeliveryDoor.PREFIX + projectId)));
    }

    private static List<ModelDefinition> models(Release release, long bytesMax) {
        List<ModelDefinition> models = new ArrayList<>();
        ValueBudget budget = ValueBudget.of(Long.MAX_VALUE, bytesMax);
        release.files().forEach((path, entity) -> {
            if (path.startsWith(MODELS) && !path.equals(MODELS + "_index" + JSON)) {
                String id = path.substring(MODELS.length(), path.length() - JSON.length());
                if (parsed(entity, budget) instanceof ObjectNode members) {
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
                : parsed(manifest, ValueBudget.of(FormatLimits.FILE_VALUES_MAX))
                        .at("/config/locales/supported")
                        .valueStream()
                        .limit(FormatLimits.LOCALES_MAX)
                        .map(JsonNode::asString)
                        .toList();
    }

    /** @throws Failure UNPROCESSABLE beyond the budget: of a release that was built before its models were bounded */
    private static JsonNode parsed(Entity entity, ValueBudget budget) {
        try {
            budget.text(SiteBuilder.BYTES_OF_A_MODEL + (long) entity.body().size());
            return Json.counted(entity.body().bytes(), budget);
        } catch (TooManyValues tooMany) {
            throw Failure.unprocessable("The models of this release hold " + tooMany.message()
                            + "; shorten them, and build the project again.")
                    .causedBy(tooMany);
        }
    }
}
