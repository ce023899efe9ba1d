package cms.agent.turn;

import cms.agent.desk.RenderedResult;
import cms.agent.desk.Speaker;
import cms.agent.desk.ToolExecutor;
import cms.agent.log.ParkedStore;
import cms.agent.log.StoredMessage;
import cms.agent.log.TurnLog;
import cms.agent.model.Message;
import cms.platform.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Carries out a person's decision about waiting calls. No model gets it as words; the history notes the state. */
final class DecisionRunner {
    private final TurnParts parts;
    private final StartedTurn started;
    private final ToolExecutor executor;
    private final TurnLog log;

    DecisionRunner(TurnParts parts, StartedTurn started, ToolExecutor executor, TurnLog log) {
        this.parts = parts;
        this.started = started;
        this.executor = executor;
        this.log = log;
    }

    void decide(Ask.Decision decision, Speaker speaker) {
        Confirmations known = new Confirmations(parts);
        String conversationId = started.conversation().id();
        if (decision.code().isEmpty()) {
            List<String> gone =
                    parts.database().write(tx -> parts.stores().parked().cancel(tx, conversationId));
            say(gone.isEmpty() ? "Nothing was waiting." : "Cancelled: " + String.join("; ", gone) + ".");
            return;
        }
        ParkedStore.Parked parked = known.take(conversationId, decision.code(), speaker);
        if (!decision.approve()) {
            say("Cancelled: " + parked.summary() + ".");
            return;
        }
        String callId = "confirm_" + parked.id().replace("-", "");
        log.call(callId, parked.tool());
        RenderedResult rendered =
                executor.agreed(parked.tool(), (ObjectNode) Json.parse(parked.input()), callId, (ObjectNode)
                        Json.parse(parked.state()));
        log.result(callId, parked.tool(), rendered.forClient());
        say((rendered.failed() ? "It could not be done: " : "Done: ") + parked.summary() + ".");
    }

    /** Shows a text to the person, and adds it to the history as a note. */
    void say(String text) {
        log.text(text);
        log.endOfText();
        StoredMessage note = new StoredMessage(
                parts.random().uuid(),
                started.live().row().n(),
                1,
                Message.user("<state>The person decided beside the conversation. " + text + "</state>"),
                StoredMessage.Kind.NOTE,
                text,
                null,
                0,
                0,
                parts.clock().instant());
        log.keepWith(
                tx -> parts.stores().messages().add(tx, started.conversation().id(), note));
    }
}
