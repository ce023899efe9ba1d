package cms.media.asset;

import cms.media.asset.Asset.Stored;
import cms.media.variant.Focal;
import cms.media.variant.VariantMap;
import cms.platform.db.Columns;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** SQL of the tables {@code media_assets} and {@code media_revisions}. */
public final class AssetStore {
    /** How many of the assets with the same bytes are looked at, and named. */
    private static final int SAME_MAX = 100;

    private static final String HERE = " WHERE project_id = :projectId AND deleted_at IS NULL";

    public void insert(Tx tx, Asset asset) {
        bind(tx.update("""
            INSERT INTO media_assets (id, workspace_id, project_id, filename, found_by, content_type, size, delivered,
                master, blurhash, alt, alt_by_locale, tags, focal_x, focal_y, sizes, variants, recipe, revision,
                content_hash, source, uploaded_by, created_at, updated_at, deleted_at, described)
            VALUES (:id, :workspaceId, :projectId, :filename, :foundBy, :contentType, :size, :delivered,
                :master, :blurhash, :alt, :altByLocale, :tags, :focalX, :focalY, :sizes, :variants, :recipe,
                :revision, :contentHash, :source, :uploadedBy, :createdAt, :updatedAt, :deletedAt, :described)
            """), asset)
                .bind("workspaceId", asset.workspaceId())
                .bind("projectId", asset.projectId())
                .bind("filename", asset.filename())
                .bind("contentType", asset.delivered().contentType())
                .bind("size", asset.delivered().size())
                .bind("delivered", Json.text(asset.delivered()))
                .bind("master", Json.text(asset.master()))
                .bind("blurhash", asset.blurhash())
                .bind("sizes", Json.text(asset.sizes().json()))
                .bind("contentHash", asset.contentHash())
                .bind("source", asset.source())
                .bind("uploadedBy", asset.uploadedBy())
                .bind("createdAt", asset.createdAt().toEpochMilli())
                .execute();
        describe(tx, asset.projectId(), Manifests.describedBytes(asset));
    }

    /** Stores the mutable columns of an asset; false when it was changed since the revision {@code before}. */
    public boolean update(Tx tx, Asset asset, int before) {
        long described = described(tx, asset.id());
        boolean stored = bind(tx.update("""
            UPDATE media_assets SET found_by = :foundBy, alt = :alt, alt_by_locale = :altByLocale, tags = :tags,
                focal_x = :focalX, focal_y = :focalY, variants = :variants, recipe = :recipe, revision = :revision,
                updated_at = :updatedAt, deleted_at = :deletedAt, described = :described
            WHERE id = :id AND revision = :before
            """), asset).bind("before", before).execute() == 1;
        if (stored) {
            describe(tx, asset.projectId(), Manifests.describedBytes(asset) - described);
        }
        return stored;
    }

    private static long described(Tx tx, String id) {
        return tx.query("SELECT described FROM media_assets WHERE id = :id")
                .bind("id", id)
                .mapTo(Long.class)
                .findOne()
                .orElse(0L);
    }

    /** Adds to the bytes that the assets of a project are described with. */
    private static void describe(Tx tx, String projectId, long bytes) {
        if (bytes != 0) {
            tx.update("""
                INSERT INTO media_revisions (project_id, revision, described) VALUES (:projectId, 0, :bytes)
                ON CONFLICT (project_id) DO UPDATE SET described = media_revisions.described + :bytes
                """).bind("projectId", projectId).bind("bytes", bytes).execute();
        }
    }

