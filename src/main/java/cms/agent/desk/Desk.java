package cms.agent.desk;

import cms.agent.model.Block;
import cms.agent.model.ToolCard;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.repeats.RepeatMark;
import cms.project.ProjectAccess;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries out the calls of one turn. Every call is looked at anew: name, role now, what a key was narrowed to, phase, input,
 * limits, risk; the verbs then ask for models, locales and plan. Nothing here throws for what a model sends.
 */
public final class Desk {
    private static final Logger LOG = LoggerFactory.getLogger(Desk.class);
    private static final int MODEL_BYTES_MAX = 16 * 1024;
    private static final int CLIENT_BYTES_MAX = 256 * 1024;

    private final Map<String, Offered> tools;
    private final TurnScope scope;
    private final Risk risk;
    private final Parking parking;
    private final Map<String, Integer> same = new HashMap<>();
    private final Map<String, Handled> answers = new HashMap<>();
    private Effect effect = Effect.none();
    private int calls;
    private int writes;

    /** A tool and what a model is told of it. */
    public record Offered(Tool tool, ToolCard card) {}

    /** @param tools by their names */
    public Desk(Map<String, Offered> tools, TurnScope scope, Risk risk, Parking parking) {
        this.tools = Map.copyOf(tools);
        this.scope = scope;
        this.risk = risk;
        this.parking = parking;
    }

    /** Everything that the turn has changed so far. */
    public Effect effect() {
        return effect;
    }

    /** Whether the turn may not call anything any more. */
    public boolean isSpent() {
        return calls >= DeskLimits.CALLS_MAX || writes >= DeskLimits.WRITES_MAX;
    }

    /** Carries a call of a model out, or says why not. */
    public Handled handle(Block.Call call) {
        String key = call.name() + "\n" + call.arguments();
        int times = same.merge(key, 1, Integer::sum);
        Handled before = answers.get(key);
        if (times >= DeskLimits.SAME_CALL_MAX && before != null) {
            return before;
        }
        Handled handled = shaped(attempt(call));
        answers.put(key, handled);
        return handled;
    }

    /** Carries out what a person has agreed to; everything but the risk is looked at again. */
    public Handled agreed(String tool, ObjectNode input, String callId) {
        Block.Call call = new Block.Call(callId, tool, Json.text(input));
        return shaped(guarded(() -> checked(call, true)));
    }

    private static Handled shaped(ToolResult result) {
        ObjectNode forModel = result.value();
        String code = result.value().path("confirmation").path("code").asString("");
        if (result.isParked()) {
            forModel = Json.object()
                    .put("status", "confirmation_required")
                    .put("note", "Not executed; the person was asked. Do not repeat the call, go on without it.");
        }
        return new Handled(
                Cut.to(result.value(), CLIENT_BYTES_MAX),
                Json.text(Cut.to(forModel, MODEL_BYTES_MAX)),
                result.failed(),
                result.effect(),
                result.isParked() ? code : "");
    }

    private ToolResult attempt(Block.Call call) {
        if (++calls > DeskLimits.CALLS_MAX) {
            return ToolResult.failed(
                    "limit", "This turn has made all of its calls.", "Say what is done and what is left.");
        }
        return guarded(() -> checked(call, false));
    }

    private interface Attempt {
        ToolResult run();
    }

    private static ToolResult guarded(Attempt attempt) {
        try {
            return attempt.run();
        } catch (Failure refused) {
            return Refusals.of(refused);
        } catch (RuntimeException broken) {
            LOG.error("a tool failed", broken);
            return ToolResult.failed(
                    "unavailable", "The service could not do that.", "Look whether it was done before you try again.");
        }
    }

    private ToolResult checked(Block.Call call, boolean agreed) {
        Offered offered = tools.get(call.name());
        if (offered == null) {
            return ToolResult.failed("unknown_tool", "There is no such tool.", "Use the tools that you were given.");
        }
        Tool tool = offered.tool();
        ProjectAccess place = scope.speaker().place();
        boolean narrowed =
                !scope.speaker().tools().isEmpty() && !scope.speaker().tools().contains(tool.name());
        if (narrowed || !place.rights().may(tool.least())) {
            return ToolResult.failed(
                    "not_allowed",
                    "The role of this person or key does not allow " + tool.name() + ".",
                    "Tell the person; do not try again.");
        }
        if (call.arguments().length() > DeskLimits.INPUT_BYTES_MAX) {
            return ToolResult.failed("invalid_input", "The input is too long.", "Send smaller pieces.");
        }
        Optional<ObjectNode> sent = call.input();
        if (sent.isEmpty()) {
            return ToolResult.failed("invalid_input", "The input is no JSON object.", "Send one object.");
        }
        InputCheck check = new InputCheck();
        ToolInput input = new ToolInput(check.check(sent.get(), offered.card().schema()));
        if (!check.problems().isEmpty()) {
            return ToolResult.failed(
                    "invalid_input", String.join("; ", check.problems()) + ".", "Mend all of it and call again.");
        }
        return allowed(tool, input, scope.work(place, tool.name(), call.id(), mark(call)), agreed);
    }

    private ToolResult allowed(Tool tool, ToolInput input, Work work, boolean agreed) {
        Phase phase = Phase.of(work.place().project(), work.overview());
        if (!phase.allows(tool)) {
            return ToolResult.failed(
                    "wrong_phase",
                    tool.name() + " does not fit: the project is " + phase.key() + ".",
                    phase.suggestion());
        }
        boolean writing = tool.writes()
                && !(tool.name().equals("vocabulary")
                        && input.required("action").equals("get"));
        if (!writing) {
            ToolResult read = tool.run(input, work);
            if (tool.readsStrangers()
                    && !read.failed()
                    && read.value().path("total").asInt(0) > 0) {
                scope.taint();
            }
            return read;
        }
        if (writes >= DeskLimits.WRITES_MAX) {
            return ToolResult.failed(
                    "limit", "This turn has made all of its writes.", "Say what is done and what is left.");
        }
        if (!agreed && !work.isTrial()) {
            Optional<Risk.Impact> impact = risk.of(tool, input, work, effect.objects(), scope.isTainted());
            if (impact.isPresent()) {
                return parked(tool, input, impact.get());
            }
        }
        ToolResult result = tool.run(input, work);
        if (!result.failed()) {
            writes++;
            effect = effect.plus(result.effect());
            answers.clear();
            scope.wrote(tool.name(), result.effect());
        }
        return result;
    }

    private ToolResult parked(Tool tool, ToolInput input, Risk.Impact impact) {
        return ToolResult.parked(parking.park(tool, input, impact));
    }

    private RepeatMark.Write mark(Block.Call call) {
        String name = hash(scope.turnId() + "\n" + call.id());
        return new RepeatMark.Write(name + "-0", hash(call.name() + "\n" + call.arguments()));
    }

    private static String hash(String text) {
        return HexFormat.of().formatHex(Hashes.sha256(text.getBytes(StandardCharsets.UTF_8)));
    }
}
