package cms.agent.turn;

import cms.agent.desk.Effect;
import cms.agent.desk.RenderedResult;
import cms.agent.desk.ToolExecutor;
import cms.agent.log.StoredMessage;
import cms.agent.log.TurnLog;
import cms.agent.log.TurnStore;
import cms.agent.model.AgentLimits;
import cms.agent.model.Block;
import cms.agent.model.CleanText;
import cms.agent.model.Message;
import cms.agent.model.ModelFailure;
import cms.agent.model.ModelListener;
import cms.agent.model.ModelReply;
import cms.agent.model.ModelUsage;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.project.ProjectAccess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs one turn to its end, on a thread of its own. A reply, its cost and its calls are stored before any call runs.
 */
final class TurnRunner implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(TurnRunner.class);

    private static final String TOO_MUCH =
            "{\"truncated\":true,\"suggestion\":\"It was done; its result is too long beside"
                    + " the others. Ask for it again alone.\"}";

    /** Note beside a model's false claim: the service and not a model tells what was changed. */
    private static final String NOTHING_WRITTEN = "\n\n(Nothing was changed in this turn.)";

    private static final String NOTHING_TRIED = "\n\n(This was a try: nothing was changed.)";

    private final TurnParts parts;
    private final Ask ask;
    private final StartedTurn started;
    private final TurnLog log;
    private final ConversationScope scope;
    private final Codes codes;
    private final ToolExecutor executor;
    private Effect undone = Effect.none();
    private ModelUsage usage = ModelUsage.none();
    private StringBuilder heard = new StringBuilder();
    private long place;

    TurnRunner(TurnParts parts, Ask ask, StartedTurn started) {
        this.parts = parts;
        this.ask = ask;
        this.started = started;
        this.log = started.live().log();
        this.scope = new ConversationScope(parts, ask, started);
        this.codes = new Codes(parts, started.conversation().id());
        this.executor = new ToolExecutor(parts.tools(), scope, parts.risk(), codes);
    }

    @Override
    public void run() {
        String status = "done";
        ObjectNode last;
        try {
            var decision = ask.decision();
            if (decision.isPresent()) {
                new DecisionRunner(parts, started, executor, log).decide(decision.get(), ask.speaker());
            } else if (ask.undoes()) {
                undo();
            } else {
                converse();
            }
            last = done();
        } catch (ModelFailure failed) {
            storePartialText();
            status = failed.kind() == ModelFailure.Kind.STOPPED ? "stopped" : "failed";
            last = failed.kind() == ModelFailure.Kind.STOPPED ? stopped() : error(failed.getMessage());
        } catch (Failure refused) {
            status = "failed";
            last = error(refused.message());
        } catch (RuntimeException broken) {
            LOG.error("a turn failed", broken);
            status = "failed";
            last = error("The service could not answer; try again.");
        }
        new TurnEnd(parts).end(started.live().row(), log, status, usage, last);
    }

    /** Undoes the writes of the latest turn that wrote. */
    private void undo() {
        Undo.Result result = new Undo(parts).undo(started.conversation(), ask.speaker(), false, ask.isTrial());
        undone = result.effect();
        int reverted = result.json().path("reverted").asInt();
        int skipped = result.json().path("skipped").size();
        String text = reverted == 0
                ? "There is nothing to undo."
                : "Undone: " + reverted + (reverted == 1 ? " write." : " writes.")
                        + (skipped == 0 ? "" : " Left as others have changed it since: " + skipped + ".");
        new DecisionRunner(parts, started, executor, log).say(text);
    }

    private ObjectNode stopped() {
        return switch (started.live().ending()) {
            case SERVICE -> error("The service stops; ask again in a moment.");
            case TIME -> {
                say("I have stopped: the time for one turn is over. " + outcome());
                yield done();
            }
            case NONE, STOPPED -> done();
        };
    }

    private void converse() {
        ChosenModel chosen = ask.chosen();
        if (chosen == null) {
            return;
        }
        var place = ask.speaker().place();
        scope.bringUp(place);
        if (!ask.attached().isEmpty() || showsStrangers(place)) {
            scope.taint();
        }
        Prompt prompt = new Prompt(parts, ask, started, chosen);
        usage = usage.plus(prompt.open(place, scope));
        for (int round = 1; round <= AgentLimits.ROUNDS_MAX; round++) {
            ModelReply reply = round(prompt, chosen, round);
            if (reply.stop() == ModelReply.Stop.REFUSED) {
                say(reply.message().text().isBlank() ? "The model does not want to answer this." : "");
                return;
            }
            if (reply.message().calls().isEmpty()) {
                endOf(reply);
                return;
            }
            Message results = results(reply);
            store(results, StoredMessage.Kind.RESULTS, null, ModelUsage.none());
            prompt.add(reply.message().bounded(AgentLimits.INPUT_BYTES_MAX));
            prompt.add(results);
            if (started.live().abort().isAsked()) {
                throw ModelFailure.stopped();
            }
            if (executor.isSpent()
                    || usage.total() > AgentLimits.TOKENS_MAX
                    || prompt.tokens() > chosen.model().contextTokens()) {
                break;
            }
        }
        say("I have stopped: that was all that one turn may do. " + outcome() + " Say \"go on\" for the rest.");
        codes.messages().forEach(this::say);
    }

    /** Whether the person has pinned an entry that contains text of strangers. */
    private boolean showsStrangers(ProjectAccess place) {
        return ask.context()
                .items()
                .valueStream()
                .filter(item -> item.has("data"))
                .anyMatch(item -> {
                    String entry = item.path("entryId").asString("");
                    String model = item.path("modelId").asString("");
                    return !parts.verbs()
                                    .forms()
                                    .writtenByVisitors(place, model, List.of(entry))
                                    .isEmpty()
                            || !scope.ofStrangers(model, List.of(entry)).isEmpty();
                });
    }

    /** Asks the model once, and stores the reply with its cost. */
    private ModelReply round(Prompt prompt, ChosenModel chosen, int round) {
        Instant from = parts.clock().instant();
        heard = new StringBuilder();
        ModelReply reply = parts.client()
                .ask(
                        chosen.target(),
                        prompt.request(),
                        new ReplyListener(),
                        started.live().abort());
        log.endOfText();
        heard = new StringBuilder();
        usage = usage.plus(reply.usage());
        boolean refused = reply.stop() == ModelReply.Stop.REFUSED;
        var call = new TurnStore.ModelCall(
                parts.random().uuid(),
                started.live().row().id(),
                round,
                chosen.model(),
                chosen.keySource(),
                from,
                parts.clock().instant());
        StoredMessage stored = message(
                refused
                        ? new Message(Message.Role.ASSISTANT, List.of())
                        : reply.message().bounded(AgentLimits.INPUT_BYTES_MAX),
                StoredMessage.Kind.SAID,
                CleanText.once(reply.message().text()),
                chosen.model().id(),
                reply.usage());
        log.keepWith(tx -> {
            parts.stores().turns().addModelCall(tx, call, reply);
            parts.stores().messages().add(tx, started.conversation().id(), stored);
        });
        return reply;
    }

    private final class ReplyListener implements ModelListener {
        @Override
        public void text(String delta) {
            heard.append(delta);
            log.text(delta);
        }

        @Override
        public void call(String id, String name) {
            log.call(id, name);
        }
    }

    private void endOf(ModelReply reply) {
        if (reply.stop() == ModelReply.Stop.LENGTH) {
            say("\n\n(The answer was cut off by its length.)");
        }
        codes.messages().forEach(this::say);
        boolean isAsked = !codes.messages().isEmpty();
        if (!isAsked && nothingChanged() && Claims.isOfWrite(reply.message().text())) {
            say(ask.isTrial() ? NOTHING_TRIED : NOTHING_WRITTEN);
        }
    }

    /** The results of all calls of a reply, in order; no call of a reply that was cut off is run. */
    private Message results(ModelReply reply) {
        List<Block> results = new ArrayList<>();
        List<Block.Call> calls = reply.message().calls();
        int bytes = 0;
        for (int at = 0; at < calls.size(); ) {
            Optional<ObjectNode> instead = instead(reply);
            int count = instead.isPresent() ? 1 : executor.together(calls.subList(at, calls.size()));
            List<Block.Call> together = calls.subList(at, at + count);
            List<RenderedResult> rendered = instead.map(refusal -> List.of(RenderedResult.refused(refusal)))
                    .orElseGet(() -> executor.handle(together));
            for (int i = 0; i < count; i++) {
                Block.Call call = together.get(i);
                RenderedResult one = rendered.get(i);
                log.result(call.id(), call.name(), one.forClient());
                bytes += one.forModel().length();
                String text = bytes <= AgentLimits.ROUND_BYTES_MAX ? one.forModel() : TOO_MUCH;
                results.add(new Block.Result(call.id(), text, one.failed()));
            }
            at += count;
            if (at < calls.size()) {
                log.keepWith(tx -> {}); // results are stored before the remaining calls run
            }
        }
        return new Message(Message.Role.USER, results);
    }

    /** The result in place of every call of a reply that was cut off, or once the turn was stopped. */
    private Optional<ObjectNode> instead(ModelReply reply) {
        if (reply.stop() == ModelReply.Stop.LENGTH) {
            return Optional.of(Json.object()
                    .put("error", "The message was cut off by its length; nothing ran.")
                    .put("code", "limit")
                    .put("suggestion", "Send smaller pieces."));
        }
        return started.live().abort().isAsked()
                ? Optional.of(Json.object()
                        .put("error", "It was stopped before this ran.")
                        .put("code", "unavailable"))
                : Optional.empty();
    }

    /** Stores the text that the model sent before the turn broke off. */
    private void storePartialText() {
        log.endOfText();
        if (!heard.isEmpty()) {
            store(
                    new Message(Message.Role.ASSISTANT, List.of(new Block.Text(heard.toString()))),
                    StoredMessage.Kind.SAID,
                    null,
                    ModelUsage.none());
        }
    }

    private String outcome() {
        if (nothingChanged()) {
            return "Nothing was changed.";
        }
        String open = executor.isInDoubt() ? "A write that did not answer may still be done." : "";
        return executor.hasWritten() ? (written() + " " + open).strip() : open;
    }

    /** Whether it is certain that this turn has changed nothing so far. */
    private boolean nothingChanged() {
        return ask.isTrial() || !executor.hasWritten() && !executor.isInDoubt();
    }

    private String written() {
        String models = String.join(", ", executor.effect().models());
        return models.isEmpty() ? "What was done stays." : "What was written stays, in " + models + ".";
    }

    /** Shows a text of the service itself, which no model wrote. */
    private void say(String text) {
        if (!text.isEmpty()) {
            log.text(text);
            log.endOfText();
        }
    }

    private void store(Message message, StoredMessage.Kind kind, @Nullable String model, ModelUsage cost) {
        StoredMessage stored = message(message, kind, CleanText.once(message.text()), model, cost);
        log.keepWith(
                tx -> parts.stores().messages().add(tx, started.conversation().id(), stored));
    }

    private StoredMessage message(
            Message message, StoredMessage.Kind kind, String shown, @Nullable String model, ModelUsage cost) {
        return new StoredMessage(
                parts.random().uuid(),
                started.live().row().n(),
                ++place,
                message,
                kind,
                shown,
                model,
                cost.inputTokens(),
                cost.outputTokens(),
                parts.clock().instant());
    }

    private ObjectNode done() {
        ObjectNode done = Json.object().put("type", "done");
        done.putObject("usage").put("inputTokens", usage.inputTokens()).put("outputTokens", usage.outputTokens());
        done.set("affected", executor.effect().plus(undone).json());
        return done;
    }

    private static ObjectNode error(@Nullable String message) {
        return Json.object().put("type", "error").put("message", message == null ? "It failed." : message);
    }
}
