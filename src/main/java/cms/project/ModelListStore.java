package cms.project;

import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** SQL of the lists of models that rows of a project are narrowed to: its members, keys and webhooks. */
public final class ModelListStore {
    private final String lockRows;
    private final String readRows;
    private final String writeRow;
    private final JsonPointer list;

    /**
     * @param key the column that names a row of the table
     * @param column the column with the list in its JSON
     * @param list where the list is in that JSON: empty for the whole of it
     */
    public ModelListStore(String table, String key, String column, String list) {
        this.lockRows = "UPDATE %1$s SET %2$s = %2$s WHERE project_id = :projectId".formatted(table, column);
        this.readRows =
                "SELECT %s AS id, %s AS models FROM %s WHERE project_id = :projectId".formatted(key, column, table);
        this.writeRow = "UPDATE %s SET %s = :models WHERE %s = :id".formatted(table, column, key);
        this.list = JsonPointer.compile(list);
    }

    /** Puts the new id of a model where its old one is listed; another time it changes nothing. */
    public void rename(Tx tx, String projectId, String from, String to) {
        // No change of a row comes between reading and writing it.
        tx.update(lockRows).bind("projectId", projectId).execute();
        List<Map.Entry<String, String>> rows = tx.query(readRows)
                .bind("projectId", projectId)
                .map((row, context) -> Map.entry(row.getString("id"), row.getString("models")))
                .list();
        rows.forEach(row -> renamed(row.getValue(), from, to)
                .ifPresent(models -> tx.update(writeRow)
                        .bind("id", row.getKey())
                        .bind("models", models)
                        .execute()));
    }

    /** Empty where the model is not listed. */
    private Optional<String> renamed(String stored, String from, String to) {
        JsonNode json = Json.parse(stored);
        if (!(json.at(list) instanceof ArrayNode models)) {
            return Optional.empty();
        }
        List<String> ids = models.valueStream().map(JsonNode::asString).toList();
        if (!ids.contains(from)) {
            return Optional.empty();
        }
        models.removeAll();
        ids.stream().map(id -> id.equals(from) ? to : id).distinct().forEach(models::add);
        return Optional.of(Json.text(json));
    }
}
