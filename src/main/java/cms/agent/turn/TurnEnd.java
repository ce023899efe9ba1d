package cms.agent.turn;

import cms.agent.log.ConversationBytesStore;
import cms.agent.log.TurnLog;
import cms.agent.log.TurnRow;
import cms.agent.model.ModelUsage;
import cms.platform.db.Tx;
import cms.usage.Meter;
import tools.jackson.databind.node.ObjectNode;

/** Ends a turn once: its row, its conversation, its count and its last event in one transaction. */
final class TurnEnd {
    private final TurnParts parts;
    private final ConversationBytesStore bytes = new ConversationBytesStore();

    TurnEnd(TurnParts parts) {
        this.parts = parts;
    }

    /**
     * @param log serves the readers in this process; the event is stored through it
     * @param last {@code done} or {@code error}
     */
    void end(TurnRow row, TurnLog log, String status, ModelUsage usage, ObjectNode last) {
        boolean mine = parts.database().write(tx -> {
            boolean ended = settle(tx, row, status, usage);
            if (ended) {
                log.end(tx, last);
            }
            return ended;
        });
        log.ended(mine ? last : null);
    }

    /** The same for a turn that no process runs; false when it has ended before. */
    boolean settle(Tx tx, TurnRow row, String status, ModelUsage usage) {
        boolean counted = parts.stores().turns().hasAnswer(tx, row.id());
        boolean reserved = row.meterState().equals("reserved");
        String meterState = !reserved ? row.meterState() : counted ? "settled" : "released";
        if (!parts.stores()
                .turns()
                .end(tx, row.id(), status, meterState, usage, parts.clock().instant())) {
            return false;
        }
        bytes.count(tx, row);
        parts.stores().conversations().end(tx, row.conversationId(), row.id());
        if (meterState.equals("released")) {
            parts.usage().giveBack(tx, row.workspaceId(), Meter.valueOf(row.meter()), 1, row.startedAt());
        }
        return true;
    }
}
