package cms.webhooks.endpoint;

import cms.platform.db.Columns;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import cms.project.ModelListStore;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** SQL of the table {@code webhooks}. */
public final class WebhookStore {
    public static final ModelListStore MODELS = new ModelListStore("webhooks", "id", "models", "");

    private static final String COLUMNS =
            "id, workspace_id, project_id, name, url, events, models, active, disabled_reason, failing_since,"
                    + " created_at, updated_at";

    public void insert(Tx tx, Webhook webhook, String sealedSecret, String sealedHeaders) {
        tx.update("""
            INSERT INTO webhooks (id, workspace_id, project_id, name, url, events, models, active, sealed_secret,
                sealed_headers, created_at, updated_at)
            VALUES (:id, :workspaceId, :projectId, :name, :url, :events, :models, :active, :secret, :headers, :now, :now)
            """)
                .bind("id", webhook.id())
                .bind("workspaceId", webhook.workspaceId())
                .bind("projectId", webhook.projectId())
                .bind("name", webhook.name())
                .bind("url", webhook.url().toString())
                .bind("events", eventNames(webhook.events()))
                .bind("models", Json.text(webhook.models()))
                .bind("active", webhook.active() ? 1 : 0)
                .bind("secret", sealedSecret)
                .bind("headers", sealedHeaders)
                .bind("now", webhook.createdAt().toEpochMilli())
                .execute();
    }

    /** The receivers of a project, oldest first. */
    public List<Webhook> ofProject(Tx tx, String projectId) {
        return tx.query("SELECT " + COLUMNS + " FROM webhooks WHERE project_id = :projectId ORDER BY created_at, id")
                .bind("projectId", projectId)
                .map((row, context) -> webhook(row))
                .list();
    }

    public Optional<Webhook> find(Tx tx, String id) {
        return tx.query("SELECT " + COLUMNS + " FROM webhooks WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> webhook(row))
                .findOne();
    }

    public Optional<SealedParts> sealed(Tx tx, String id) {
        return tx.query("SELECT sealed_secret, sealed_previous, previous_until, sealed_headers FROM webhooks WHERE id"
                        + " = :id")
                .bind("id", id)
                .map((row, context) -> new SealedParts(
                        row.getString("sealed_secret"),
                        row.getString("sealed_previous"),
                        Columns.instant(row, "previous_until"),
                        row.getString("sealed_headers")))
                .findOne();
    }

    /** Stores the receiver without secrets, headers and failures. */
    public void update(Tx tx, Webhook webhook) {
        tx.update("""
            UPDATE webhooks SET name = :name, url = :url, events = :events, models = :models, active = :active,
                disabled_reason = :reason, updated_at = :now
            WHERE id = :id
            """)
                .bind("id", webhook.id())
                .bind("name", webhook.name())
                .bind("url", webhook.url().toString())
                .bind("events", eventNames(webhook.events()))
                .bind("models", Json.text(webhook.models()))
                .bind("active", webhook.active() ? 1 : 0)
                .bind("reason", webhook.disabledReason())
                .bind("now", webhook.updatedAt().toEpochMilli())
                .execute();
    }

    /** Locks the row, so that other transactions that change it wait until this one ends. */
    public void lock(Tx tx, String id) {
        tx.update("UPDATE webhooks SET active = active WHERE id = :id")
                .bind("id", id)
                .execute();
    }

    /** Locks the row as {@link #lock} does, and notes when it was changed. */
    public void touch(Tx tx, String id, Instant now) {
        tx.update("UPDATE webhooks SET updated_at = :now WHERE id = :id")
                .bind("id", id)
                .bind("now", now.toEpochMilli())
                .execute();
    }

    public void updateHeaders(Tx tx, String id, String sealed) {
        tx.update("UPDATE webhooks SET sealed_headers = :sealed WHERE id = :id")
                .bind("id", id)
                .bind("sealed", sealed)
                .execute();
    }

    public void updateSecret(Tx tx, String id, SealedParts parts, Instant now) {
        Instant until = parts.previousUntil();
        tx.update("""
            UPDATE webhooks SET sealed_secret = :secret, sealed_previous = :previous, previous_until = :until,
                updated_at = :now
            WHERE id = :id
            """)
                .bind("id", id)
                .bind("secret", parts.secret())
                .bind("previous", parts.previous())
                .bind("until", until == null ? null : until.toEpochMilli())
                .bind("now", now.toEpochMilli())
                .execute();
    }

    public void delete(Tx tx, String id) {
        tx.update("DELETE FROM webhooks WHERE id = :id").bind("id", id).execute();
    }

    public void deleteOfProject(Tx tx, String projectId) {
        tx.update("DELETE FROM webhook_lanes WHERE webhook_id IN (SELECT id FROM webhooks WHERE project_id ="
                        + " :projectId)")
                .bind("projectId", projectId)
                .execute();
        tx.update("DELETE FROM webhooks WHERE project_id = :projectId")
                .bind("projectId", projectId)
                .execute();
    }

    /** Seals the parts again that an earlier key of the instance sealed. */
    public void sealAnew(Tx tx, Secrets secrets) {
        tx.query("SELECT id, sealed_secret, sealed_previous, sealed_headers FROM webhooks")
                .map((row, context) -> new String[] {
                    row.getString("id"),
                    row.getString("sealed_secret"),
                    row.getString("sealed_previous"),
                    row.getString("sealed_headers")
                })
                .list()
                .forEach(row -> {
                    secrets.renewedSecret(row[1]).ifPresent(renewed -> replace(tx, row[0], "sealed_secret", renewed));
                    Optional.ofNullable(row[2])
                            .flatMap(secrets::renewedSecret)
                            .ifPresent(renewed -> replace(tx, row[0], "sealed_previous", renewed));
                    secrets.renewedHeaders(row[3]).ifPresent(renewed -> replace(tx, row[0], "sealed_headers", renewed));
                });
    }

    private static void replace(Tx tx, String id, String column, String sealed) {
        tx.update("UPDATE webhooks SET " + column + " = :sealed WHERE id = :id")
                .bind("id", id)
                .bind("sealed", sealed)
                .execute();
    }

    private static String eventNames(Set<EventKind> kinds) {
        return kinds.stream().map(EventKind::wireName).collect(Collectors.joining(" "));
    }

    private static Webhook webhook(ResultSet row) throws SQLException {
        Set<EventKind> events = EnumSet.noneOf(EventKind.class);
        for (String name : row.getString("events").split(" ")) {
            EventKind.of(name).ifPresent(events::add);
        }
        return new Webhook(
                row.getString("id"),
                row.getString("workspace_id"),
                row.getString("project_id"),
                row.getString("name"),
                URI.create(row.getString("url")),
                events,
                Json.parse(row.getString("models"))
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList(),
                row.getInt("active") == 1,
                row.getString("disabled_reason"),
                Columns.instant(row, "failing_since"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                Instant.ofEpochMilli(row.getLong("updated_at")));
    }
}
