package cms.media.asset;

import cms.media.asset.Asset.Stored;
import cms.platform.db.Database;
import cms.platform.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/** The manifests of assets in releases: made from rows, once for each revision. */
public final class Manifests {
    private final Database database;
    private final AssetStore store = new AssetStore();
    private final Map<String, Made> byProject = new ConcurrentHashMap<>();

    private record Made(long revision, byte[] json) {}

    public Manifests(Database database) {
        this.database = database;
    }

    /** The manifest of a project; empty while it has no asset. */
    public Optional<byte[]> of(String projectId) {
        return database.read(tx -> {
            long revision = store.revision(tx, projectId);
            if (revision == 0) {
                return Optional.empty();
            }
            Made known = byProject.get(projectId);
            if (known != null && known.revision() == revision) {
                return Optional.of(known.json());
            }
            List<Asset> assets = store.all(tx, projectId);
            if (assets.isEmpty()) {
                return Optional.empty();
            }
            byte[] json = json(assets);
            byProject.put(projectId, new Made(revision, json));
            return Optional.of(json);
        });
    }

    public void forget(String projectId) {
        byProject.remove(projectId);
    }

    private static byte[] json(List<Asset> assets) {
        ObjectNode manifest = Json.object().put("version", "1");
        ObjectNode all = manifest.putObject("assets");
        for (Asset asset : assets) {
            ObjectNode one = all.putObject(asset.originalPath()).put("original", asset.originalPath());
            ObjectNode variants = one.putObject("variants");
            new TreeMap<>(asset.variants()).forEach((name, stored) -> variants.put(name, asset.path(name, stored)));
            meta(one.putObject("meta"), asset);
        }
        return Json.bytes(manifest);
    }

    private static void meta(ObjectNode meta, Asset asset) {
        Stored delivered = asset.delivered();
        meta.put("width", delivered.width() == 0 ? null : Integer.valueOf(delivered.width()))
                .put("height", delivered.height() == 0 ? null : Integer.valueOf(delivered.height()))
                .put("format", delivered.format())
                .put("size", delivered.size())
                .put("blurhash", asset.blurhash())
                .put("alt", asset.words().alt());
        ObjectNode alts = meta.putObject("altByLocale");
        new TreeMap<>(asset.words().altByLocale()).forEach(alts::put);
        meta.putObject("focalPoint")
                .put("x", asset.focal().x())
                .put("y", asset.focal().y());
    }
}
