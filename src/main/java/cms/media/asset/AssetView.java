package cms.media.asset;

import cms.media.asset.Asset.Stored;
import cms.media.use.Use;
import cms.platform.json.Json;
import java.net.URI;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of an asset for callers (spec 2.13). */
public final class AssetView {
    private final URI publicUrl;

    public AssetView(URI publicUrl) {
        this.publicUrl = publicUrl;
    }

    /**
     * @param uses places that use it, as far as the caller may see them
     * @param duplicates the assets with these or other bytes, this one among them, oldest first
     */
    public ObjectNode json(Asset asset, List<Use> uses, List<AssetStore.Duplicate> duplicates) {
        Stored delivered = asset.delivered();
        ObjectNode json = Json.object()
                .put("id", asset.id())
                .put("projectId", asset.projectId())
                .put("filename", asset.filename());
        sized(json, delivered);
        json.put("contentType", delivered.contentType())
                .put("blurhash", asset.blurhash())
                .put("alt", asset.words().alt());
        ObjectNode alts = json.putObject("altByLocale");
        new TreeMap<>(asset.words().altByLocale()).forEach(alts::put);
        ArrayNode tags = json.putArray("tags");
        asset.words().tags().forEach(tags::add);
        json.put("originalPath", asset.originalPath()).put("url", url(asset, asset.originalPath()));
        ObjectNode variants = json.putObject("variants");
        ObjectNode urls = json.putObject("variantUrls");
        new TreeMap<>(asset.variants()).forEach((name, stored) -> {
            String path = asset.path(name, stored);
            sized(variants.putObject(name).put("path", path), stored);
            urls.put(name, url(asset, path) + "?v=" + asset.recipe());
        });
        json.putObject("focalPoint")
                .put("x", asset.focal().x())
                .put("y", asset.focal().y());
        usedIn(json.putArray("usedIn"), uses);
        ArrayNode older = json.putArray("duplicateOf");
        duplicates.stream()
                .filter(duplicate -> duplicate.contentHash().equals(asset.contentHash())
                        && !duplicate.id().equals(asset.id()))
                .filter(duplicate -> !duplicate.createdAt().isAfter(asset.createdAt()))
                .forEach(duplicate -> older.add(duplicate.id()));
        return json.put("contentHash", asset.contentHash())
                .put("source", asset.source())
                .put("uploadedBy", asset.uploadedBy())
                .put("createdAt", asset.createdAt().toString())
                .put("updatedAt", asset.updatedAt().toString());
    }

    public static ArrayNode usedIn(ArrayNode json, List<Use> uses) {
        for (Use use : uses) {
            json.addObject()
                    .put("modelId", use.modelId())
                    .put("entryId", use.entryId())
                    .put("fieldId", use.fieldId())
                    .put("locale", use.locale())
                    .put("branch", use.branch());
        }
        return json;
    }

    private static void sized(ObjectNode json, Stored stored) {
        json.put("width", stored.width() == 0 ? null : Integer.valueOf(stored.width()))
                .put("height", stored.height() == 0 ? null : Integer.valueOf(stored.height()))
                .put("format", stored.format())
                .put("size", stored.size());
    }

    private String url(Asset asset, String path) {
        return publicUrl + "/api/cdn/v1/" + asset.projectId() + "/" + path;
    }
}