    /** The bytes that the assets of a project are described with, those in the bin too. */
    public long describedBytes(Tx tx, String projectId) {
        return tx.query("SELECT described FROM media_revisions WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .mapTo(Long.class)
                .findOne()
                .orElse(0L);
    }

    private static Update bind(Update update, Asset asset) {
        Words words = asset.words();
        return update.bind("id", asset.id())
                .bind("foundBy", foundBy(asset))
                .bind("alt", words.alt())
                .bind("altByLocale", Json.text(new TreeMap<>(words.altByLocale())))
                .bind("tags", "\n" + String.join("\n", words.tags()) + "\n")
                .bind("focalX", asset.focal().x())
                .bind("focalY", asset.focal().y())
                .bind("variants", Json.text(new TreeMap<>(asset.variants())))
                .bind("recipe", asset.recipe())
                .bind("revision", asset.revision())
                .bind("updatedAt", asset.updatedAt().toEpochMilli())
                .bind("deletedAt", Columns.millis(asset.deletedAt()))
                .bind("described", Manifests.describedBytes(asset));
    }

    /** The text that a search matches. */
    private static String foundBy(Asset asset) {
        String alt = asset.words().alt();
        return (asset.filename() + "\n" + (alt == null ? "" : alt)).toLowerCase(Locale.ROOT);
    }

    /** An asset of a project, in the bin or not. */
    public Optional<Asset> find(Tx tx, String projectId, String id) {
        return tx.query("SELECT * FROM media_assets WHERE id = :id AND project_id = :projectId")
                .bind("id", id)
                .bind("projectId", projectId)
                .map(AssetStore::row)
                .findOne();
    }

    public List<Asset> page(Tx tx, String projectId, AssetFilter filter) {
        return filter(
                        tx.query("SELECT * FROM media_assets" + HERE + filter.where() + " ORDER BY " + filter.order()
                                + " LIMIT :limit OFFSET :offset"),
                        projectId,
                        filter)
                .bind("limit", filter.limit())
                .bind("offset", filter.offset())
                .map(AssetStore::row)
                .list();
    }

    /**
     * Number of assets that a filter matches. {@code found} are on its page: a last page tells the number, else they
     * are counted.
     */
    public long total(Tx tx, String projectId, AssetFilter filter, int found) {
        boolean isLast = found < filter.limit() && (found > 0 || filter.offset() == 0);
        return isLast ? filter.offset() + found : count(tx, projectId, filter);
    }

    private static long count(Tx tx, String projectId, AssetFilter filter) {
        String found = "SELECT COUNT(*) FROM media_assets" + HERE + filter.where();
        // Each half has an index of its own, of texts that fit into one and of texts that do not.
        String counted = filter.isByWords()
                ? "SELECT (" + found + " AND length(found_by) <= 600) + (" + found + " AND length(found_by) > 600)"
                : found;
        return filter(tx.query(counted), projectId, filter).mapTo(Long.class).one();
    }

    private static Query filter(Query query, String projectId, AssetFilter filter) {
        query.bind("projectId", projectId);
        filter.values().forEach(query::bind);
        return query;
    }

    /** The newest assets with the same uploaded bytes, newest first; those in the bin are left out. */
    public List<Asset> sameBytes(Tx tx, String projectId, String contentHash) {
        return tx.query("SELECT * FROM media_assets" + HERE
                        + " AND content_hash = :hash ORDER BY created_at DESC, id DESC LIMIT " + SAME_MAX)
                .bind("projectId", projectId)
                .bind("hash", contentHash)
                .map(AssetStore::row)
                .list();
    }

    /** An asset among those with the same bytes. */
    public record Duplicate(String id, String contentHash, Instant createdAt) {}

    /** The oldest assets with each of these bytes, oldest first. */
    public List<Duplicate> withBytes(Tx tx, String projectId, List<String> hashes) {
        if (hashes.isEmpty()) {
            return List.of();
        }
        return tx.query(
                        "SELECT id, content_hash, created_at FROM (SELECT id, content_hash, created_at, ROW_NUMBER() OVER"
                                + " (PARTITION BY content_hash ORDER BY created_at, id) AS place FROM media_assets"
                                + HERE
                                + " AND content_hash IN (<hashes>)) same WHERE place <= " + SAME_MAX
                                + " ORDER BY created_at, id")
                .bindList("hashes", hashes)
                .bind("projectId", projectId)
                .map((row, context) -> new Duplicate(
                        row.getString("id"),
                        row.getString("content_hash"),
                        Instant.ofEpochMilli(row.getLong("created_at"))))
                .list();
    }

    /** The assets of a project that are not in the bin, by id from the one after {@code id}, for delivery. */
    List<Asset> after(Tx tx, String projectId, String id, int limit) {
        return tx.query("SELECT * FROM media_assets" + HERE + " AND id > :id ORDER BY id LIMIT :limit")
                .bind("projectId", projectId)
                .bind("id", id)
                .bind("limit", limit)
                .map(AssetStore::row)
                .list();
    }

    /** Assets that were moved to the bin at {@code before} or earlier, oldest first. */
    public List<Asset> oldBin(Tx tx, long before, int limit) {
        return tx.query("SELECT * FROM media_assets WHERE deleted_at <= :before ORDER BY deleted_at LIMIT :limit")
                .bind("before", before)
                .bind("limit", limit)
                .map(AssetStore::row)
                .list();
    }

    /** The assets in the bin of a workspace, oldest first, from the one after {@code after}; null for the first. */
    public List<Asset> bin(Tx tx, String workspaceId, @Nullable Asset after, int limit) {
        Long at = after == null ? null : Columns.millis(after.deletedAt());
        return tx.query("""
            SELECT * FROM media_assets
            WHERE workspace_id = :workspaceId AND deleted_at >= :at AND (deleted_at > :at OR id > :id)
            ORDER BY deleted_at, id LIMIT :limit
            """)
                .bind("workspaceId", workspaceId)
                .bind("at", at == null ? 0L : at)
                .bind("id", after == null ? "" : after.id())
                .bind("limit", limit)
                .map(AssetStore::row)
                .list();
    }

    /** Deletes an asset from the bin; false when it was restored or deleted since {@code asset} was read. */
    public boolean delete(Tx tx, Asset asset) {
        long described = described(tx, asset.id());
        boolean deleted =
                tx.update("DELETE FROM media_assets WHERE id = :id AND revision = :revision AND deleted_at IS NOT NULL")
                                .bind("id", asset.id())
                                .bind("revision", asset.revision())
                                .execute()
                        == 1;
        if (deleted) {
            describe(tx, asset.projectId(), -described);
        }
        return deleted;
    }

    public void deleteOfProject(Tx tx, String projectId) {
        for (String table : List.of("media_assets", "media_blobs", "media_revisions")) {
            tx.update("DELETE FROM " + table + " WHERE project_id = :projectId")
                    .bind("projectId", projectId)
                    .execute();
        }
    }

    /**
     * Counts a change of the delivered assets; other changes of assets of the same project wait until {@code tx} has
     * ended.
     */
    public long counted(Tx tx, String projectId) {
        return tx.query("""
            INSERT INTO media_revisions (project_id, revision) VALUES (:projectId, 1)
            ON CONFLICT (project_id) DO UPDATE SET revision = media_revisions.revision + 1
            RETURNING revision
            """).bind("projectId", projectId).mapTo(Long.class).one();
    }

    /** Number of changes of a project's assets so far. */
    public long revision(Tx tx, String projectId) {
        return tx.query("SELECT revision FROM media_revisions WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .mapTo(Long.class)
                .findOne()
                .orElse(0L);
    }

    private static Asset row(ResultSet row, StatementContext context) throws SQLException {
        String tags = row.getString("tags").strip();
        Map<String, String> altByLocale = new LinkedHashMap<>();
        JsonNode alts = Json.parse(row.getString("alt_by_locale"));
        alts.propertyNames()
                .forEach(locale -> altByLocale.put(locale, alts.get(locale).asString()));
        Map<String, Stored> variants = new LinkedHashMap<>();
        JsonNode stored = Json.parse(row.getString("variants"));
        stored.propertyNames().forEach(name -> variants.put(name, Json.read(stored.get(name), Stored.class)));
        return new Asset(
                row.getString("id"),
                row.getString("workspace_id"),
                row.getString("project_id"),
                row.getString("filename"),
                Json.read(Json.parse(row.getString("delivered")), Stored.class),
                Json.read(Json.parse(row.getString("master")), Stored.class),
                row.getString("blurhash"),
                new Words(row.getString("alt"), tags.isEmpty() ? List.of() : List.of(tags.split("\n")), altByLocale),
                new Focal(row.getDouble("focal_x"), row.getDouble("focal_y")),
                VariantMap.parse(Json.parse(row.getString("sizes"))),
                variants,
                row.getInt("recipe"),
                row.getInt("revision"),
                row.getString("content_hash"),
                row.getString("source"),
                row.getString("uploaded_by"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                Instant.ofEpochMilli(row.getLong("updated_at")),
                Columns.instant(row, "deleted_at"));
    }
}
