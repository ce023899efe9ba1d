package cms.agent.turn;

import cms.agent.desk.Parking;
import cms.agent.desk.Risk;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolInput;
import cms.agent.log.ParkedStore;
import cms.agent.model.AgentLimits;
import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Parks the calls of one turn; the codes are sent to the client only, and stored as hashes. */
final class Codes implements Parking {
    private static final String LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    private static final int LENGTH = 6;

    private final TurnParts parts;
    private final String conversationId;
    private final List<String> messages = new ArrayList<>();

    Codes(TurnParts parts, String conversationId) {
        this.parts = parts;
        this.conversationId = conversationId;
    }

    /** The service's sentences to the person at the end of the turn. */
    List<String> messages() {
        return messages;
    }

    @Override
    public ObjectNode park(Tool tool, ToolInput input, Risk.Impact impact) {
        String code = code();
        Instant expiresAt = parts.clock().instant().plus(AgentLimits.CONFIRMATION);
        var parked = new ParkedStore.Parked(
                parts.random().uuid(),
                tool.name(),
                Json.text(input.json()),
                Json.text(impact.json()),
                impact.summary());
        parts.database()
                .writing(tx ->
                        parts.stores().parked().add(tx, conversationId, parked, hash(conversationId, code), expiresAt));
        messages.add(impact.summary() + ": reply confirm " + code + ", or cancel.");
        ObjectNode value = Json.object().put("status", "confirmation_required");
        ObjectNode confirmation =
                value.putObject("confirmation").put("code", code).put("summary", impact.summary());
        confirmation.set("impact", impact.json());
        confirmation.put("expiresAt", expiresAt.toString());
        return value;
    }

    private String code() {
        StringBuilder code = new StringBuilder();
        for (byte octet : parts.random().bytes(LENGTH)) {
            code.append(LETTERS.charAt((octet & 0xff) % LETTERS.length()));
        }
        return code.toString();
    }

    static String hash(String conversationId, String code) {
        return Hashes.sha256Hex(conversationId + "\n" + code.strip().toUpperCase(Locale.ROOT));
    }
}
