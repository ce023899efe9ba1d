package cms.agent.log;

import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** SQL of the table {@code agent_events}. */
public final class EventStore {
    void add(Tx tx, String turnId, List<TurnEvent> events) {
        ArrayNode all = Json.object().putArray("events");
        events.forEach(event -> all.add(event.json()));
        tx.update("INSERT INTO agent_events (turn_id, first_n, events) VALUES (:turnId, :first, :events)")
                .bind("turnId", turnId)
                .bind("first", events.getFirst().n())
                .bind("events", Json.text(all))
                .execute();
    }

    /** Adds an event after all stored ones. */
    public void append(Tx tx, String turnId, ObjectNode event) {
        List<TurnEvent> known = after(tx, turnId, 0);
        long n = known.isEmpty() ? 1 : known.getLast().n() + 1;
        add(tx, turnId, List.of(new TurnEvent(n, event)));
    }

    /** The stored events of a turn after one of them. */
    public List<TurnEvent> after(Tx tx, String turnId, long n) {
        List<TurnEvent> found = new ArrayList<>();
        tx.query("SELECT first_n, events FROM agent_events WHERE turn_id = :turnId ORDER BY first_n")
                .bind("turnId", turnId)
                .map((row, context) -> {
                    long place = row.getLong("first_n");
                    for (JsonNode event : Json.parse(row.getString("events"))) {
                        if (place > n) {
                            found.add(new TurnEvent(place, (ObjectNode) event));
                        }
                        place++;
                    }
                    return place;
                })
                .list();
        return found;
    }
}
