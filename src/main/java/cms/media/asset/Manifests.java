package cms.media.asset;

import cms.media.asset.Asset.Stored;
import cms.platform.cache.LeastRecentlyUsed;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** The manifests of assets in releases: made from rows, once for each revision. */
public final class Manifests {
    private static final int ASSETS_AT_ONCE = 500;
    private static final long KEPT_BYTES_MAX = 16L << 20;
    private static final Duration KEPT = Duration.ofHours(1);

    private final Database database;
    private final AssetStore store = new AssetStore();
    private final LeastRecentlyUsed<String, Made> byProject =
            new LeastRecentlyUsed<>(KEPT_BYTES_MAX, KEPT, made -> made.json().length, made -> {}, System::nanoTime);

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
            Made known = byProject.find(projectId);
            if (known != null && known.revision() == revision) {
                return Optional.of(known.json());
            }
            Optional<byte[]> json = json(tx, projectId);
            json.ifPresent(made -> byProject.put(projectId, new Made(revision, made)));
            return json;
        });
    }

    public void forget(String projectId) {
        byProject.remove(projectId::equals);
    }

    private Optional<byte[]> json(Tx tx, String projectId) {
        var json = new ByteArrayOutputStream();
        json.writeBytes(utf8("{\"version\":\"1\",\"assets\":{"));
        List<Asset> assets = store.after(tx, projectId, "", ASSETS_AT_ONCE);
        if (assets.isEmpty()) {
            return Optional.empty();
        }
        String comma = "";
        while (!assets.isEmpty()) {
            for (Asset asset : assets) {
                json.writeBytes(utf8(comma + Json.text(asset.originalPath()) + ":"));
                json.writeBytes(Json.bytes(entry(asset)));
                comma = ",";
            }
            assets = store.after(tx, projectId, assets.getLast().id(), ASSETS_AT_ONCE);
        }
        json.writeBytes(utf8("}}"));
        return Optional.of(json.toByteArray());
    }

    /** The bytes that an asset is described with: its entry in the manifest, and its tags. */
    public static long describedBytes(Asset asset) {
        return (long) Json.bytes(entry(asset)).length + Json.bytes(asset.words().tags()).length;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode entry(Asset asset) {
        ObjectNode one = Json.object().put("original", asset.originalPath());
        ObjectNode variants = one.putObject("variants");
        new TreeMap<>(asset.variants()).forEach((name, stored) -> variants.put(name, asset.path(name, stored)));
        meta(one.putObject("meta"), asset);
        return one;
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
