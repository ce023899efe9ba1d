package cms.agent.turn;

import cms.agent.desk.Speaker;
import cms.agent.log.Conversation;
import cms.agent.log.TurnLog;
import cms.agent.log.TurnRow;
import cms.agent.model.AgentLimits;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import java.util.Optional;

/** Begins a turn: its row, its number in the conversation and its count, in one transaction. */
final class TurnStart {
    private final TurnParts parts;

    TurnStart(TurnParts parts) {
        this.parts = parts;
    }

    /** @throws Failure CONFLICT (code {@code conversation.busy}) while another turn runs, and refusals of the meter */
    StartedTurn begin(Ask ask) {
        String turnId = parts.random().uuid();
        TurnLog log = new TurnLog(turnId, parts.database());
        return parts.database().write(tx -> {
            Conversation conversation = conversation(tx, ask);
            long n = parts.stores()
                    .conversations()
                    .begin(tx, conversation.id(), turnId, parts.clock().instant())
                    .orElseThrow(() -> Failure.conflict("This conversation is still answering; wait, or stop it first.")
                            .withCode("conversation.busy"));
            var meter = ask.meter();
            TurnRow row = new TurnRow(
                    turnId,
                    conversation.id(),
                    conversation.workspaceId(),
                    n,
                    "running",
                    meter == null ? "" : meter.name(),
                    meter == null ? "none" : "reserved",
                    ask.repeat().map(Ask.Repeat::key).orElse(null),
                    ask.repeat().map(Ask.Repeat::hash).orElse(null),
                    parts.clock().instant());
            if (!parts.stores().turns().add(tx, row)) {
                throw Failure.conflict("The same request is being answered.").withCode("idempotency.in_progress");
            }
            ask.admission().accept(tx);
            if (meter != null) {
                parts.usage().take(tx, conversation.workspaceId(), meter, 1);
            }
            log.begin(tx, conversation.id());
            tx.concerns("agent_conversations", conversation.id());
            return new StartedTurn(conversation, new LiveTurn(row, log, ask.timeout(), parts.clock()));
        });
    }

    private Conversation conversation(Tx tx, Ask ask) {
        Speaker speaker = ask.speaker();
        Optional<Conversation> known = ask.conversationId()
                .flatMap(id -> parts.stores()
                        .conversations()
                        .find(tx, id, speaker.project().id(), speaker.kind(), speaker.id()));
        return known.orElseGet(() -> {
            Conversation made = new Conversation(
                    parts.random().uuid(),
                    speaker.project().workspaceId(),
                    speaker.project().id(),
                    speaker.kind(),
                    speaker.id(),
                    title(ask.message()),
                    null,
                    false,
                    Conversation.Segment.none(),
                    parts.clock().instant(),
                    parts.clock().instant());
            parts.stores().conversations().add(tx, made);
            return made;
        });
    }

    private static String title(String message) {
        int end = message.offsetByCodePoints(
                0, Math.min(AgentLimits.TITLE_CHARS_MAX, message.codePointCount(0, message.length())));
        return message.substring(0, end);
    }
}
